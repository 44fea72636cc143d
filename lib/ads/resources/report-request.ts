import { any, array, as, boolean, int64, integer, object, resource, string } from '#lib/api/schema';

const GENERATE = 'doubleclicksearch.reports.generate';
const REQUEST = 'doubleclicksearch.reports.request';

export const ReportColumnResource = resource('ReportApiColumnSpec', 'One column, by exactly one of the four names.', {
  columnName: string('A column of the catalogue.'),
  savedColumnName: string('A saved column of the advertiser.'),
  customMetricName: string('A metric of the advertiser.'),
  customDimensionName: string('A dimension of the advertiser; splits the rows, except in conversion reports.'),
  headerText: string('Name in the output instead of its own.'),
  startDate: string('First day for this metric alone, `YYYY-MM-DD`; comes with `endDate`.'),
  endDate: string('Last day for this metric alone, `YYYY-MM-DD`; comes with `startDate`.'),
  groupByColumn: boolean('Group the rows of a synchronous report by this column.'),
  platformSource: string('Where the values of a dimension come from: `floodlight`.'),
  productReportPerspective: string('`sold` or `advertised`, in product reports.'),
});

const reportScope = object('The entities of the report: every id from the agency down to the wanted level.', {
  agencyId: int64('Agency.'),
  advertiserId: int64('Advertiser.'),
  engineAccountId: int64('Engine account.'),
  campaignId: int64('Campaign.'),
  adGroupId: int64('Ad group.'),
  keywordId: int64('Keyword.'),
  adId: int64('Ad.'),
});

const timeRange = object('Which days, or what changed since when.', {
  startDate: string('First day, `YYYY-MM-DD`.'),
  endDate: string('Last day, `YYYY-MM-DD`.'),
  changedMetricsSinceTimestamp: string('Rows whose metrics changed since then, RFC 3339 in UTC.'),
  changedAttributesSinceTimestamp: string('Entities whose attributes changed since then, RFC 3339 in UTC.'),
});

const filter = object('A condition on one column; all must hold.', {
  column: as(ReportColumnResource, 'The column it looks at.'),
  operator: string('How it compares, such as `equals` or `startsWith`.'),
  values: array('What it compares with, at most 300.', any('One value.')),
});

const ordering = object('One key of the order.', {
  column: as(ReportColumnResource, 'The column to sort by.'),
  sortOrder: string('`ascending` or `descending`.'),
});

export const ReportRequestResource = resource('ReportRequest', 'What a report contains.', {
  reportType: string('What a row stands for, such as `campaign` or `keyword`.', { requiredBy: [GENERATE, REQUEST] }),
  columns: array('The columns in order, 1 to 300.', ReportColumnResource),
  reportScope,
  timeRange,
  filters: array('Conditions on the rows, at most 300.', filter),
  orderBy: array('Order of a synchronous report, at most 300 keys.', ordering),
  statisticsCurrency: string('`usd`, `agency`, `advertiser` or `account`: whose currency amounts are in.', {
    requiredBy: [GENERATE, REQUEST],
  }),
  includeRemovedEntities: boolean('Include removed entities.'),
  includeDeletedEntities: boolean('Old name of `includeRemovedEntities`.'),
  verifySingleTimeZone: boolean('Refuse when the numbers come from several time zones.'),
  startRow: integer('Number of rows to skip in a synchronous report, 0 to 50000.', { requiredBy: [GENERATE] }),
  rowCount: integer('Maximum number of rows of a synchronous report, 0 to 10000.', { requiredBy: [GENERATE] }),
  downloadFormat: string('`csv` or `tsv`.', { requiredBy: [REQUEST] }),
  maxRowsPerFile: integer('Maximum number of rows in each file, 1000000 to 100000000.', { requiredBy: [REQUEST] }),
});

import { describe, expect, test } from '@jest/globals';
import type { PlannedColumn } from '#lib/ads/reports/plan/plan';
import { readRequest, usesDefinitions, type Mode, type ReportRequest } from '#lib/ads/reports/request/request';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const LINE = { agencyId: '1', advertiserId: '2', engineAccountId: '3', campaignId: '4', adGroupId: '5' };
const DAYS = { startDate: '2026-03-01', endDate: '2026-03-02' };
const WINDOW = { first: '2026-03-01', last: '2026-03-02' };
const named = (...names: readonly string[]) => names.map((columnName) => ({ columnName }));
const BASE: ReportRequest = {
  reportType: 'account',
  columns: named('accountId', 'clicks'),
  reportScope: { agencyId: '1' },
  timeRange: DAYS,
  statisticsCurrency: 'usd',
};
const planOf = (fields: ReportRequest, mode: Mode = 'request') =>
  readRequest({ ...BASE, ...fields }, mode, NOW).plan(undefined);
const refusal = (fields: ReportRequest, mode: Mode = 'request'): string => {
  try {
    planOf(fields, mode);
    return 'taken';
  } catch (error) {
    return /^The request was not valid\. Details: \[(.*)\]$/s.exec((error as Error).message)?.[1] ?? String(error);
  }
};

describe('a request', () => {
  test('becomes a plan', () => {
    const { type, columns, ...plan } = planOf({});

    expect(type.name).toBe('account');
    expect(columns.map(({ name, header, window, isGrouped }) => [name, header, window, isGrouped])).toEqual([
      ['accountId', 'accountId', undefined, false],
      ['clicks', 'clicks', WINDOW, false],
    ]);
    expect(plan).toEqual({
      scope: { agencyId: '1' },
      filters: [],
      orderBy: [],
      window: WINDOW,
      metricsSince: undefined,
      attributesSince: undefined,
      currency: 'usd',
      includesRemoved: false,
      isOneZone: false,
      measures: {},
      customMetrics: [],
      customDimensions: [],
    });
  });

  test.each([
    [{ includeRemovedEntities: true }, true],
    [{ includeDeletedEntities: true }, true],
    [{ includeRemovedEntities: false, includeDeletedEntities: true }, true],
    [{ includeRemovedEntities: false }, false],
  ])('%j: removed entities %s', (fields, includesRemoved) => {
    expect(planOf(fields).includesRemoved).toBe(includesRemoved);
  });

  test('may insist on one time zone', () => {
    expect(planOf({ verifySingleTimeZone: true }).isOneZone).toBe(true);
  });

  test.each<[string, ReportRequest, Mode?]>([
    ['reportType is required.', { reportType: undefined }],
    ["There is no report type 'x'.", { reportType: 'x' }],
    ['columns must name at least one column.', { columns: [] }],
    ['columns must name at least one column.', { columns: undefined }],
    ['There are at most 300 columns.', { columns: named(...Array.from({ length: 301 }, () => 'clicks')) }],
    [
      'There are at most 300 filters.',
      { filters: Array.from({ length: 301 }, () => ({ column: { columnName: 'clicks' }, operator: 'isNull' })) },
    ],
    [
      'There are at most 300 keys in orderBy.',
      { orderBy: Array.from({ length: 301 }, () => ({ column: { columnName: 'clicks' } })) },
      'generate',
    ],
    ['keyword reports are only asynchronous: order them with reports.request.', { reportType: 'keyword' }, 'generate'],
    ['statisticsCurrency is required.', { statisticsCurrency: undefined }],
    ["statisticsCurrency is usd, agency, advertiser or account, not 'eur'.", { statisticsCurrency: 'eur' }],
    ["statisticsCurrency is usd, agency, advertiser or account, not 'toString'.", { statisticsCurrency: 'toString' }],
    ["statisticsCurrency 'advertiser' needs a scope with advertiserId.", { statisticsCurrency: 'advertiser' }],
    ["statisticsCurrency 'account' needs a scope with engineAccountId.", { statisticsCurrency: 'account' }],
    [
      "statisticsCurrency 'agency' needs a scope with agencyId.",
      { reportType: 'advertiser', columns: named('clicks'), reportScope: {}, statisticsCurrency: 'agency' },
    ],
    [
      "Two columns have the header 'clicks'; give one of them another headerText.",
      { columns: named('clicks', 'clicks') },
    ],
    [
      "Two columns have the header 'a'; give one of them another headerText.",
      {
        columns: [
          { columnName: 'clicks', headerText: 'a' },
          { columnName: 'impr', headerText: 'a' },
        ],
      },
    ],
    ['Rows cannot be grouped by a metric.', { columns: [{ columnName: 'clicks', groupByColumn: true }] }, 'generate'],
    ['Segments need a time range.', { columns: named('date'), timeRange: {} }],
    [
      'Segments need a time range.',
      {
        columns: named('accountId'),
        timeRange: undefined,
        filters: [{ column: { columnName: 'deviceSegment' }, operator: 'equals', values: ['Mobile'] }],
      },
    ],
  ])('%s', (...[message, fields, mode]) => {
    expect(refusal(fields, mode)).toBe(message);
  });

  test('300 columns, filters and keys are taken; an order is for reports at once alone', () => {
    const columns = Array.from({ length: 300 }, (_, index) => ({ columnName: 'clicks', headerText: String(index) }));
    const orderBy = Array.from({ length: 300 }, () => ({ column: { columnName: 'clicks' } }));
    const filters = orderBy.map(({ column }) => ({ column, operator: 'isNull' }));

    expect(refusal({ columns, filters, orderBy }, 'generate')).toBe('taken');
    expect(planOf({ orderBy: [{ column: { columnName: 'nothing' } }] }).orderBy).toEqual([]);
    expect(refusal({ orderBy: [...orderBy, ...orderBy] })).toBe('taken');
  });

  test.each(['advertiser', 'account'])('%s reports can be answered at once', (reportType) => {
    expect(refusal({ reportType, columns: named('clicks') }, 'generate')).toBe('taken');
  });

  test('grouping is for reports at once', () => {
    const columns = [{ columnName: 'accountId', groupByColumn: true }, { columnName: 'clicks' }];
    const grouped = ({ isGrouped }: PlannedColumn): boolean => isGrouped;

    expect(planOf({ columns }, 'generate').columns.map(grouped)).toEqual([true, false]);
    expect(planOf({ columns }, 'request').columns.map(grouped)).toEqual([false, false]);
  });

  test('a metric with days of its own is enough for a segment', () => {
    expect(refusal({ columns: [...named('date'), { columnName: 'clicks', ...DAYS }], timeRange: {} })).toBe('taken');
  });
});

describe('the scope', () => {
  const scopeOf = (reportScope: ReportRequest['reportScope'], reportType = 'keyword') =>
    readRequest({ ...BASE, reportType, columns: named('status'), reportScope }, 'request', NOW).scope;
  const wrong = (reportScope: ReportRequest['reportScope'], reportType = 'keyword') =>
    refusal({ reportType, columns: named('status'), reportScope });

  test.each([
    [{ agencyId: '1' }],
    [{ agencyId: '1', advertiserId: '2' }],
    [LINE],
    [{ ...LINE, keywordId: '6' }],
    [{ ...LINE, keywordId: '6', adId: '7' }],
  ])('%j', (scope) => {
    expect(scopeOf(scope)).toEqual(scope);
  });

  test('ids that are empty or 0 are as if they were not there', () => {
    expect(scopeOf({ agencyId: '1', advertiserId: '0', engineAccountId: '', adId: '0' })).toEqual({ agencyId: '1' });
  });

  test.each([
    ['agencyId', { advertiserId: '2' }],
    ['advertiserId', { agencyId: '1', engineAccountId: '3' }],
    ['engineAccountId', { ...LINE, engineAccountId: '0' }],
    ['campaignId', { ...LINE, campaignId: undefined }],
    ['adGroupId', { ...LINE, adGroupId: undefined, keywordId: '6' }],
    ['adGroupId', { ...LINE, adGroupId: undefined, adId: '6' }],
  ])('lacks %s', (level, scope) => {
    expect(wrong(scope)).toBe(`reportScope lacks ${level}: every level from the agency down must be given.`);
  });

  test.each([
    ['advertiser', { agencyId: '1', advertiserId: '2', engineAccountId: '3' }],
    ['account', { agencyId: '1', advertiserId: '2', engineAccountId: '3', campaignId: '4' }],
    ['campaign', LINE],
    ['adGroup', { ...LINE, keywordId: '6' }],
    ['adGroup', { ...LINE, adId: '6' }],
  ])('of %s reports does not reach below their rows', (reportType, scope) => {
    expect(wrong(scope, reportType)).toBe(`reportScope reaches below the rows of ${reportType} reports.`);
  });

  test.each([
    ['advertiser', { agencyId: '1', advertiserId: '2' }],
    ['account', { agencyId: '1', advertiserId: '2', engineAccountId: '3' }],
    ['adGroup', LINE],
  ])('of %s reports may be one row', (reportType, scope) => {
    expect(wrong(scope, reportType)).toBe('taken');
  });

  test('may be left out in advertiser reports alone', () => {
    expect(wrong(undefined, 'advertiser')).toBe('taken');
    expect(wrong({}, 'account')).toBe('reportScope needs at least agencyId.');
  });
});

describe('the time range', () => {
  const since = (text: string) => ({ changedMetricsSinceTimestamp: text });

  test('since metrics have changed: the days that can still change, up to tomorrow', () => {
    expect(planOf({ columns: named('date', 'clicks'), timeRange: since('2026-03-07T12:00:00Z') })).toMatchObject({
      window: { first: '2025-12-13', last: '2026-03-16' },
      metricsSince: Date.parse('2026-03-07T12:00:00Z'),
      attributesSince: undefined,
    });
  });

  test('since attributes have changed', () => {
    const timeRange = { changedAttributesSinceTimestamp: '2020-01-01T00:00:00Z' };

    expect(planOf({ columns: named('accountId'), timeRange })).toMatchObject({
      window: undefined,
      metricsSince: undefined,
      attributesSince: Date.parse('2020-01-01T00:00:00Z'),
    });
  });

  test.each<[string, ReportRequest]>([
    [
      'timeRange is either two days or one of the timestamps.',
      { timeRange: { ...DAYS, ...since('2026-03-10T00:00:00Z') } },
    ],
    [
      'timeRange is either two days or one of the timestamps.',
      { timeRange: { ...since('2026-03-10T00:00:00Z'), changedAttributesSinceTimestamp: '2026-03-10T00:00:00Z' } },
    ],
    [
      'changedMetricsSinceTimestamp lies more than 8 days back.',
      { columns: named('date'), timeRange: since('2026-03-07T11:59:59.999Z') },
    ],
    ["changedMetricsSinceTimestamp: 'x' is not a moment (RFC 3339).", { timeRange: since('x') }],
    [
      "changedAttributesSinceTimestamp: 'x' is not a moment (RFC 3339).",
      { timeRange: { changedAttributesSinceTimestamp: 'x' } },
    ],
    ["changedMetricsSinceTimestamp needs the column 'date'.", { timeRange: since('2026-03-10T00:00:00Z') }],
    [
      'changedAttributesSinceTimestamp is not for visit reports.',
      {
        reportType: 'visit',
        columns: named('visitId'),
        timeRange: { changedAttributesSinceTimestamp: '2026-03-10T00:00:00Z' },
      },
    ],
    [
      'conversion reports need a timeRange.',
      { reportType: 'conversion', columns: named('conversionId'), timeRange: undefined },
    ],
    ["columns[1]: the metric 'clicks' needs a time range.", { timeRange: {} }],
    ['timeRange: startDate and endDate come together.', { timeRange: { startDate: '2026-03-01' } }],
  ])('%s', (message, fields) => {
    expect(refusal(fields)).toBe(message);
  });

  test('conversions that have changed need no column of days', () => {
    const columns = named('conversionId');

    expect(refusal({ reportType: 'conversion', columns, timeRange: since('2026-03-10T00:00:00Z') })).toBe('taken');
  });
});

describe('the order', () => {
  const columns = [
    { columnName: 'accountId' },
    { columnName: 'clicks', headerText: 'a', startDate: '2026-03-01', endDate: '2026-03-01' },
    { columnName: 'clicks', headerText: 'b', startDate: '2026-03-02', endDate: '2026-03-03' },
  ];
  const orderOf = (...orderBy: NonNullable<ReportRequest['orderBy']>) =>
    planOf({ columns, orderBy }, 'generate').orderBy;

  test('is by columns of the report, ascending where it does not say', () => {
    expect(
      orderOf(
        { column: { columnName: 'accountId' } },
        { column: { columnName: 'clicks' }, sortOrder: 'descending' },
        { column: { columnName: 'clicks', headerText: 'b' }, sortOrder: 'ascending' },
        { column: { columnName: 'clicks', startDate: '2026-03-02' } },
        { column: { columnName: 'clicks', endDate: '2026-03-03' } },
      ),
    ).toEqual([
      { column: 0, isDescending: false },
      { column: 1, isDescending: true },
      { column: 2, isDescending: false },
      { column: 2, isDescending: false },
      { column: 2, isDescending: false },
    ]);
  });

  test.each<[string, NonNullable<ReportRequest['orderBy']>]>([
    ['orderBy[0]: sortOrder is ascending or descending.', [{ column: { columnName: 'clicks' }, sortOrder: 'up' }]],
    ["orderBy[0]: 'impr' is not among the columns.", [{ column: { columnName: 'impr' } }]],
    [
      "orderBy[1]: 'clicks' is not among the columns.",
      [{ column: { columnName: 'accountId' } }, { column: { columnName: 'clicks', headerText: 'c' } }],
    ],
    ["orderBy[0]: 'clicks' is not among the columns.", [{ column: { savedColumnName: 'clicks' } }]],
    [
      'orderBy[0] takes exactly one of columnName, savedColumnName, customMetricName, customDimensionName.',
      [{ sortOrder: 'ascending' }],
    ],
  ])('%s', (message, orderBy) => {
    expect(refusal({ columns, orderBy }, 'generate')).toBe(message);
  });
});

describe('filters', () => {
  test('are on columns of their own, named by their place', () => {
    const filters = [{ column: { columnName: 'impr' }, operator: 'greaterThan', values: [5] }];

    expect(planOf({ filters }).filters).toEqual([
      { column: expect.objectContaining({ name: 'impr', window: WINDOW }), operator: 'greaterThan', values: ['5'] },
    ]);
    expect(refusal({ filters: [...filters, { operator: 'equals' }] })).toContain('filters[1] takes exactly one of');
  });
});

test.each([
  [{ columns: named('clicks') }, false],
  [{}, false],
  [{ columns: [{ savedColumnName: 'x' }] }, true],
  [{ columns: [{ customMetricName: 'x' }] }, true],
  [{ columns: [{ customDimensionName: 'x' }] }, true],
  [{ columns: named('clicks'), filters: [{ column: { customMetricName: 'x' } }] }, true],
  [{ columns: named('clicks'), filters: [{}] }, false],
])('%j asks for what an advertiser has defined: %s', (request, uses) => {
  expect(usesDefinitions(request)).toBe(uses);
});

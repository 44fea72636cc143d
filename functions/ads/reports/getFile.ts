import { defineReportOperation } from '#lib/ads/operation';
import { reportFile } from '#lib/ads/reports/run/report-file';
import { MANAGE_ADS } from '#lib/ads/scopes';
import { media } from '#lib/api/operation';
import { integer, string } from '#lib/api/schema';

export const reportsGetFile = defineReportOperation({
  id: 'doubleclicksearch.reports.getFile',
  summary: 'Downloads a file of a report.',
  route: 'GET /doubleclicksearch/v2/reports/{reportId}/files/{reportFragment}',
  scopes: [MANAGE_ADS],
  cost: 1,
  path: {
    reportId: string('Id of the report.'),
    reportFragment: integer('Which file, counted from 0.', { minimum: 0 }),
  },
  query: {},
  returns: media(),

  run: ({ path }, context) => reportFile(path.reportId, path.reportFragment, context),
});

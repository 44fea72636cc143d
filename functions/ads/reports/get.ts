import { pending } from '#lib/api/operation';
import { string } from '#lib/api/schema';
import { defineReportOperation } from '#lib/ads/operation';
import { ReportResource } from '#lib/ads/resources/report';
import { MANAGE_ADS } from '#lib/ads/scopes';

export const reportsGet = defineReportOperation({
  id: 'doubleclicksearch.reports.get',
  summary: 'Says how far an ordered report is and where its files are.',
  route: 'GET /doubleclicksearch/v2/reports/{reportId}',
  scopes: [MANAGE_ADS],
  cost: 1,
  path: { reportId: string('Id of the report.') },
  query: {},
  returns: ReportResource,
  run: pending,
});

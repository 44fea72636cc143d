import { defineReportOperation } from '#lib/ads/operation';
import { generateReport } from '#lib/ads/reports/run/generate';
import { ReportResource } from '#lib/ads/resources/report';
import { ReportRequestResource } from '#lib/ads/resources/report-request';
import { MANAGE_ADS } from '#lib/ads/scopes';

export const reportsGenerate = defineReportOperation({
  id: 'doubleclicksearch.reports.generate',
  summary: 'Returns a small report at once.',
  route: 'POST /doubleclicksearch/v2/reports/generate',
  scopes: [MANAGE_ADS],
  cost: 1,
  path: {},
  query: {},
  body: ReportRequestResource,
  returns: ReportResource,

  run: ({ body }, context) => generateReport(body, context),
});

import { defineReportOperation } from '#lib/ads/operation';
import { orderReport } from '#lib/ads/reports/run/order';
import { ReportResource } from '#lib/ads/resources/report';
import { ReportRequestResource } from '#lib/ads/resources/report-request';
import { MANAGE_ADS } from '#lib/ads/scopes';

export const reportsRequest = defineReportOperation({
  id: 'doubleclicksearch.reports.request',
  summary: 'Orders a report that is delivered as files.',
  route: 'POST /doubleclicksearch/v2/reports',
  scopes: [MANAGE_ADS],
  cost: 1,
  path: {},
  query: {},
  body: ReportRequestResource,
  returns: ReportResource,

  run: ({ body }, context) => orderReport(body, context),
});

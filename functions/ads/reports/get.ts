import { defineReportOperation } from '#lib/ads/operation';
import { failureError, requireReport, toWire } from '#lib/ads/reports/run/report';
import { ReportResource } from '#lib/ads/resources/report';
import { MANAGE_ADS } from '#lib/ads/scopes';
import { string } from '#lib/api/schema';

export const reportsGet = defineReportOperation({
  id: 'doubleclicksearch.reports.get',
  summary: 'Reads the state of an ordered report and the addresses of its files.',
  route: 'GET /doubleclicksearch/v2/reports/{reportId}',
  scopes: [MANAGE_ADS],
  cost: 1,
  path: { reportId: string('Id of the report.') },
  query: {},
  returns: ReportResource,

  async run({ path }, { caller, stores, request, reply }) {
    const [found, grants] = await Promise.all([
      stores.reports.find(path.reportId),
      stores.grants.listFor(caller.email),
    ]);
    const report = requireReport(found, caller.email, grants);
    if (report.failure !== undefined) throw failureError(report.failure);
    if (report.result === undefined) reply.status = 202;
    return toWire(report, request.rootUrl);
  },
});

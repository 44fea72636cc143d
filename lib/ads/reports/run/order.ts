/** reports.request: checks what can be checked, and queues the rest. */
import { refuse } from '#lib/ads/batch/batch';
import { locateReport, prepare } from '#lib/ads/reports/request/prepare';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import type { Clock, Ids } from '#lib/api/context';
import { withDefaults } from './generate.ts';
import { newReportId, toWire, type Report, type WireReport } from './report.ts';
import type { ReportStores } from './stores.ts';

const MAX_ROWS_PER_FILE = 100_000_000;

interface Dependencies {
  readonly stores: ReportStores;
  readonly caller: { readonly email: string };
  readonly clock: Clock;
  readonly ids: Ids;
  readonly request: { readonly rootUrl: string };
}

function readFiles(
  { downloadFormat, maxRowsPerFile }: ReportRequest,
  leastRowsPerFile: number,
): Pick<ReportRequest, 'downloadFormat' | 'maxRowsPerFile'> {
  if (downloadFormat === undefined) throw refuse('downloadFormat is required.');
  const format = downloadFormat.toLowerCase();
  if (format !== 'csv' && format !== 'tsv') throw refuse(`downloadFormat is csv or tsv, not '${downloadFormat}'.`);
  if (maxRowsPerFile === undefined) throw refuse('maxRowsPerFile is required.');
  if (maxRowsPerFile < leastRowsPerFile || maxRowsPerFile > MAX_ROWS_PER_FILE) {
    throw refuse(
      `maxRowsPerFile is ${String(leastRowsPerFile)} to ${String(MAX_ROWS_PER_FILE)}, not ${String(maxRowsPerFile)}.`,
    );
  }
  return { downloadFormat: format, maxRowsPerFile };
}

export async function orderReport(
  request: ReportRequest,
  { stores, caller, clock, ids, request: { rootUrl } }: Dependencies,
): Promise<WireReport> {
  const files = readFiles(request, stores.reportSettings.leastRowsPerFile);
  const prepared = await prepare(request, 'request', { stores, email: caller.email, clock });
  // Only the zones need the warehouse.
  if (prepared.plan.isOneZone) await locateReport(prepared, stores.warehouse);
  const report: Report = {
    id: newReportId(ids),
    owner: caller.email,
    state: 'QUEUED',
    request: { ...withDefaults(request), ...files },
    subjects: prepared.visible,
    requestedMs: clock.now().getTime(),
    attempts: 0,
    errors: 0,
    leaseUntilMs: 0,
  };
  await stores.reports.add(report);
  return toWire(report, rootUrl);
}

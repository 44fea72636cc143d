/** reports.generate: a small report, answered at once. */
import { refuse } from '#lib/ads/batch/batch';
import type { Page } from '#lib/ads/reports/plan/statement';
import { locateReport, prepare, questionOf } from '#lib/ads/reports/request/prepare';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { cellOf, type Cell } from '#lib/ads/reports/sql/value-type';
import type { Clock } from '#lib/api/context';
import { unavailable } from '#lib/api/errors';
import { type WireReport, KIND } from './report.ts';
import type { ReportStores } from './stores.ts';

const MAX_START_ROW = 50_000;
const MAX_ROWS = 10_000;

interface Dependencies {
  readonly stores: ReportStores;
  readonly caller: { readonly email: string };
  readonly clock: Clock;
}

function pageOf({ startRow = 0, rowCount = MAX_ROWS }: ReportRequest): Page {
  if (startRow < 0 || startRow > MAX_START_ROW) throw refuse(`startRow is 0 to ${String(MAX_START_ROW)}.`);
  if (rowCount < 0 || rowCount > MAX_ROWS) throw refuse(`rowCount is 0 to ${String(MAX_ROWS)}.`);
  return { startRow, rowCount };
}

/** Defaults that an answer shows. */
export const withDefaults = (request: ReportRequest): ReportRequest => ({
  ...request,
  includeRemovedEntities: (request.includeRemovedEntities ?? false) || (request.includeDeletedEntities ?? false),
  verifySingleTimeZone: request.verifySingleTimeZone ?? false,
});

export async function generateReport(
  request: ReportRequest,
  { stores, caller, clock }: Dependencies,
): Promise<WireReport> {
  const { warehouse, reportSettings } = stores;
  const page = pageOf(request);
  const prepared = await prepare(request, 'generate', { stores, email: caller.email, clock });
  const { plan } = prepared;
  const { reportAccounts, timeZone } = await locateReport(prepared, warehouse);
  const signal = AbortSignal.timeout(reportSettings.generateMs);
  try {
    const question = await questionOf(plan, reportAccounts, stores, warehouse, { page }, signal);
    const found = page.rowCount === 0 ? [] : await warehouse.rows(question);
    const { columns } = question.statement;
    const rows = found.map((row) =>
      Object.fromEntries(
        columns.flatMap(({ header, type }, index): [string, Cell][] => {
          const cell = cellOf(type, row[index]);
          return cell === undefined ? [] : [[header, cell]];
        }),
      ),
    );
    return {
      kind: KIND,
      request: { ...withDefaults(request), ...page },
      rowCount: rows.length,
      rows,
      statisticsCurrencyCode: reportAccounts.currencyCode,
      ...(timeZone !== undefined && { statisticsTimeZone: timeZone }),
    };
  } catch (error) {
    if (signal.aborted)
      throw unavailable(
        'backendError',
        'The report takes too long to be answered at once: order it with reports.request.',
        { cause: error },
      );
    throw error;
  }
}

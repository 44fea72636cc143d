/**
 * Runs one report under a lease: statement, files, and the one write that makes them visible. The way of a report:
 * `../request/` checks what was asked for, `../plan/` says what is to be read, `../compile/` makes the SQL from the
 * columns of `../catalogue/`, and this folder orders, runs and hands out reports.
 */
import { textCells } from '#lib/ads/reports/compile/cells';
import { locateReport, prepare, questionOf } from '#lib/ads/reports/request/prepare';
import type { Clock, Ids, Logger } from '#lib/api/context';
import { ApiError } from '#lib/api/errors';
import { fragmentsOf, headerLine } from './fragments.ts';
import {
  FAILURES,
  GIVEN_UP,
  type Failure,
  type FailureReason,
  type Report,
  type ReportFile,
  type ReportResult,
} from './report.ts';
import type { ReportStores } from './stores.ts';

export const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
const MAX_ATTEMPTS = 3;

export interface RunDependencies {
  readonly stores: ReportStores;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
}

export interface LeaseDependencies extends Pick<RunDependencies, 'clock' | 'ids' | 'log'> {
  readonly stores: Pick<ReportStores, 'reports' | 'reportFiles'>;
}

class TooLarge extends Error {}
export class LeaseLost extends Error {}

export const failureOf = (reason: FailureReason, message: string = FAILURES[reason]): Failure => ({ reason, message });

/** The owner's grants are checked now, not as of the order. */
async function produce(
  report: Report,
  folder: string,
  { stores }: RunDependencies,
  signal: AbortSignal,
): Promise<ReportResult> {
  const { request, owner } = report;
  const { warehouse, reportFiles, reportSettings } = stores;
  const format = request.downloadFormat === 'tsv' ? 'tsv' : 'csv';
  const prepared = await prepare(request, 'request', {
    stores,
    email: owner,
    clock: { now: () => new Date(report.requestedMs) },
  });
  const { reportAccounts, timeZone } = await locateReport(prepared, warehouse);
  const present = textCells({ format, guardsFormulas: reportSettings.guardsFormulas }, warehouse.dialect);
  const question = await questionOf(prepared.plan, reportAccounts, stores, warehouse, { present }, signal);
  const header = headerLine(
    question.statement.columns.map((column) => column.header),
    format,
  );
  return warehouse.lines(question, format, async (lines) => {
    if (lines.rows > reportSettings.mostRows) throw new TooLarge();
    const files: ReportFile[] = [];
    for (const bytes of fragmentsOf(lines, header, request.maxRowsPerFile ?? lines.rows, format)) {
      signal.throwIfAborted();
      const key = `${folder}${String(files.length)}.${format}`;
      files.push({ key, bytes: await reportFiles.write(key, bytes, format, signal) });
    }
    return { files, rowCount: lines.rows, currencyCode: reportAccounts.currencyCode, timeZone };
  });
}

function failureFrom(error: unknown): Failure | undefined {
  if (error instanceof TooLarge) return failureOf('reportUnavailableRequestTooLarge');
  if (error instanceof ApiError && error.code < 500) return failureOf('reportUnavailableRequestError', error.message);
  return undefined;
}

/** Keeps the lease while the work runs; a runner that lost it stops. */
export async function underLease<T>(
  report: Report,
  token: string,
  { stores, clock, log }: LeaseDependencies,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const renew = async (): Promise<void> => {
    if (!(await stores.reports.renew(report.id, token, clock.now().getTime() + LEASE_MS)))
      ending.abort(new LeaseLost());
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => {
      log.error('lease not renewed', { report: report.id, error: String(error) });
    });
  }, RENEW_MS);
  // The work itself keeps the process alive.
  timer.unref();
  try {
    return await work(ending.signal);
  } finally {
    clearInterval(timer);
  }
}

/** Final: the owner is told why. An alarm counts those that are our fault (lib/package/counted-lines.ts). */
export async function giveUp(
  { id }: Report,
  token: string,
  failure: Failure,
  { stores, log }: LeaseDependencies,
): Promise<Outcome> {
  if (!(await stores.reports.fail(id, token, failure))) return 'taken';
  log.error(GIVEN_UP, { report: id, reason: failure.reason });
  return 'failed';
}

/** What happened to a report that was due: `taken` by another runner, or done by this one. */
export type Outcome = 'taken' | 'ready' | 'failed' | 'again';

export async function runReport(due: Report, surroundings: RunDependencies): Promise<Outcome> {
  const { stores, clock, ids, log } = surroundings;
  const token = ids.next();
  const nowMs = clock.now().getTime();
  const report = await stores.reports.claim(due, { token, untilMs: nowMs + LEASE_MS, nowMs });
  if (report === undefined) return 'taken';
  if (report.attempts > MAX_ATTEMPTS) {
    // Runners that vanish without an error ran out of time or memory.
    const reason = report.errors > 0 ? 'reportUnavailableInternalServerError' : 'reportUnavailableRequestTooLarge';
    return giveUp(report, token, failureOf(reason), surroundings);
  }
  const refusal = await stores.reports.takeTurn(report.owner, nowMs);
  if (refusal !== undefined) return giveUp(report, token, failureOf(refusal), surroundings);

  const folder = `reports/${report.id}/${token}/`;
  try {
    const result = await underLease(report, token, surroundings, (signal) =>
      produce(report, folder, surroundings, signal),
    );
    if (await stores.reports.complete(report, token, result)) return 'ready';
    await stores.reportFiles.removeAll(folder);
    return 'taken';
  } catch (error) {
    if (error instanceof LeaseLost) {
      await stores.reportFiles.removeAll(folder);
      return 'taken';
    }
    const failure =
      failureFrom(error) ??
      (report.attempts >= MAX_ATTEMPTS ? failureOf('reportUnavailableInternalServerError') : undefined);
    log.error('report failed', {
      report: report.id,
      attempt: report.attempts,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    const outcome =
      failure !== undefined
        ? await giveUp(report, token, failure, surroundings)
        : (await stores.reports.release(report.id, token))
          ? 'again'
          : 'taken';
    // The write that made the report ready may have failed after it took place: then the files are the report's.
    if (outcome !== 'taken') await stores.reportFiles.removeAll(folder);
    return outcome;
  }
}

/** One look at a report at the upstream: it is brought here when it is ready, and asked for again later when not. */
import {
  FAILURES,
  type Failure,
  type FailureReason,
  type Report,
  type ReportFile,
  type UpstreamReport,
  type WireReport,
} from '#lib/ads/reports/run/report';
import {
  failureOf,
  giveUp,
  LEASE_MS,
  LeaseLost,
  underLease,
  type LeaseDependencies,
} from '#lib/ads/reports/run/run-report';
import { fetchFile } from './fetch-file.ts';
import {
  errorOf,
  isPassing,
  OutOfTime,
  REPORTS_PATH,
  jsonOf,
  type AskUpstream,
  type UpstreamAnswer,
} from './upstream.ts';

export interface FollowDependencies extends LeaseDependencies {
  readonly ask: AskUpstream;
  /** Who asks decides how long: an upstream that fails does not end the report, however old it is. */
  readonly isOnRequest?: boolean;
}

export type FollowOutcome = 'taken' | 'waiting' | 'ready' | 'failed';

const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 900_000;
const GIVEN_UP_AFTER_MS = 86_400_000;
const NEVER_READY = 'The report was not ready after a day. Order it again.';

/** A failure at the upstream keeps its reason. */
function failureIn(answer: UpstreamAnswer): Failure {
  const { reason: said, message } = errorOf(answer);
  const reason = Object.hasOwn(FAILURES, said) ? (said as FailureReason) : 'reportUnavailableRequestError';
  return failureOf(reason, message);
}

/** Growing, up to a quarter of an hour. */
const pausedOf = (upstream: UpstreamReport, nowMs: number): UpstreamReport => ({
  ...upstream,
  pauses: upstream.pauses + 1,
  dueAtMs: nowMs + Math.min(FIRST_PAUSE_MS * 2 ** upstream.pauses, MAX_PAUSE_MS),
});

async function fail(
  report: Report,
  token: string,
  failure: Failure,
  dependencies: FollowDependencies,
): Promise<FollowOutcome> {
  return (await giveUp(report, token, failure, dependencies)) === 'failed' ? 'failed' : 'taken';
}

/** Back to the queue, or given up when it is too old. */
async function askLater(
  report: Report,
  upstream: UpstreamReport,
  token: string,
  dependencies: FollowDependencies,
): Promise<FollowOutcome> {
  const { stores, clock } = dependencies;
  const nowMs = clock.now().getTime();
  if (nowMs - report.requestedMs > GIVEN_UP_AFTER_MS)
    return fail(report, token, failureOf('reportUnavailableInternalServerError', NEVER_READY), dependencies);
  return (await stores.reports.postpone(report.id, token, pausedOf(upstream, nowMs))) ? 'waiting' : 'taken';
}

/** What is here already is not fetched again; each file that has come is noted before the next. */
async function bringFiles(
  report: Report,
  upstream: UpstreamReport,
  made: WireReport,
  token: string,
  { stores, ask }: FollowDependencies,
  signal: AbortSignal,
): Promise<readonly ReportFile[]> {
  const format = report.request.downloadFormat?.toLowerCase() === 'tsv' ? 'tsv' : 'csv';
  const files = [...upstream.files];
  for (const [index, { byteCount }] of (made.files ?? []).entries()) {
    if (index < files.length) continue;
    signal.throwIfAborted();
    const key = `reports/${report.id}/upstream/${String(index)}.${format}`;
    const file = fetchFile(
      `${REPORTS_PATH}/${encodeURIComponent(upstream.id)}/files/${String(index)}`,
      report.owner,
      ask,
    );
    const bytes = await stores.reportFiles.write(key, file.bytes, format, signal);
    if (byteCount !== undefined && Number(byteCount) !== bytes)
      throw new Error(`file ${String(index)} has ${String(bytes)} bytes in place of ${byteCount}`);
    files.push({ key, bytes, sha256: file.sha256() });
    if (!(await stores.reports.saveProgress(report.id, token, { ...upstream, files }))) throw new LeaseLost();
  }
  return files;
}

async function bring(
  report: Report,
  upstream: UpstreamReport,
  token: string,
  dependencies: FollowDependencies,
): Promise<FollowOutcome> {
  const { stores, ask } = dependencies;
  const answer = await ask({ method: 'GET', path: `${REPORTS_PATH}/${encodeURIComponent(upstream.id)}` }, report.owner);
  const { status } = answer;
  if (isPassing(answer)) throw new Error(`the upstream answered ${String(status)}`);
  if (status >= 400) return fail(report, token, failureIn(answer), dependencies);
  const made = jsonOf<WireReport>(answer);
  if (made?.isReportReady !== true) return askLater(report, upstream, token, dependencies);
  const files = await underLease(report, token, dependencies, (signal) =>
    bringFiles(report, upstream, made, token, dependencies, signal),
  );
  const result = {
    files,
    rowCount: made.rowCount ?? 0,
    currencyCode: made.statisticsCurrencyCode ?? '',
    ...(made.statisticsTimeZone !== undefined && { timeZone: made.statisticsTimeZone }),
  };
  return (await stores.reports.complete(report, token, result)) ? 'ready' : 'taken';
}

/** One look at the upstream, under a lease. */
export async function follow(due: Report, dependencies: FollowDependencies): Promise<FollowOutcome> {
  const { stores, clock, ids, log } = dependencies;
  const token = ids.next();
  const nowMs = clock.now().getTime();
  const report = await stores.reports.claim(due, { token, untilMs: nowMs + LEASE_MS, nowMs });
  if (report?.upstream === undefined) return 'taken';
  const { upstream } = report;
  try {
    return await bring(report, upstream, token, dependencies);
  } catch (error) {
    if (error instanceof LeaseLost) return 'taken';
    if (!(error instanceof OutOfTime))
      log.error('report not fetched', {
        report: report.id,
        error: error instanceof Error ? error.message : String(error),
      });
    const files = (await stores.reports.find(report.id))?.upstream?.files ?? upstream.files;
    const sofar = { ...upstream, files };
    if (dependencies.isOnRequest !== true) return askLater(report, sofar, token, dependencies);
    return (await stores.reports.postpone(report.id, token, sofar)) ? 'waiting' : 'taken';
  }
}

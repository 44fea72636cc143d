/** Brings the days of an archive that are not there yet, each by a request of its own. */
import type { WireReport } from '#lib/ads/reports/run/report';
import {
  errorOf,
  isPassing,
  jsonOf,
  REPORTS_PATH,
  type AskUpstream,
  type UpstreamAnswer,
} from '#lib/ads/reports/upstream/upstream';
import type { Clock } from '#lib/api/context';
import { inParallel } from '#lib/api/process/in-parallel';
import { daysOf, type ArchiveSpec, type ArchiveStore, type OrderedDay } from './archive.ts';
import { wholeDay } from './whole-day.ts';

const AT_ONCE = 4;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** An order that never ends is made anew. */
const GIVEN_UP_AFTER_MS = 86_400_000;
const MAX_ROWS_PER_FILE = 100_000_000;

export interface PullDependencies {
  readonly ask: AskUpstream;
  readonly archive: ArchiveStore;
  readonly clock: Clock;
  readonly wait: (ms: number) => Promise<unknown>;
  /** False when the run must end; what was ordered is fetched by the next. */
  readonly hasTime: () => boolean;
}

export interface PulledDays {
  readonly there: number;
  readonly pulled: readonly string[];
  readonly waiting: readonly string[];
  readonly failed: readonly { readonly day: string; readonly reason: string }[];
}

class Refused extends Error {}

const messageOf = (answer: UpstreamAnswer): string =>
  errorOf(answer).message ?? `the upstream answered ${String(answer.status)}`;

/** Only a refusal of the request itself is final; all else is worth another run. */
function checked(answer: UpstreamAnswer): WireReport {
  if (answer.status >= 400) throw isPassing(answer) ? new Error(messageOf(answer)) : new Refused(messageOf(answer));
  const report = jsonOf<WireReport>(answer);
  if (report === undefined) throw new Error('the upstream answered no JSON');
  return report;
}

async function orderDay(
  { request, email, name }: ArchiveSpec,
  day: string,
  { ask, archive, clock }: PullDependencies,
): Promise<OrderedDay> {
  const body = JSON.stringify({
    statisticsCurrency: 'usd',
    downloadFormat: 'csv',
    maxRowsPerFile: MAX_ROWS_PER_FILE,
    ...request,
    timeRange: { startDate: day, endDate: day },
  });
  const headers = { 'content-type': 'application/json' };
  const { id } = checked(await ask({ method: 'POST', path: REPORTS_PATH, headers, body }, email));
  if (id === undefined) throw new Error('the upstream gave the report no id');
  const ordered = { reportId: id, orderedAtMs: clock.now().getTime() };
  await archive.order(name, day, ordered);
  return ordered;
}

/** Undefined when the time was over before it was ready. */
async function untilReady(
  path: string,
  email: string,
  { ask, wait, hasTime }: PullDependencies,
): Promise<WireReport | undefined> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    const report = checked(await ask({ method: 'GET', path }, email));
    if (report.isReportReady === true) return report;
    if (!hasTime()) return undefined;
    await wait(pauseMs);
  }
}

/** Whether the day is there now. */
async function pullDay(spec: ArchiveSpec, day: string, dependencies: PullDependencies): Promise<boolean> {
  const { archive, ask, clock } = dependencies;
  const { name, email } = spec;
  const former = await archive.ordered(name, day);
  const isFresh = former !== undefined && clock.now().getTime() - former.orderedAtMs < GIVEN_UP_AFTER_MS;
  const { reportId } = isFresh ? former : await orderDay(spec, day, dependencies);
  const path = `${REPORTS_PATH}/${encodeURIComponent(reportId)}`;
  try {
    const report = await untilReady(path, email, dependencies);
    if (report === undefined) return false;
    const format = spec.request.downloadFormat === 'tsv' ? 'tsv' : 'csv';
    const fileName = `part-0.${format}`;
    const whole = wholeDay(path, report, format, email, ask);
    const bytes = await archive.write(name, day, fileName, whole.bytes, format);
    const file = { name: fileName, bytes, sha256: whole.sha256() };
    const fetchedAt = clock.now().toISOString();
    await archive.finish(name, day, { reportId, rowCount: report.rowCount ?? 0, fetchedAt, file });
    return true;
  } catch (error) {
    // The upstream has failed or forgotten it: the next run orders it anew.
    if (error instanceof Refused) await archive.order(name, day, undefined);
    throw error;
  }
}

/** `again` are fetched although they are there: their numbers have changed. */
export async function pullDays(
  spec: ArchiveSpec,
  dependencies: PullDependencies,
  {
    again = [],
    onDay,
  }: { readonly again?: readonly string[]; readonly onDay?: (done: number, all: number) => void } = {},
): Promise<PulledDays> {
  const { archive, clock, hasTime } = dependencies;
  const there = await archive.days(spec.name);
  const days = daysOf(spec, clock.now().getTime());
  const missing = days.filter((day) => !there.has(day) || again.includes(day));
  const [pulled, waiting, failed] = [[] as string[], [] as string[], [] as { day: string; reason: string }[]];
  await inParallel(missing, AT_ONCE, async (day) => {
    if (!hasTime()) {
      waiting.push(day);
      return;
    }
    try {
      ((await pullDay(spec, day, dependencies)) ? pulled : waiting).push(day);
    } catch (error) {
      failed.push({ day, reason: error instanceof Error ? error.message : String(error) });
    }
    onDay?.(pulled.length + waiting.length + failed.length, missing.length);
  });
  return { there: days.length - missing.length, pulled: pulled.toSorted(), waiting: waiting.toSorted(), failed };
}

/**
 * Calendar servers with the same events, asked the same over HTTP in turns: a week, one more event, and what has
 * changed since. `ALMANAC_BENCH_EVENTS=1000,10000` chooses the sizes.
 */
import { startRadicale, startXandikos } from '#test/tools/bench/rivals/caldav-servers';
import { EMULATE, startEmulate } from '#test/tools/bench/rivals/emulate';
import { MAX_ANSWER_MS, temporaryPackages, type Rival } from '#test/tools/bench/rivals/rival';
import { median, type Bench, type Report } from '#test/tools/measure/bench';
import { openAlmanac } from './almanac-itself.ts';
import { EVENTS_A_WEEK, FIRST_WEEK_MS, manyEvents, WEEK_MS } from './full-calendars.ts';

const EMAIL = 'rivals@example.com';
const SIZES = (process.env['ALMANAC_BENCH_EVENTS'] ?? '1000,10000,100000').split(',').map(Number);
const ROUNDS = 15;
/** A program that takes longer for a round is measured only a few times. */
const LONG_MS = 5_000;
/** No further round is begun for a size after that. */
const MAX_SIZE_MS = 300_000;

const OPERATIONS = ['a week', 'one more event', 'the change since'] as const;
type Times = Readonly<Record<(typeof OPERATIONS)[number], number[]>>;

const timed = async (into: number[], work: () => Promise<unknown>): Promise<void> => {
  const startedAt = performance.now();
  await work();
  into.push(performance.now() - startedAt);
};

/** What a program is too slow for it is left out of; anything else is a fault. */
async function inTime<T>(name: string, report: Report, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const isLate = error instanceof Error && (error.name === 'TimeoutError' || 'killed' in error);
    if (!isLate) throw error;
    report.note(`${name} is left out: it took more than ${String(MAX_ANSWER_MS / 1000)} s`);
    return undefined;
  }
}

/** Until a program has compiled what it uses often. */
const WARM_UPS = 60;
const MAX_WARM_MS = 20_000;

/** Reads weeks and asks for the first changes, at which most programs load everything. */
async function warm(rivals: readonly Rival[], report: Report): Promise<Rival[]> {
  const ready: Rival[] = [];
  for (const rival of rivals) {
    report.progress(`the first answers of ${rival.name}`);
    const isReady = await inTime(rival.name, report, async () => {
      const untilMs = performance.now() + MAX_WARM_MS;
      for (let turn = 0; turn === 0 || (turn < WARM_UPS && performance.now() < untilMs); turn += 1) {
        await rival.week({ fromMs: FIRST_WEEK_MS, toMs: FIRST_WEEK_MS + WEEK_MS });
        await rival.sync?.();
        await rival.write(-1 - turn);
      }
      await rival.sync?.();
      return true;
    });
    if (isReady === true) ready.push(rival);
  }
  return ready;
}

async function round(rival: Rival, times: Times, number: number, weeks: number): Promise<void> {
  const fromMs = FIRST_WEEK_MS + (number % weeks) * WEEK_MS;
  await timed(times['a week'], async () => {
    const found = await rival.week({ fromMs, toMs: fromMs + WEEK_MS });
    // Events of the weeks before and after may overlap it.
    if (found < EVENTS_A_WEEK || found > EVENTS_A_WEEK + 10)
      throw new Error(`${rival.name} found ${String(found)} events in a week of ${String(EVENTS_A_WEEK)}.`);
  });
  await timed(times['one more event'], () => rival.write(number));
  const { sync } = rival;
  if (sync === undefined) return;
  await timed(times['the change since'], async () => {
    const changed = await sync();
    if (changed !== 1) throw new Error(`${rival.name} names ${String(changed)} changes after one.`);
  });
}

/** In turns, so that other load affects all. */
async function compare(rivals: readonly Rival[], weeks: number, report: Report): Promise<Map<string, Times>> {
  const all = new Map(
    rivals.map(({ name }): [string, Times] => [name, { 'a week': [], 'one more event': [], 'the change since': [] }]),
  );
  const untilMs = performance.now() + MAX_SIZE_MS;
  for (let number = 0; number < ROUNDS && performance.now() < untilMs; number += 1) {
    report.progress(`round ${String(number + 1)} of ${String(ROUNDS)}`);
    for (const rival of rivals) {
      const times = all.get(rival.name);
      if (times === undefined) continue;
      const isLong = Object.values(times).some((taken) => taken.length >= 3 && median(taken) > LONG_MS);
      if (!isLong) await round(rival, times, number, weeks);
    }
  }
  return all;
}

async function startAll(
  size: number,
  almanac: Awaited<ReturnType<typeof openAlmanac>>,
  packages: string | undefined,
  report: Report,
): Promise<Rival[]> {
  const events = manyEvents(size, EMAIL);
  report.progress(`filling Almanac with ${String(size)} events`);
  const rivals = [await almanac.start(events)];
  const others: readonly [string, () => Promise<Rival | undefined>, string][] = [
    [
      'emulate',
      () => (packages === undefined ? Promise.resolve(undefined) : startEmulate(events, packages)),
      `needs npm's registry, and takes events one by one, for ${String(MAX_ANSWER_MS / 1000)} s at most`,
    ],
    ['Radicale', () => startRadicale(events), '`apt-get install radicale`'],
    ['Xandikos', () => startXandikos(events), '`apt-get install xandikos git`'],
  ];
  for (const [name, start, hint] of others) {
    report.progress(`filling ${name} with ${String(size)} events`);
    const rival = await inTime(name, report, start);
    if (rival === undefined) report.note(`${String(size)} events: ${name} is left out (${hint})`);
    else rivals.push(rival);
  }
  return rivals;
}

async function run(report: Report): Promise<void> {
  const almanac = await openAlmanac(EMAIL);
  const packages = await temporaryPackages(EMULATE);
  try {
    for (const size of SIZES) {
      const rivals = await startAll(size, almanac, packages?.folder, report);
      try {
        const all = await compare(await warm(rivals, report), size / EVENTS_A_WEEK, report);
        for (const operation of OPERATIONS)
          for (const [name, times] of all)
            if (times[operation].length > 0)
              // The best: other load on the machine can only add to a time.
              report.row(`${String(size)} events, ${operation}: ${name}`, Math.min(...times[operation]), 'ms');
      } finally {
        await Promise.all(rivals.map((rival) => rival.stop()));
      }
    }
  } finally {
    await packages?.remove();
    await almanac.stop();
  }
}

export const sideBySide: Bench = { name: 'side-by-side', usesStack: true, run };

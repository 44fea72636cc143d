import type { StoredEvent } from '#lib/calendar/model/event';
import { startGateway } from '#lib/local/gateway/gateway';
import { readDeployment } from '#lib/package/template/deployment';
import {
  MAX_ANSWER_MS,
  startEmulate,
  startRadicale,
  startXandikos,
  temporaryPackages,
  type Rival,
  type Window,
} from '#test/tools/bench/rivals/rivals';
import { median, type Bench, type Report } from '#test/tools/measure/bench';
import { openBenchStack } from '#test/tools/measure/stack';
import { EVENTS_A_WEEK, fillCalendar, FIRST_WEEK_MS, manyEvents, WEEK_MS } from './full-calendars.ts';

const EMAIL = 'rivals@example.com';
const SIZES = [1_000, 10_000, 100_000] as const;
const ROUNDS = 15;
/** A program that takes longer for one week is measured only a few times. */
const LONG_MS = 5_000;
/** emulate accepts events only one by one. */
const MAX_IN_EMULATE = 10_000;

async function openAlmanac(): Promise<{
  start(events: readonly StoredEvent[]): Promise<Rival>;
  stop(): Promise<void>;
}> {
  const { token } = await openBenchStack();
  const gateway = await startGateway({ functions: readDeployment('bench').functions, port: 0 });
  const headers = { authorization: `Bearer ${await token(EMAIL)}`, 'content-type': 'application/json' };
  return {
    async start(events) {
      const made = await fetch(`${gateway.rootUrl}calendar/v3/calendars`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ summary: 'Bench' }),
      });
      const { id } = (await made.json()) as { readonly id: string };
      await fillCalendar(id, events);
      return {
        name: 'Almanac',
        async week({ fromMs, toMs }) {
          const query = new URLSearchParams({
            singleEvents: 'true',
            orderBy: 'startTime',
            timeMin: new Date(fromMs).toISOString(),
            timeMax: new Date(toMs).toISOString(),
            maxResults: '250',
          });
          const answer = await fetch(
            `${gateway.rootUrl}calendar/v3/calendars/${encodeURIComponent(id)}/events?${query.toString()}`,
            { headers },
          );
          const { items = [] } = (await answer.json()) as { readonly items?: readonly unknown[] };
          return items.length;
        },
        stop: () => Promise.resolve(),
      };
    },
    stop: () => gateway.stop(),
  };
}

/** Reads a first week, at which most programs load everything. Returns those that answer in time. */
async function warm(rivals: readonly Rival[], report: Report): Promise<Rival[]> {
  const ready: Rival[] = [];
  for (const rival of rivals) {
    report.progress(`the first week of ${rival.name}`);
    try {
      await rival.week({ fromMs: FIRST_WEEK_MS, toMs: FIRST_WEEK_MS + WEEK_MS });
      ready.push(rival);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
      report.note(`${rival.name} is left out: its first answer took more than ${String(MAX_ANSWER_MS / 1000)} s`);
    }
  }
  return ready;
}

/** Medians of the same week, read in turns so that other load affects all. */
async function compare(rivals: readonly Rival[], weeks: number): Promise<Map<string, number>> {
  const times = new Map<string, number[]>(rivals.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const fromMs = FIRST_WEEK_MS + (round % weeks) * WEEK_MS;
    const window: Window = { fromMs, toMs: fromMs + WEEK_MS };
    for (const { name, week } of rivals) {
      const taken = times.get(name) ?? [];
      if (taken.length >= 3 && median(taken) > LONG_MS) continue;
      const startedAt = performance.now();
      const found = await week(window);
      // Events of the weeks before and after may overlap it.
      if (found < EVENTS_A_WEEK || found > EVENTS_A_WEEK + 10)
        throw new Error(`${name} found ${String(found)} events in a week of ${String(EVENTS_A_WEEK)}.`);
      taken.push(performance.now() - startedAt);
    }
  }
  return new Map([...times].map(([name, taken]) => [name, median(taken)]));
}

async function run(report: Report): Promise<void> {
  const almanac = await openAlmanac();
  const packages = await temporaryPackages('emulate@0.12.2');
  try {
    for (const size of SIZES) {
      report.progress(`filling calendars with ${String(size)} events`);
      const events = manyEvents(size, EMAIL);
      const rivals: Rival[] = [await almanac.start(events)];
      const others: readonly [string, Promise<Rival | undefined>][] = [
        [
          'emulate',
          packages === undefined || size > MAX_IN_EMULATE
            ? Promise.resolve(undefined)
            : startEmulate(events, packages.folder),
        ],
        ['Radicale', startRadicale(events)],
        ['Xandikos', startXandikos(events)],
      ];
      for (const [name, starting] of others) {
        const rival = await starting;
        if (rival === undefined)
          report.note(
            `a week out of ${String(size)}: ${name} is left out (not installed here, or not made for so many)`,
          );
        else rivals.push(rival);
      }
      report.progress(`a week out of ${String(size)} events`);
      const medians = await compare(await warm(rivals, report), size / EVENTS_A_WEEK);
      const own = medians.get('Almanac') ?? NaN;
      report.row(`a week out of ${String(size)} events: Almanac`, own, 'ms');
      for (const [name, ms] of medians)
        if (name !== 'Almanac')
          report.row(`a week out of ${String(size)} events: ${name} to Almanac`, ms / own, 'times');
      await Promise.all(rivals.map((rival) => rival.stop()));
    }
  } finally {
    await packages?.remove();
    await almanac.stop();
  }
}

/** The same week of the same events over HTTP, compared with other calendar servers. */
export const sideBySide: Bench = { name: 'side-by-side', usesStack: true, run };

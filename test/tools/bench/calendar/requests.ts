/** Processor time and latency of requests to `npm start`, compared with `emulate` on the same events. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { inParallel } from '#lib/api/process/in-parallel';
import type { StoredEvent } from '#lib/calendar/model/event';
import { EMULATE, startEmulate } from '#test/tools/bench/rivals/emulate';
import { temporaryPackages } from '#test/tools/bench/rivals/rival';
import { median, type Bench, type Report } from '#test/tools/measure/bench';
import { processorMs } from '#test/tools/measure/processor-time';
import { startStackProcess } from '#test/tools/shared/stack-process';
import { FIRST_WEEK_MS, manyEvents, WEEK_MS } from './full-calendars.ts';

const EMAIL = 'requests@example.com';
/** Number of events, and the maximum ratio of our time to emulate's. */
const SIZES: readonly (readonly [events: number, mostTimes: number])[] = [
  [1_000, 2],
  [10_000, 1],
];
/**
 * Not measured. Early requests of a kind take up to 1.4 times the processor time until V8 has compiled them, after
 * about two thousand (in steps of 400: 1.10, 0.98, 0.98, 0.90, 0.93, then 0.83 to 0.85 ms). Budgets are for a warm
 * stack.
 */
const WARM_ROUNDS = 2_000;
const ROUNDS = 400;
const ROUNDS_SIDE_BY_SIDE = 150;
const EVENTS_A_WEEK = 50;

interface RequestSpec {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

interface Operation {
  readonly name: string;
  readonly mostMs: number;
  readonly isInEmulate: boolean;
  ask(calendarId: string, round: number, events: readonly StoredEvent[]): RequestSpec;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Leaves fifty events in each week. */
const everyOther = (events: readonly StoredEvent[]): StoredEvent[] => events.filter((_event, index) => index % 2 === 1);

/** A different week with events in each round. */
function weekOf(round: number, { length }: readonly StoredEvent[]): { timeMin: string; timeMax: string } {
  const fromMs = FIRST_WEEK_MS + (round % (length / EVENTS_A_WEEK)) * WEEK_MS;
  return { timeMin: iso(fromMs), timeMax: iso(fromMs + WEEK_MS) };
}

const eventsOf = (calendarId: string): string => `calendar/v3/calendars/${encodeURIComponent(calendarId)}/events`;
const draftOf = ({ summary, description, location, start, end }: StoredEvent): object => ({
  summary,
  description,
  location,
  start,
  end,
});
const pickByRound = <T>(list: readonly T[], round: number): T => list[(round * 7919) % list.length] as T;

const OPERATIONS: readonly Operation[] = [
  {
    name: 'events.get',
    mostMs: 0.8,
    isInEmulate: false,
    ask: (calendarId, round, events) => ({
      method: 'GET',
      path: `${eventsOf(calendarId)}/${pickByRound(events, round).id}`,
    }),
  },
  {
    name: 'events.list, a week of 50',
    mostMs: 3,
    isInEmulate: true,
    ask(calendarId, round, events) {
      const query = new URLSearchParams({
        singleEvents: 'true',
        orderBy: 'startTime',
        maxResults: '250',
        ...weekOf(round, events),
      });
      return { method: 'GET', path: `${eventsOf(calendarId)}?${query.toString()}` };
    },
  },
  {
    name: 'freebusy.query, the same week',
    mostMs: 2,
    isInEmulate: true,
    ask: (calendarId, round, events) => ({
      method: 'POST',
      path: 'calendar/v3/freeBusy',
      body: { ...weekOf(round, events), items: [{ id: calendarId }] },
    }),
  },
  {
    name: 'events.insert',
    mostMs: 2,
    isInEmulate: true,
    ask: (calendarId, round, events) => ({
      method: 'POST',
      path: eventsOf(calendarId),
      body: draftOf(pickByRound(events, round)),
    }),
  },
];

interface Server {
  readonly calendarId: string;
  send(asked: RequestSpec): Promise<string>;
}

/** One keep-alive connection with Node's own client, which is faster than `fetch`. */
function connected(rootUrl: string, headersOf: () => Readonly<Record<string, string>>): Server['send'] {
  const agent = new Agent({ keepAlive: true });
  return ({ method, path, body }) =>
    new Promise((resolve, reject) => {
      const sent = request(`${rootUrl}${path}`, { agent, method, headers: headersOf() }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(text);
          else reject(new Error(`${method} ${path}: ${String(answer.statusCode)} ${text.slice(0, 200)}`));
        });
      });
      sent.on('error', reject).end(body && JSON.stringify(body));
    });
}

/** Waits until streams have delivered everything and the process is idle. */
async function waitUntilIdle(pid: number): Promise<void> {
  for (let before = -1, now = processorMs(pid); now - before > 10; before = now, now = processorMs(pid))
    await pause(500);
}

/** Warms up emulate too, so that the comparison is fair. */
async function warmUp(
  operation: Operation,
  { calendarId, send }: Server,
  events: readonly StoredEvent[],
): Promise<void> {
  for (let round = 0; round < WARM_ROUNDS; round += 1) await send(operation.ask(calendarId, round, events));
}

async function processorTime(
  operation: Operation,
  { calendarId, send }: Server,
  events: readonly StoredEvent[],
  pid: number,
): Promise<number> {
  await waitUntilIdle(pid);
  const before = processorMs(pid);
  for (let round = 0; round < ROUNDS; round += 1) await send(operation.ask(calendarId, round, events));
  return (processorMs(pid) - before) / ROUNDS;
}

/** Medians of the same requests, sent in turns so that other load affects all. */
async function latencies(
  operation: Operation,
  servers: readonly Server[],
  events: readonly StoredEvent[],
): Promise<number[]> {
  const times = servers.map((): number[] => []);
  for (let round = 0; round < ROUNDS_SIDE_BY_SIDE; round += 1) {
    for (const [index, { calendarId, send }] of servers.entries()) {
      const asked = operation.ask(calendarId, round, events);
      const startedAt = performance.now();
      await send(asked);
      times[index]?.push(performance.now() - startedAt);
    }
  }
  return times.map(median);
}

async function startAlmanac(report: Report) {
  report.progress('starting Almanac');
  const stack = await startStackProcess({ faults: 0, log: 'pretty' });
  const headers = { authorization: `Bearer ${await stack.token(EMAIL)}`, 'content-type': 'application/json' };
  const send = connected(stack.rootUrl, () => headers);
  return {
    pid: stack.pid,
    stop: () => stack.stop(),
    /** A separate calendar with all of the events, under their ids. */
    async fill(events: readonly StoredEvent[]): Promise<Server> {
      const { id: calendarId } = JSON.parse(
        await send({ method: 'POST', path: 'calendar/v3/calendars', body: { summary: 'Bench' } }),
      ) as { id: string };
      await inParallel(events, 16, (event) =>
        send({ method: 'POST', path: eventsOf(calendarId), body: { ...draftOf(event), id: event.id } }),
      );
      await waitUntilIdle(stack.pid);
      return { calendarId, send };
    },
  };
}

async function run(report: Report): Promise<void> {
  const almanac = await startAlmanac(report);
  const packages = await temporaryPackages(EMULATE);
  if (packages === undefined) report.note('emulate is left out: the registry does not answer');
  try {
    for (const [size, mostTimes] of SIZES) {
      report.progress(`filling calendars with ${String(size)} events`);
      const events = everyOther(manyEvents(2 * size, EMAIL));
      const own = await almanac.fill(events);
      const emulate = packages && (await startEmulate(events, packages.folder));
      let asked = 0;
      const rival = emulate && {
        calendarId: 'primary',
        send: connected(emulate.rootUrl, () => emulate.headersOf(size + (asked += 1))),
      };
      for (const operation of OPERATIONS) {
        const name = `${operation.name}, out of ${String(size)}`;
        report.progress(name);
        const servers = rival !== undefined && operation.isInEmulate ? [own, rival] : [own];
        for (const server of servers) await warmUp(operation, server, events);
        report.row(
          `${name}: processor time`,
          await processorTime(operation, own, events, almanac.pid),
          'ms',
          operation.mostMs,
        );
        const [ours = NaN, theirs] = await latencies(operation, servers, events);
        report.row(`${name}: latency`, ours, 'ms');
        if (theirs !== undefined) report.row(`${name}: latency, to emulate`, ours / theirs, 'times', mostTimes);
      }
      await emulate?.stop();
    }
  } finally {
    await packages?.remove();
    await almanac.stop();
  }
}

/** Budgets are for processor time, which other load hardly changes, and for the ratio to emulate in the same run. */
export const requests: Bench = { name: 'requests', usesStack: false, run };

/**
 * Almanac in other people's tests: how soon it is ready, how soon it is reset, and what a get and a list of 50 events
 * take over HTTP with the database in memory, beside `emulate` in the same run.
 */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredEvent } from '#lib/calendar/model/event';
import { startChild } from '#lib/testing/child';
import { startAlmanac } from '#lib/testing/start-almanac';
import { EMULATE, startEmulate } from '#test/tools/bench/rivals/emulate';
import { temporaryPackages } from '#test/tools/bench/rivals/rival';
import { median, type Bench, type Report } from '#test/tools/measure/bench';
import { processorMs } from '#test/tools/measure/processor-time';

const STARTS = 50;
const RESETS = 40;
const REQUESTS = 300;
const EVENTS = 50;
const READY_MS = 700;
const RESET_MS = 30;
const GET_MS = 3;
const LIST_MS = 6;
/** As `startAlmanac({ services: ['calendar'] })` does. */
const EMPTY = ['--port', '0', '--log', 'off', '--database', 'memory', '--empty', '--services', 'calendar'];
const PATH = 'calendar/v3/calendars/primary/events';

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function medianOf(times: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) taken.push(await timed(() => work(index)));
  return median(taken);
}

/** One after another; each leaves neither a file nor a port behind. */
async function starts(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  const [taken, used]: [number[], number[]] = [[], []];
  try {
    for (let index = 0; index < STARTS; index += 1) {
      report.progress(`start ${String(index + 1)} of ${String(STARTS)}`);
      const startedAt = performance.now();
      const { pid, url, stop } = await startChild(EMPTY);
      taken.push(performance.now() - startedAt);
      used.push(processorMs(pid));
      await stop();
      const answer = await fetch(`${url}healthz`).catch(() => undefined);
      if (answer !== undefined) throw new Error('A stack that was stopped still answers.');
    }
    const left = readdirSync(folder);
    if (left.length > 0) throw new Error(`${String(STARTS)} starts have left ${left.join(', ')}.`);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(folder, { recursive: true, force: true });
  }
  report.row(`startAlmanac(), ready, median of ${String(STARTS)} one after another`, median(taken), 'ms', READY_MS);
  report.row('its processor time until then', median(used), 'ms');
}

async function resets(report: Report): Promise<void> {
  await using almanac = await startAlmanac({ seed: 'sample' });
  const headers = { authorization: `Bearer ${await almanac.token('alice@example.com')}` };
  const taken: number[] = [];
  for (let turn = 0; turn < RESETS; turn += 1) {
    await (await fetch(`${almanac.url}${PATH}/quickAdd?text=Tea`, { method: 'POST', headers })).arrayBuffer();
    taken.push(await timed(() => almanac.reset()));
  }
  report.row('reset() of the sample world after a write, median', median(taken), 'ms', RESET_MS);
}

const eventAt = (index: number): StoredEvent =>
  ({
    summary: `Meeting ${String(index)}`,
    description: 'What it is about',
    location: 'Room 1',
    start: { dateTime: new Date(Date.UTC(2026, 2, 1, index)).toISOString(), timeZone: 'UTC' },
    end: { dateTime: new Date(Date.UTC(2026, 2, 1, index + 1)).toISOString(), timeZone: 'UTC' },
  }) as StoredEvent;

interface Server {
  readonly rootUrl: string;
  readonly pid?: number;
  headersOf(index: number): Record<string, string>;
}

interface Answers {
  /** Undefined for a server without that operation. */
  readonly get: number | undefined;
  readonly list: number;
  /** Of the server, for one request. */
  readonly processor: { readonly get: number; readonly list: number };
}

/** The same questions to both. */
async function questions({ rootUrl, headersOf, pid }: Server): Promise<Answers> {
  const url = `${rootUrl}${PATH}`;
  const listed = (await (await fetch(`${url}?maxResults=${String(EVENTS)}`, { headers: headersOf(0) })).json()) as {
    items: { id: string }[];
  };
  if (listed.items.length !== EVENTS) throw new Error(`${String(listed.items.length)} events, not ${String(EVENTS)}`);
  const id = listed.items[0]?.id ?? '';
  const ask = async (path: string, index: number): Promise<void> => {
    const answer = await fetch(`${url}${path}`, { headers: headersOf(index) });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path}: ${String(answer.status)}`);
  };
  const hasGet = (await fetch(`${url}/${id}`, { headers: headersOf(0) })).ok;
  const getAll = () => medianOf(hasGet ? REQUESTS : 0, (index) => ask(`/${id}`, index));
  const listAll = () => medianOf(REQUESTS, (index) => ask(`?maxResults=${String(EVENTS)}`, index));
  // Until Node has compiled what is used often.
  await getAll();
  await listAll();
  const usedUntilNow = (): number => (pid === undefined ? 0 : processorMs(pid));
  const before = usedUntilNow();
  const get = hasGet ? await getAll() : undefined;
  const between = usedUntilNow();
  const list = await listAll();
  const processor = { get: (between - before) / REQUESTS, list: (usedUntilNow() - between) / REQUESTS };
  return { get, list, processor };
}

async function overHttp(report: Report): Promise<void> {
  const events = Array.from({ length: EVENTS }, (_, index) => eventAt(index));
  const child = await startChild(EMPTY);
  try {
    const post = async (path: string, body: object): Promise<Response> =>
      fetch(`${child.url}_almanac/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('seed', { users: [{ email: 'alice@example.com', events }] });
    const { token } = (await (await post('tokens', { email: 'alice@example.com' })).json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const own = await questions({ rootUrl: child.url, pid: child.pid, headersOf: () => headers });
    report.row('in your tests: events.get over HTTP, median', own.get ?? Infinity, 'ms', GET_MS);
    report.row('its processor time', own.processor.get, 'ms');
    report.row(`in your tests: events.list of ${String(EVENTS)} over HTTP, median`, own.list, 'ms', LIST_MS);
    report.row('its processor time', own.processor.list, 'ms');
  } finally {
    await child.stop();
  }
  const packages = await temporaryPackages(EMULATE);
  if (packages === undefined) {
    report.note('emulate cannot be installed here');
    return;
  }
  const emulate = await startEmulate(events, packages.folder);
  try {
    if (emulate === undefined) return;
    const theirs = await questions(emulate);
    if (theirs.get === undefined) report.note('emulate has no events.get');
    else report.row('the same get from emulate', theirs.get, 'ms');
    report.row(`the same list of ${String(EVENTS)} from emulate`, theirs.list, 'ms');
  } finally {
    await emulate?.stop();
    await packages.remove();
  }
}

/** Ready, one after another; apart, since 50 starts take a while. */
export const startsInTests: Bench = { name: 'in-tests-starts', usesStack: false, run: starts };

export const inTests: Bench = {
  name: 'in-tests',
  usesStack: false,
  async run(report) {
    await resets(report);
    await overHttp(report);
  },
};

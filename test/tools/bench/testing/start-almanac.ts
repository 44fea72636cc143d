/**
 * Almanac in other people's tests: how soon it is ready, how soon it is reset, and what a get and a list of 50 events
 * take over HTTP with the database in memory, beside `emulate` in the same run.
 */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredEvent } from '#lib/calendar/model/event';
import { startAlmanac, type Almanac } from '#lib/testing/start-almanac';
import { startEmulate, temporaryPackages } from '#test/tools/bench/rivals/rivals';
import { median, type Bench, type Report } from '#test/tools/measure/bench';

const STARTS = 50;
const RESETS = 40;
const REQUESTS = 300;
const EVENTS = 50;
const READY_MS = 700;
const RESET_MS = 30;
const GET_MS = 3;
const LIST_MS = 6;
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
  const taken: number[] = [];
  try {
    for (let index = 0; index < STARTS; index += 1) {
      report.progress(`start ${String(index + 1)} of ${String(STARTS)}`);
      let almanac: Almanac | undefined;
      taken.push(
        await timed(async () => {
          almanac = await startAlmanac({ services: ['calendar'] });
        }),
      );
      await almanac?.stop();
      const answer = await fetch(`${almanac?.url ?? ''}healthz`).catch(() => undefined);
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
  headersOf(index: number): Record<string, string>;
}

/** The same questions to both. */
async function questions({ rootUrl, headersOf }: Server): Promise<{ get: number; list: number }> {
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
  await medianOf(REQUESTS, (index) => ask(`/${id}`, index));
  return {
    get: await medianOf(REQUESTS, (index) => ask(`/${id}`, index)),
    list: await medianOf(REQUESTS, (index) => ask(`?maxResults=${String(EVENTS)}`, index)),
  };
}

async function overHttp(report: Report): Promise<void> {
  const events = Array.from({ length: EVENTS }, (_, index) => eventAt(index));
  const seed = { users: [{ email: 'alice@example.com', events }] };
  await using almanac = await startAlmanac({ services: ['calendar'], seed });
  const headers = { authorization: `Bearer ${await almanac.token('alice@example.com')}` };
  const own = await questions({ rootUrl: almanac.url, headersOf: () => headers });
  report.row('in your tests: events.get over HTTP, median', own.get, 'ms', GET_MS);
  report.row(`in your tests: events.list of ${String(EVENTS)} over HTTP, median`, own.list, 'ms', LIST_MS);
  const packages = await temporaryPackages('emulate@0.12.2');
  if (packages === undefined) {
    report.note('emulate cannot be installed here');
    return;
  }
  const emulate = await startEmulate(events, packages.folder);
  try {
    const theirs = await questions(emulate);
    report.row('the same get from emulate', theirs.get, 'ms');
    report.row(`the same list of ${String(EVENTS)} from emulate`, theirs.list, 'ms');
  } finally {
    await emulate.stop();
    await packages.remove();
  }
}

export const inTests: Bench = {
  name: 'in-tests',
  usesStack: false,
  async run(report) {
    await starts(report);
    await resets(report);
    await overHttp(report);
  },
};

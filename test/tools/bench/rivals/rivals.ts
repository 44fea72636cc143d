/** Other calendar servers, each filled with the same events; undefined if it cannot be installed. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inParallel } from '#lib/api/process/in-parallel';
import type { StoredEvent } from '#lib/calendar/model/event';
import { isAllDay, type EventTime } from '#lib/calendar/time/event-time';
import { freePort, waitUntilListening, startChild } from '#lib/local/database/child';

const run = promisify(execFile);

export const MAX_ANSWER_MS = 120_000;

export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Rival {
  readonly name: string;
  /** Number of events in the window, by its own answer. */
  week(window: Window): Promise<number>;
  stop(): Promise<void>;
}

/** A temporary folder with npm packages; undefined if the registry does not answer. */
export async function temporaryPackages(
  ...packages: readonly string[]
): Promise<{ readonly folder: string; remove(): Promise<void> } | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-rivals-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
      timeout: 120_000,
    });
    return { folder, remove };
  } catch {
    await remove();
    return undefined;
  }
}

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Starts a server and waits until it listens. */
async function serve(command: readonly [string, ...string[]], port: number, cwd: string): Promise<() => Promise<void>> {
  const child = startChild(command, { cwd });
  await waitUntilListening(child, port, command[0]);
  return () => child.stop();
}

const stamp = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
const dated = (time: EventTime): string =>
  isAllDay(time) ? `;VALUE=DATE:${time.date.replaceAll('-', '')}` : `:${stamp(Date.parse(time.dateTime))}`;

const ics = ({ iCalUID, summary = '', description = '', location = '', start, end }: StoredEvent): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Almanac//Bench//EN',
    'BEGIN:VEVENT',
    `UID:${iCalUID}`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART${dated(start)}`,
    `DTEND${dated(end)}`,
    `SUMMARY:${summary}`,
    `DESCRIPTION:${description}`,
    `LOCATION:${location}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

async function writeAll(folder: string, events: readonly StoredEvent[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await inParallel(events, 32, (event) => writeFile(join(folder, `${event.id}.ics`), ics(event)));
}

/** One week by CalDAV: the report that every client sends. */
async function calendarQuery(url: string, { fromMs, toMs }: Window): Promise<number> {
  const body = `<?xml version="1.0" encoding="utf-8"?><C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="${stamp(fromMs)}" end="${stamp(toMs)}"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`;
  const authorization = `Basic ${Buffer.from('user:').toString('base64')}`;
  const answer = await fetch(url, {
    method: 'REPORT',
    headers: { authorization, depth: '1', 'content-type': 'application/xml' },
    body,
    signal: AbortSignal.timeout(MAX_ANSWER_MS),
  });
  const text = await answer.text();
  if (answer.status !== 207) throw new Error(`${url}: ${String(answer.status)} ${text.slice(0, 200)}`);
  return text.split('BEGIN:VEVENT').length - 1;
}

export async function startRadicale(events: readonly StoredEvent[]): Promise<Rival | undefined> {
  if (!isInstalled('radicale')) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'almanac-radicale-'));
  const calendar = join(folder, 'collection-root/user/bench');
  await writeAll(calendar, events);
  await writeFile(join(calendar, '.Radicale.props'), JSON.stringify({ tag: 'VCALENDAR' }));
  const port = await freePort();
  const stop = await serve(
    [
      'radicale',
      '-C',
      '',
      '--server-hosts',
      `127.0.0.1:${String(port)}`,
      '--storage-filesystem-folder',
      folder,
      '--auth-type',
      'none',
    ],
    port,
    folder,
  );
  return {
    name: 'Radicale',
    week: (window) => calendarQuery(`http://127.0.0.1:${String(port)}/user/bench/`, window),
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function startXandikos(events: readonly StoredEvent[]): Promise<Rival | undefined> {
  if (!isInstalled('xandikos') || !isInstalled('git')) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'almanac-xandikos-'));
  const calendar = join(folder, 'user/calendars/bench');
  await writeAll(calendar, events);
  const git = (...args: string[]) =>
    run('git', ['-C', calendar, '-c', 'user.name=bench', '-c', 'user.email=bench@example.com', ...args], {
      maxBuffer: 1e9,
    });
  await git('init', '-q');
  await git('config', 'xandikos.type', 'calendar');
  await git('add', '-A');
  await git('commit', '-qm', 'events');
  const port = await freePort();
  const stop = await serve(
    ['xandikos', '-d', folder, '-l', '127.0.0.1', '-p', String(port), '--defaults'],
    port,
    folder,
  );
  return {
    name: 'Xandikos',
    week: (window) => calendarQuery(`http://127.0.0.1:${String(port)}/user/calendars/bench/`, window),
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Emulate extends Rival {
  readonly rootUrl: string;
  readonly headersOf: typeof headersOf;
}

/** emulate accepts any token, and 5,000 requests per token. */
const headersOf = (index: number) => ({
  authorization: `Bearer bench-${String(Math.floor(index / 1_000))}`,
  'content-type': 'application/json',
});

/** `packages` is where emulate is installed. */
export async function startEmulate(events: readonly StoredEvent[], packages: string): Promise<Emulate> {
  const port = await freePort();
  const program = `import { createEmulator } from 'emulate'; await createEmulator({ service: 'google', port: ${String(port)}, hostname: '127.0.0.1' });`;
  await writeFile(join(packages, 'google.mjs'), program);
  const stop = await serve([process.execPath, 'google.mjs'], port, packages);
  const rootUrl = `http://127.0.0.1:${String(port)}/`;
  const root = `${rootUrl}calendar/v3/calendars/primary/events`;
  await inParallel([...events.entries()], 16, async ([index, { summary, description, location, start, end }]) => {
    const answer = await fetch(root, {
      method: 'POST',
      headers: headersOf(index),
      body: JSON.stringify({ summary, description, location, start, end }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`emulate answered ${String(answer.status)}`);
  });
  return {
    name: 'emulate',
    rootUrl,
    headersOf,
    async week({ fromMs, toMs }) {
      const query = new URLSearchParams({
        singleEvents: 'true',
        orderBy: 'startTime',
        timeMin: new Date(fromMs).toISOString(),
        timeMax: new Date(toMs).toISOString(),
        maxResults: '250',
      });
      const { items } = (await (
        await fetch(`${root}?${query.toString()}`, { headers: headersOf(events.length) })
      ).json()) as { readonly items: readonly unknown[] };
      return items.length;
    },
    stop,
  };
}

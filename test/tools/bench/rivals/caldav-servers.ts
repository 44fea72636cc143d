/** Radicale and Xandikos, filled before they start; undefined when they are not installed. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inParallel } from '#lib/api/process/in-parallel';
import type { StoredEvent } from '#lib/calendar/model/event';
import { freePort } from '#lib/local/database/child';
import { calDavRival, ics } from './caldav.ts';
import { isInstalled, MAX_ANSWER_MS, serve, type Rival } from './rival.ts';

const run = promisify(execFile);

async function writeAll(folder: string, events: readonly StoredEvent[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await inParallel(events, 32, (event) => writeFile(join(folder, `${event.id}.ics`), ics(event)));
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
  return calDavRival('Radicale', `http://127.0.0.1:${String(port)}/user/bench/`, async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
}

export async function startXandikos(events: readonly StoredEvent[]): Promise<Rival | undefined> {
  if (!isInstalled('xandikos') || !isInstalled('git')) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'almanac-xandikos-'));
  const calendar = join(folder, 'user/calendars/bench');
  await writeAll(calendar, events);
  const git = (...args: string[]) =>
    run('git', ['-C', calendar, '-c', 'user.name=bench', '-c', 'user.email=bench@example.com', ...args], {
      maxBuffer: 1e9,
      timeout: MAX_ANSWER_MS,
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
  return calDavRival('Xandikos', `http://127.0.0.1:${String(port)}/user/calendars/bench/`, async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
}

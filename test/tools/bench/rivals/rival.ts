/**
 * Other programs to compare with: what each of them is asked, and how it is installed and started. `caldav.ts` speaks
 * CalDAV, `caldav-servers.ts` starts Radicale and Xandikos, `emulate.ts` starts emulate.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitUntilListening, startChild } from '#lib/local/database/child';

const run = promisify(execFile);

/** A program that takes longer, for an answer or to be filled, is left out. */
export const MAX_ANSWER_MS = 120_000;

export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A calendar server, filled with events. */
export interface Rival {
  readonly name: string;
  /** Number of events in the window, by its own answer. */
  week(window: Window): Promise<number>;
  /** One more event. */
  write(number: number): Promise<void>;
  /**
   * Number of changes since the last call; the first call only remembers where changes begin. Undefined for a program
   * without such a request.
   */
  readonly sync: (() => Promise<number>) | undefined;
  stop(): Promise<void>;
}

/** The event that `write` adds, outside of the weeks that are read. */
export const written = (number: number) => ({
  summary: `Written ${String(number)}`,
  start: { dateTime: '2020-01-06T09:00:00Z', timeZone: 'UTC' },
  end: { dateTime: '2020-01-06T10:00:00Z', timeZone: 'UTC' },
});

/** Its answer, which must be good and come in time. */
export async function answerOf(url: string, options: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(MAX_ANSWER_MS) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${String(answer.status)} ${text.slice(0, 200)}`);
  return text;
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

export const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Starts a server and waits until it listens. */
export async function serve(
  command: readonly [string, ...string[]],
  port: number,
  cwd: string,
): Promise<() => Promise<void>> {
  const child = startChild(command, { cwd });
  await waitUntilListening(child, port, command[0]);
  return () => child.stop();
}

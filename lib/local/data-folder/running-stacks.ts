/**
 * Which stacks of this user run, and on which folders: a file for each in the user's state folder. A command without
 * `--data` finds the stack that was started with one.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { isRunning } from '#lib/local/process/is-running';

export interface RunningStack {
  /** An absolute path. */
  readonly dataDir: string;
  readonly url: string;
  readonly pid: number;
}

/** Other people of this machine cannot write there: data goes where these files say. */
const stateFolder = (): string =>
  join(process.env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state'), 'almanac', 'stacks');

/** The result takes the announcement back. Without a home that can be written to, nobody is told. */
export function announceStack(dataDir: string, url: string): () => void {
  const file = join(stateFolder(), `${String(process.pid)}.json`);
  const stack: RunningStack = { dataDir: resolve(dataDir), url, pid: process.pid };
  try {
    mkdirSync(stateFolder(), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(stack)}\n`, { mode: 0o600 });
  } catch {
    return () => undefined;
  }
  return () => {
    rmSync(file, { force: true });
  };
}

function readStack(file: string): RunningStack[] {
  try {
    const stack = JSON.parse(readFileSync(file, 'utf8')) as RunningStack;
    if (isRunning(stack.pid)) return [stack];
  } catch {
    // Cut short while it was written, or taken back meanwhile.
  }
  rmSync(file, { force: true });
  return [];
}

/** Those that were killed are forgotten. */
export function listStacks(): RunningStack[] {
  try {
    return readdirSync(stateFolder())
      .filter((name) => /^\d+\.json$/.test(name))
      .flatMap((name) => readStack(join(stateFolder(), name)));
  } catch {
    return [];
  }
}

/** Runs the project's programs as a person would. */
import { type ChildProcess, execFile } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly outcome: Promise<Outcome>;
}

/** Half of a short program's time is reading its code: once is enough. A process that is killed keeps none of it. */
export const NODE_COMPILE_CACHE = join(ROOT, 'node_modules/.cache/almanac/code');

/** Where stacks of tests are announced, unless a test wants a list of its own. */
export const stateHome = (): string => process.env['XDG_STATE_HOME'] ?? join(ROOT, 'node_modules/.cache/almanac/state');

const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  XDG_STATE_HOME: stateHome(),
  NODE_COMPILE_CACHE,
  // Otherwise a slow machine says more than a fast one.
  ALMANAC_PROGRESS: 'off',
});

/** Nothing of this process's environment but the PATH is handed on, besides what is named. */
export function startProgram(
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
  cwd = ROOT,
): Running {
  const { promise: outcome, resolve } = Promise.withResolvers<Outcome>();
  const child = execFile(
    process.execPath,
    args,
    { cwd, env: { ...environment(), ...more } },
    (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    },
  );
  return { child, outcome };
}

/** Waits for its end. */
export const runProgram = (args: readonly string[], more?: Readonly<Record<string, string>>): Promise<Outcome> =>
  startProgram(args, more).outcome;

/** What becomes of several calls, in one process: for what needs none of its own. */
export async function callPrograms(calls: readonly (readonly string[])[]): Promise<Outcome[]> {
  const { code, stdout, stderr } = await runProgram(['test/support/stack/call-programs.ts', JSON.stringify(calls)]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Outcome[];
}

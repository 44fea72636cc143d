/** Runs the project's programs as a person would. */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

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
export const NODE_COMPILE_CACHE = process.env['NODE_COMPILE_CACHE'] ?? join(ROOT, 'node_modules/.cache/almanac/code');

/** Where stacks of tests are announced, unless a test wants a list of its own. */
export const stateHome = (): string => process.env['XDG_STATE_HOME'] ?? join(ROOT, 'node_modules/.cache/almanac/state');

/** As every command of package.json is started: its modules are found by their names. */
const NODE_OPTIONS = `--import ${pathToFileURL(join(ROOT, 'lib/local/require-node.mjs')).href}`;

/** For programs of the tests, which load much of the project. */
export const QUICK_START = { NODE_COMPILE_CACHE, NODE_OPTIONS };

const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  // What a program leaves there that is killed goes with the run.
  TMPDIR: process.env['ALMANAC_TEST_RUN'] ?? process.env['ALMANAC_TEST_DATA'],
  XDG_STATE_HOME: stateHome(),
  ...QUICK_START,
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

export interface ProgramServer {
  /** Those that are called at the same time run in turn. */
  run(call: readonly string[]): Promise<Outcome>;
  stop(): void;
}

/** One process that runs programs for the same stage: for those that need none of their own. */
export function startProgramServer(more: Readonly<Record<string, string>> = {}, cwd = ROOT): ProgramServer {
  const child = fork(join(ROOT, 'test/support/stack/serve-programs.ts'), {
    cwd,
    env: { ...environment(), ...more },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let last: Promise<unknown> = Promise.resolve();
  const runNow = async (call: readonly string[]): Promise<Outcome> => {
    const answered = once(child, 'message');
    const ended = once(child, 'exit').then(() => {
      throw new Error(`The process of ${call.join(' ')} has ended.`);
    });
    child.send(call);
    const [outcome] = (await Promise.race([answered, ended])) as [Outcome];
    return outcome;
  };
  return {
    run(call) {
      const outcome = last.then(() => runNow(call));
      last = outcome.catch(() => undefined);
      return outcome;
    },
    stop: () => void child.disconnect(),
  };
}

/** What becomes of several calls, in one process. */
export async function callPrograms(calls: readonly (readonly string[])[]): Promise<Outcome[]> {
  const server = startProgramServer();
  const outcomes = await Promise.all(calls.map((call) => server.run(call)));
  server.stop();
  return outcomes;
}

/** The stack as a process of its own, which ends with the process that started it. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NEEDED_NODE, NODE_FLAGS, nodeBinary } from '../command/node-binary.mjs';

export interface StackChild {
  readonly pid: number;
  readonly url: string;
  readonly key: string;
  stop(): Promise<void>;
}

const START = fileURLToPath(new URL('../local/start.ts', import.meta.url));
const REQUIRE_NODE = new URL('../local/require-node.mjs', import.meta.url).href;

/** Of the environment only what a program needs: variables of AWS would lead it elsewhere. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TMPDIR|TEMP|TMP|SYSTEMROOT|TZ|LANG)$/i.test(name)),
  );

const MAX_OUTPUT = 4_000;

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Resolves when it serves; rejects with what it said when it ends before. */
export async function startChild(args: readonly string[]): Promise<StackChild> {
  const execPath = nodeBinary();
  if (execPath === undefined)
    throw new Error(`Almanac needs Node ${String(NEEDED_NODE)} or newer; this is Node ${process.versions.node}.`);
  const child = fork(START, args, {
    execPath,
    execArgv: [...NODE_FLAGS, '--import', REQUIRE_NODE],
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT);
    });
  const { url, key } = await new Promise<{ url: string; key: string }>((resolve, reject) => {
    child.once('message', (message) => {
      resolve(message as { url: string; key: string });
    });
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error(`Almanac did not start. ${output.trim()}`));
    });
  });
  // A test runner may end without stopping it: it notices that, and ends, too.
  child.unref();
  child.channel?.unref();
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null && 'unref' in stream) (stream.unref as () => void)();
  return {
    pid: child.pid ?? 0,
    url,
    key,
    async stop() {
      child.ref();
      child.kill('SIGTERM');
      await ended(child);
    },
  };
}

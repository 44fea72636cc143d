/** `npm start` as a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argsOfScript } from './npm-script.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** What it prints last. */
const READY = 'console.log(data.items);\n';
const MAX_START_MS = 300_000;

export interface Endpoints {
  readonly gateway: string;
  readonly database: string;
  readonly s3: string;
  readonly bucket: string;
  readonly tables: readonly string[];
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
}

export interface LaunchedStack {
  readonly child: ChildProcess;
  /** What it printed until it was ready. */
  readonly output: string;
  readonly endpoints: Endpoints;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Resolves when the stack says that it is ready; rejects with what it said when it ends before. */
export function launchStack(
  dataDir: string,
  options: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<LaunchedStack> {
  const args = [...argsOfScript('start'), '--data', dataDir, ...options];
  const database = process.env['ALMANAC_TEST_DATABASE'];
  if (database !== undefined) args.push('--database', database);
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | string>((resolve) => {
    child.on('exit', (code, signal) => {
      resolve(code ?? String(signal));
    });
  });
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
    }, MAX_START_MS);
    let output = '';
    let isReady = false;
    const hear = (text: string): void => {
      if (isReady) return;
      output += text;
      if (!output.includes(READY)) return;
      isReady = true;
      clearTimeout(late);
      const endpoints = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints;
      resolve({ child, output, endpoints, ended });
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear);
    void ended.then((code) => {
      clearTimeout(late);
      reject(new Error(`The stack did not start (${String(code)}): ${output}`));
    });
  });
}

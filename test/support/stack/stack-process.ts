/** `npm start` as a process of its own, on a data folder that is thrown away. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { argsOfScript } from './npm-script.ts';
import { NODE_COMPILE_CACHE, stateHome } from './run-program.ts';

export const ROOT = join(import.meta.dirname, '../../..');

/** Of somebody who works with Amazon, too: a stack has nothing to do with that. */
const OWN_ACCOUNT = {
  AWS_PROFILE: 'work',
  AWS_SESSION_TOKEN: 'of-an-hour-ago',
  AWS_USE_FIPS_ENDPOINT: 'true',
  AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true',
  AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
};

export interface Endpoints {
  readonly gateway: string;
  readonly database: string;
  readonly s3: string;
  readonly bucket: string;
  readonly tables: readonly string[];
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
}

export interface StackProcess {
  readonly child: ChildProcess;
  readonly output: string;
  readonly endpoints: Endpoints;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Resolves when the stack says that it is ready; rejects with what it said when it ends before. */
export function startStackProcess(dataDir: string, ...options: string[]): Promise<StackProcess> {
  const args = [...argsOfScript('start'), '--port', '0', '--data', dataDir, ...options];
  const database = process.env['ALMANAC_TEST_DATABASE'];
  if (database !== undefined) args.push('--database', database);
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...OWN_ACCOUNT, PATH: process.env['PATH'], XDG_STATE_HOME: stateHome(), LOG: 'off', NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | string>((resolve) => {
    child.on('exit', (code, signal) => {
      resolve(code ?? String(signal));
    });
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (!output.includes('console.log(data.items);\n')) return;
      const endpoints = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints;
      resolve({ child, output, endpoints, ended });
    });
    void ended.then((code) => {
      reject(new Error(`${String(code)}: ${output}`));
    });
  });
}

/** Whether something accepts connections at a URL. */
export const answers = (url: string, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), host);
    socket.setTimeout(2_000);
    const settle = (open: boolean) => () => {
      socket.destroy();
      resolve(open);
    };
    socket.on('connect', settle(true)).on('error', settle(false)).on('timeout', settle(false));
  });

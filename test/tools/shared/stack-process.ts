/** `npm start` as a child process with its own folder, which can be killed and restarted. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import { openIssuer } from '#lib/local/sign-in/issuer';
import { argsOfScript } from '#test/support/stack/npm-script';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const READY = 'console.log(data.items);\n';
const MAX_START_MS = 300_000;

interface Endpoints {
  readonly gateway: string;
  readonly dynamodb: string;
}

interface Running {
  readonly child: ChildProcess;
  readonly endpoints: Endpoints;
  readonly ended: Promise<void>;
}

export interface StackProcess {
  /** Ends in a slash, and stays the same after a restart. */
  readonly rootUrl: string;
  readonly pid: number;
  token(email: string): Promise<string>;
  /** SIGKILL, then a restart on the same data. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

function launch(dataDir: string, port: number, { faults, log = 'off' }: StackProcessOptions): Promise<Running> {
  const args = [...argsOfScript('start'), '--port', String(port), '--data', dataDir];
  const database = process.env['ALMANAC_TEST_DATABASE'];
  if (database !== undefined) args.push('--database', database);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, LOG: log, ...(faults > 0 && { ALMANAC_FAULTS: String(faults) }) };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => {
      resolve();
    });
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-20_000);
  });
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
    }, MAX_START_MS);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
      if (!output.includes(READY)) return;
      clearTimeout(late);
      resolve({
        child,
        ended,
        endpoints: JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints,
      });
    });
    void ended.then(() => {
      clearTimeout(late);
      reject(new Error(`The stack did not start: ${output}`));
    });
  });
}

export interface StackProcessOptions {
  readonly faults: number;
  /** Its log format; `off` if absent, since nobody reads it. */
  readonly log?: string;
  /** A folder to keep; without it a temporary one is used. */
  readonly dataDir?: string | undefined;
}

export async function startStackProcess(options: StackProcessOptions): Promise<StackProcess> {
  const { dataDir: kept } = options;
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'almanac-load-'));
  const issuer = await openIssuer(dataDir);
  const deleteFolder = (): void => {
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  let running = await launch(dataDir, 0, options).catch((error: unknown) => {
    deleteFolder();
    throw error;
  });
  // When this program ends, its stack ends too.
  const endChild = (): void => {
    running.child.kill('SIGKILL');
  };
  process.once('exit', endChild);
  const rootUrl = running.endpoints.gateway;
  return {
    rootUrl,
    get pid() {
      return running.child.pid ?? 0;
    },
    token: (email) => issuer.sign({ email, scopes: ALL_SCOPES, ttlSeconds: 86_400 }),

    async crash() {
      const { child, ended } = running;
      child.kill('SIGKILL');
      await ended;
      running = await launch(dataDir, Number(new URL(rootUrl).port), options);
    },

    async stop() {
      process.off('exit', endChild);
      running.child.kill('SIGTERM');
      await running.ended;
      deleteFolder();
    },
  };
}

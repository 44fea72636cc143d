/** A stack with its own folder, which can be killed and restarted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import { openIssuer } from '#lib/local/sign-in/issuer';
import { type LaunchedStack, launchStack } from '#test/support/stack/launch-stack';

export interface StackProcess {
  /** Ends in a slash, and stays the same after a restart. */
  readonly rootUrl: string;
  readonly pid: number;
  token(email: string): Promise<string>;
  /** SIGKILL, then a restart on the same data. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

function launch(dataDir: string, port: number, { faults, log = 'off' }: StackProcessOptions): Promise<LaunchedStack> {
  const { NODE_COMPILE_CACHE } = process.env;
  const env = { NODE_COMPILE_CACHE, LOG: log, ...(faults > 0 && { ALMANAC_FAULTS: String(faults) }) };
  return launchStack(dataDir, ['--port', String(port)], env);
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

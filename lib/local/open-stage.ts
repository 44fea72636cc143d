/**
 * The stage of a data folder, for commands besides `npm start`: uses the servers of a running stack, or starts its own.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#lib/command/startup-error';
import { readDeployment } from '#lib/package/template/deployment';
import { openDataFolder } from './data-folder/data-folder.ts';
import { DATABASE_VARIABLE, useDatabase } from './database/current-database.ts';
import { MEMORY } from './database/embedded/storage/sqlite-file.ts';
import { startDatabase } from './database/start.ts';
import { ensureTables } from './database/tables.ts';
import { localEnvironment, useEnvironment } from './environment.ts';
import type { GoogleHosts } from './gateway/google-hosts/google-hosts.ts';
import { isRunning } from './process/is-running.ts';

export interface OpenStage {
  /** Releases the folder. */
  close(): Promise<void>;
}

export interface Endpoints {
  readonly gateway?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly pid?: number;
  /** Where it serves the names of Google's hosts, too. */
  readonly https?: Pick<GoogleHosts, 'rootUrl' | 'environment'>;
}

const STAGE = 'local';

/** The file that `npm start` keeps in the data folder while it runs. */
export function runningStack(dataDir: string): Endpoints | undefined {
  const path = join(dataDir, 'endpoints.json');
  if (!existsSync(path)) return undefined;
  const endpoints = JSON.parse(readFileSync(path, 'utf8')) as Endpoints;
  return isRunning(endpoints.pid) ? endpoints : undefined;
}

const noData = (dataDir: string): StartupError =>
  new StartupError(
    `There is no data in ${dataDir}: begin with \`npm start\`, name its folder with --data DIR, or a deployed stage with --stage.`,
  );

/** A new key would sign tokens that no stack knows. */
export function requireIssuer(dataDir: string): void {
  if (runningStack(dataDir) === undefined && !existsSync(join(dataDir, 'issuer.json'))) throw noData(dataDir);
}

/** Without a running stack, the program locks the folder as a stack would. */
async function openAlone(dataDir: string): Promise<OpenStage> {
  const folder = openDataFolder(dataDir, { fresh: false });
  const { bucket, tables, environment } = readDeployment(STAGE);
  const [{ startObjectStorage }, { openIssuer }] = await Promise.all([
    import('./s3/object-storage.ts'),
    import('./sign-in/issuer.ts'),
  ]);
  const [database, s3, { issuer }] = await Promise.all([
    startDatabase({ file: folder.database }),
    startObjectStorage({ bucket, dataDir: folder.s3 }),
    openIssuer(dataDir),
  ]);
  const local = {
    stage: STAGE,
    bucket,
    issuers: [issuer],
    database: database.environment,
    s3: s3.endpoint,
    outbox: folder.outbox,
    importFolder: folder.imports,
  };
  useEnvironment({ ...environment, ...localEnvironment(local) });
  useDatabase();
  await ensureTables(tables);
  return {
    async close() {
      await s3.stop();
      await database.stop();
      folder.release();
    },
  };
}

/** Sets the stage's environment and database. Call it before loading code that reads the environment. */
export async function openStage(dataDir: string): Promise<OpenStage> {
  const stack = runningStack(dataDir);
  if (stack?.env[DATABASE_VARIABLE] === MEMORY)
    throw new StartupError(
      `The stack on ${dataDir} keeps its data in memory, which commands cannot read: start it without --database memory.`,
    );
  if (stack !== undefined) {
    useEnvironment(stack.env);
    useDatabase();
    return { close: () => Promise.resolve() };
  }
  if (existsSync(join(dataDir, 'database.sqlite'))) return openAlone(dataDir);
  throw noData(dataDir);
}

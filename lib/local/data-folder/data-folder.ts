/** The folder in which a stack keeps everything; one stack at a time. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#lib/command/startup-error';
import { hasErrorCode } from '#lib/local/process/has-error-code';
import { unusableFolder } from '#lib/local/process/machine-failure';
import { lockFolder } from '#lib/stores/search-index/folder-lock';

export interface DataFolder {
  readonly path: string;
  /** The file of the embedded database. */
  readonly database: string;
  /** The folder of DynamoDB Local. */
  readonly dynamodb: string;
  readonly s3: string;
  /** Mail that a stage would send. */
  readonly outbox: string;
  /** The name of a file that holds JSON. */
  readJson(name: string): unknown;
  /** Whole or not at all, whenever the process ends. */
  writeJson(name: string, value: unknown): void;
  remove(name: string): void;
  release(): void;
}

/** What `--fresh` forgets. Only names of our own: the folder may hold other things, too. */
const CONTENTS = [
  'database.sqlite',
  'database.sqlite-wal',
  'database.sqlite-shm',
  'dynamodb',
  'dynamodb.before',
  's3',
  'outbox',
  'streams.json',
  'seeded.json',
  'endpoints.json',
];

/**
 * How the folder is laid out; counted up when an older Almanac could not read it any more. 1: dynoxide or DynamoDB
 * Local; 2: the embedded database.
 */
const VERSION = 2;
export const VERSION_FILE = 'version.json';

/** Runs what writes to the folder; what the machine refuses is told in a sentence. */
function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const sentence = unusableFolder(error, path);
    throw sentence === undefined ? error : new StartupError(sentence, { cause: error });
  }
}

/** Refuses a folder of a newer Almanac. Folders from before there were versions have no file. */
export function checkVersion(path: string, kept: unknown): void {
  if (kept === undefined || (typeof kept === 'number' && kept <= VERSION)) return;
  throw new StartupError(
    `${path} was written by a newer Almanac (version ${JSON.stringify(kept)} of the folder, this one knows ` +
      `${String(VERSION)}). Update this one, or choose another folder with --data DIR.`,
  );
}

export function openDataFolder(path: string, { fresh }: { fresh: boolean }): DataFolder {
  const lock = writing(path, () => {
    mkdirSync(path, { recursive: true });
    return lockFolder(path);
  });
  if (lock === undefined)
    throw new StartupError(`Another \`npm start\` uses ${path}. Stop it, or choose another folder with --data DIR.`);
  const at = (name: string): string => join(path, name);
  const folder: DataFolder = {
    path,
    database: at('database.sqlite'),
    dynamodb: at('dynamodb'),
    s3: at('s3'),
    outbox: at('outbox'),
    readJson(name) {
      try {
        return JSON.parse(readFileSync(at(name), 'utf8')) as unknown;
      } catch (error) {
        if (hasErrorCode(error, { code: 'ENOENT' })) return undefined;
        throw new StartupError(`${at(name)} cannot be read. Remove it, or start with --fresh.`);
      }
    },
    writeJson(name, value) {
      writing(path, () => {
        writeFileSync(at(`${name}.new`), `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
        renameSync(at(`${name}.new`), at(name));
      });
    },
    remove(name) {
      rmSync(at(name), { force: true });
    },
    release() {
      lock.release();
    },
  };
  try {
    checkVersion(path, folder.readJson(VERSION_FILE));
    if (fresh) for (const name of CONTENTS) rmSync(at(name), { recursive: true, force: true });
    folder.writeJson(VERSION_FILE, VERSION);
    writing(path, () => mkdirSync(folder.s3, { recursive: true }));
    return folder;
  } catch (error) {
    lock.release();
    throw error;
  }
}

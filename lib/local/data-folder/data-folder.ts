/** The folder in which a stack keeps all its data. A lock allows one stack at a time. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartupError } from '#lib/command/startup-error';
import { hasErrorCode } from '#lib/local/process/has-error-code';
import { unusableFolderMessage } from '#lib/local/process/machine-failure';
import { lockFolder } from '#lib/stores/search-index/folder-lock';

export interface DataFolder {
  readonly path: string;
  /** The file of the embedded database. */
  readonly database: string;
  /** The folder of DynamoDB Local's files. */
  readonly dynamodb: string;
  readonly s3: string;
  /** Takes the mail that a deployed stage would send. */
  readonly outbox: string;
  /** Drafts of imports. */
  readonly imports: string;
  /** Reads a JSON file by its name. */
  readJson(name: string): unknown;
  /** Atomic: a crash leaves the old file or the new one. */
  writeJson(name: string, value: unknown): void;
  remove(name: string): void;
  release(): void;
}

/** What `--fresh` deletes. The folder may also hold files of others. */
export const CONTENTS = [
  'database.sqlite',
  'database.sqlite-wal',
  'database.sqlite-shm',
  'dynamodb',
  'dynamodb.before',
  's3',
  'outbox',
  'imports',
  'temporary',
  'streams.json',
  'seeded.json',
  'endpoints.json',
  'restored.json',
];

/**
 * Version of the folder's layout, raised when older releases cannot read it. 1: dynoxide or DynamoDB Local; 2: the
 * embedded database; 3: objects are files.
 */
export const VERSION = 3;
export const VERSION_FILE = 'version.json';

/** Runs code that writes to the folder; turns errors of the machine into a readable message. */
function explainWriteErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const sentence = unusableFolderMessage(error, path);
    throw sentence === undefined ? error : new StartupError(sentence, { cause: error });
  }
}

/** Refuses a folder of a newer release. The oldest folders have no version file. */
export function checkVersion(path: string, kept: unknown): void {
  if (kept === undefined || (typeof kept === 'number' && kept <= VERSION)) return;
  throw new StartupError(
    `${path} was written by a newer Almanac (version ${JSON.stringify(kept)} of the folder, this one knows ` +
      `${String(VERSION)}). Update this one, or choose another folder with --data DIR.`,
  );
}

export function openDataFolder(path: string, { fresh }: { fresh: boolean }): DataFolder {
  const lock = explainWriteErrors(path, () => {
    mkdirSync(path, { recursive: true });
    return lockFolder(path);
  });
  if (lock === undefined)
    throw new StartupError(`Another \`npm start\` uses ${path}. Stop it, or choose another folder with --data DIR.`);
  const at = (name: string): string => join(path, name);
  // Commands that find the running stack are told these paths, wherever they are run.
  const found = (name: string): string => resolve(path, name);
  const folder: DataFolder = {
    path,
    database: found('database.sqlite'),
    dynamodb: found('dynamodb'),
    s3: found('s3'),
    outbox: found('outbox'),
    imports: found('imports'),
    readJson(name) {
      try {
        return JSON.parse(readFileSync(at(name), 'utf8')) as unknown;
      } catch (error) {
        if (hasErrorCode(error, { code: 'ENOENT' })) return undefined;
        throw new StartupError(`${at(name)} cannot be read. Remove it, or start with --fresh.`);
      }
    },
    writeJson(name, value) {
      explainWriteErrors(path, () => {
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
    explainWriteErrors(path, () => mkdirSync(folder.s3, { recursive: true }));
    return folder;
  } catch (error) {
    lock.release();
    throw error;
  }
}

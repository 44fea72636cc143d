/** What S3 knows of an object besides its bytes, and which file those are in: rows of one SQLite file. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StoredObject } from './fauxqs.ts';

export const OBJECTS_DATABASE = 'objects.sqlite';

const CREATE_STATEMENTS = `
  CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY, created TEXT NOT NULL, lifecycle TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL, key TEXT NOT NULL, path TEXT NOT NULL COLLATE NOCASE, object TEXT NOT NULL,
    PRIMARY KEY (bucket, key), UNIQUE (bucket, path)
  ) WITHOUT ROWID;
`;

/** All but the body. */
export type ObjectHead = Omit<StoredObject, 'body'>;

export interface IndexedObject {
  readonly path: string;
  readonly head: ObjectHead;
}

export interface ObjectIndex {
  find(bucket: string, key: string): IndexedObject | undefined;
  list(bucket: string): IndexedObject[];
  /** Whether a file is there for another key: some file systems do not tell small letters from capitals. */
  isTaken(bucket: string, path: string): boolean;
  put(bucket: string, object: IndexedObject): void;
  remove(bucket: string, key: string): void;
  removeAll(bucket: string): void;
  buckets(): { name: string; created: Date; lifecycle: string | undefined }[];
  addBucket(name: string, created: Date): void;
  removeBucket(name: string): void;
  setLifecycle(name: string, config: string | null): void;
  close(): void;
}

function headOf(text: unknown): ObjectHead {
  const head = JSON.parse(String(text)) as ObjectHead & { lastModified: unknown };
  return { ...head, lastModified: new Date(String(head.lastModified)) };
}

export function openObjectIndex(folder: string): ObjectIndex {
  const database = new DatabaseSync(join(folder, OBJECTS_DATABASE), { timeout: 2_000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  database.exec(CREATE_STATEMENTS);
  const find = database.prepare('SELECT path, object FROM objects WHERE bucket = ? AND key = ?');
  const holder = database.prepare('SELECT key FROM objects WHERE bucket = ? AND path = ?');
  const put = database.prepare('INSERT OR REPLACE INTO objects (bucket, key, path, object) VALUES (?, ?, ?, ?)');
  const run = (sql: string, ...values: (string | null)[]): void => {
    database.prepare(sql).run(...values);
  };
  return {
    find(bucket, key) {
      const row = find.get(bucket, key);
      return row && { path: String(row['path']), head: headOf(row['object']) };
    },
    list: (bucket) =>
      database
        .prepare('SELECT path, object FROM objects WHERE bucket = ?')
        .all(bucket)
        .map(({ path, object }) => ({ path: String(path), head: headOf(object) })),
    isTaken: (bucket, path) => holder.get(bucket, path) !== undefined,
    put(bucket, { path, head }) {
      put.run(bucket, head.key, path, JSON.stringify(head));
    },
    remove: (bucket, key) => run('DELETE FROM objects WHERE bucket = ? AND key = ?', bucket, key),
    removeAll: (bucket) => run('DELETE FROM objects WHERE bucket = ?', bucket),
    buckets: () =>
      database
        .prepare('SELECT * FROM buckets')
        .all()
        .map(({ name, created, lifecycle }) => ({
          name: String(name),
          created: new Date(String(created)),
          lifecycle: typeof lifecycle === 'string' ? lifecycle : undefined,
        })),
    addBucket: (name, created) =>
      run('INSERT OR IGNORE INTO buckets (name, created) VALUES (?, ?)', name, created.toISOString()),
    removeBucket: (name) => run('DELETE FROM buckets WHERE name = ?', name),
    setLifecycle: (name, config) => run('UPDATE buckets SET lifecycle = ? WHERE name = ?', config, name),
    close() {
      database.close();
    },
  };
}

import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { ReferenceStore } from '#lib/books/stores/all';

const COMMIT_EVERY = 10_000;

/** Names by key, in a file that is deleted when it is closed. */
export function referencesIn(path: string): ReferenceStore {
  rmSync(path, { force: true });
  const database = new DatabaseSync(path);
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE names (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID; BEGIN',
  );
  const put = database.prepare('INSERT OR REPLACE INTO names (key, value) VALUES (?, ?)');
  const get = database.prepare('SELECT value FROM names WHERE key = ?');
  let uncommitted = 0;
  return {
    put(key, value) {
      put.run(key, value);
      uncommitted += 1;
      if (uncommitted % COMMIT_EVERY === 0) database.exec('COMMIT; BEGIN');
    },
    get: (key) => get.get(key)?.['value'] as string | undefined,
    close() {
      database.exec('COMMIT');
      database.close();
      rmSync(path, { force: true });
    },
  };
}

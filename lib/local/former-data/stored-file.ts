/** A SQLite file of another program, which may not have closed it. */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { StartupError } from '#lib/command/startup-error';
import { hasErrorCode } from '#lib/local/process/has-error-code';

export type Row = Record<string, SQLOutputValue>;

export interface StoredFile {
  /** The file was created but never written to. */
  readonly isEmpty: boolean;
  /** Read on demand, so that a large table does not fill the memory. */
  rows<Read>(query: string, values: readonly SQLInputValue[], read: (row: Row) => Read): Iterable<Read>;
  close(): void;
}

/**
 * SQLITE_READONLY_ROLLBACK: the writer was killed during a transaction; only a writable connection can roll it back.
 */
const NEEDS_ROLLBACK = 776;

/** Time to wait for a writer that is shutting down. */
const WAIT_FOR_WRITER_MS = 5_000;

/** Read-only, except that SQLite rolls back a transaction that the writer did not finish. */
export function openStoredFile(file: string): StoredFile {
  try {
    const database = open(file);
    return {
      isEmpty: contents(database) === 0,
      *rows(query, values, read) {
        try {
          for (const row of database.prepare(query).iterate(...values)) yield read(row);
        } catch (error) {
          throw unreadable(file, error);
        }
      },
      close() {
        database.close();
      },
    };
  } catch (error) {
    throw unreadable(file, error);
  }
}

const openReadOnly = (file: string): DatabaseSync =>
  new DatabaseSync(file, { readOnly: true, timeout: WAIT_FOR_WRITER_MS });

function open(file: string): DatabaseSync {
  const database = openReadOnly(file);
  try {
    contents(database);
    return database;
  } catch (error) {
    database.close();
    if (!hasErrorCode(error, { errcode: NEEDS_ROLLBACK })) throw error;
  }
  const writer = new DatabaseSync(file, { timeout: WAIT_FOR_WRITER_MS });
  contents(writer);
  writer.close();
  return openReadOnly(file);
}

function contents(database: DatabaseSync): number {
  return database.prepare('SELECT name FROM sqlite_master').all().length;
}

const unreadable = (file: string, error: unknown): StartupError =>
  new StartupError(
    `${file} holds the data of an earlier release and cannot be read (${String(error).replace(/^\w*Error: /, '')}). ` +
      'Put a copy of it in its place if you have one, start with another --data folder, ' +
      'or begin anew with --fresh, which removes it.',
    { cause: error },
  );

/** A quoted table name for a query. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

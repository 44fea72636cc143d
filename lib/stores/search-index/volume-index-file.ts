/** The search index as a SQLite file: its tables, and the numbers of their rows. */
import { DatabaseSync } from 'node:sqlite';
import { COLUMNS } from '#lib/books/search/expression';
import { INDEX_FORMAT } from './index-format.ts';

const SCHEMA = `
  CREATE VIRTUAL TABLE text USING fts5(${COLUMNS.join(', ')}, content = '', contentless_delete = 1, tokenize = 'ascii');
  CREATE TABLE volumes (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    facets INTEGER NOT NULL,
    country_facets TEXT,
    language TEXT,
    published INTEGER NOT NULL,
    newness INTEGER NOT NULL,
    on_sale INTEGER NOT NULL,
    quality REAL NOT NULL,
    work_key TEXT NOT NULL,
    title_key TEXT NOT NULL,
    title TEXT NOT NULL,
    names TEXT NOT NULL
  );
  CREATE INDEX volumes_by_title ON volumes (title_key);
  CREATE INDEX volumes_by_newness ON volumes (newness DESC, id);
  CREATE INDEX volumes_on_sale ON volumes (on_sale) WHERE on_sale > 0;
  CREATE TABLE words (
    word TEXT PRIMARY KEY,
    stem TEXT NOT NULL,
    length INTEGER NOT NULL,
    reversed TEXT NOT NULL,
    sound TEXT
  ) WITHOUT ROWID;
  CREATE INDEX words_by_stem ON words (stem);
  CREATE INDEX words_by_ending ON words (reversed, length);
  CREATE INDEX words_by_sound ON words (sound) WHERE sound IS NOT NULL;
  CREATE TABLE counts (match TEXT PRIMARY KEY, volumes INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE progress (file TEXT PRIMARY KEY, records INTEGER NOT NULL) WITHOUT ROWID;
  PRAGMA user_version = ${String(INDEX_FORMAT)};
`;

/** Rows are numbered by their class first, the best class being 0; numbers within a class are in order of arrival. */
const CLASSES = 256;
const ARRIVALS = 2 ** 26;

/**
 * The row of a volume: matches come from the index in order of their rows, so that the first of them are those that
 * most people want, and a search for a common word may stop there.
 */
export function rowOf(quality: number, arrival: number): number {
  if (arrival >= ARRIVALS) throw new Error(`A search index holds at most ${String(ARRIVALS)} rows; build it anew.`);
  return Math.round((1 - quality) * (CLASSES - 1)) * ARRIVALS + arrival;
}

export const arrivalOf = (row: number): number => row % ARRIVALS;
export const MAX_ARRIVAL_SQL = `SELECT max(row % ${String(ARRIVALS)}) AS arrival FROM volumes`;

/**
 * Creates the file when it does not exist. Numbers come as BigInt: FTS5 gives its own rows numbers beyond those that
 * JavaScript can tell apart, and from Node 26 on every later statement would fail at the number of the last one.
 */
export function openForWriting(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readBigInts: true });
  database.exec(
    'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;',
  );
  if (formatOf(database) === 0) database.exec(SCHEMA);
  return database;
}

/** Nobody writes to a file that is read: locked once, it is not locked and looked at again for every statement. */
export function openForReading(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA mmap_size = 1073741824; PRAGMA cache_size = -32768;');
  return database;
}

const formatOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);

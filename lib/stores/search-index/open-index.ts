/** An index file that is open for searches. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { dayNumber } from '#lib/books/model/volume';
import { indexWords, type IndexWords } from './index-words.ts';
import { openForReading } from './volume-index-file.ts';

export interface OpenIndex {
  readonly database: DatabaseSync;
  readonly words: IndexWords;
  /** Prepared statements by their SQL. */
  readonly statements: Map<string, StatementSync>;
  /** Matches of the conditions that were last counted. The file never changes, so they stay the same. */
  readonly counts: Recent<number>;
  /** The pre-orders of the day that was last asked for. */
  preorders: { readonly today: string; readonly rows: readonly number[] } | undefined;
}

const MAX_COUNTS = 500;
const MAX_KEY = 5000;

export interface Recent<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Forgets the oldest first. Keys may hold the volumes of a whole shelf: long ones are not kept. */
export function recent<Value>(most: number): Recent<Value> {
  const values = new Map<string, Value>();
  return {
    get: (key) => values.get(key),
    set(key, value) {
      if (key.length > MAX_KEY) return;
      for (const oldest of values.keys()) {
        if (values.size < most) break;
        values.delete(oldest);
      }
      values.set(key, value);
    },
  };
}

export function openIndex(path: string): OpenIndex {
  const database = openForReading(path);
  return {
    database,
    words: indexWords(database),
    statements: new Map(),
    counts: recent(MAX_COUNTS),
    preorders: undefined,
  };
}

export function prepare({ database, statements }: OpenIndex, sql: string): StatementSync {
  const statement = statements.get(sql) ?? database.prepare(sql);
  statements.set(sql, statement);
  return statement;
}

export const rowsIn = (rows: readonly Record<string, unknown>[]): number[] => rows.map(({ row }) => Number(row));

// `on_sale > 0` is what lets SQLite use the partial index `volumes_on_sale`.
const ON_SALE_AFTER = 'SELECT row FROM volumes WHERE on_sale > 0 AND on_sale > ?';

/** Rows of the volumes that are not on sale yet. The file never changes, so they are the same all day. */
export function preorderRows(index: OpenIndex, today: string): readonly number[] {
  if (index.preorders?.today !== today)
    index.preorders = { today, rows: rowsIn(prepare(index, ON_SALE_AFTER).all(dayNumber(today))) };
  return index.preorders.rows;
}

export const rowsMatching = (index: OpenIndex, match: string): number[] =>
  rowsIn(prepare(index, 'SELECT rowid AS row FROM text WHERE text MATCH ?').all(match));

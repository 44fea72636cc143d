/** One SQLite file that several processes share, or a database in memory: prepared statements, and transactions. */
import { EventEmitter } from 'node:events';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export const MEMORY = 'memory';

/** SQLite blocks the whole process while it waits for another one: that is kept short, and callers try again later. */
const BLOCKING_WAIT_MS = 20;
const BUSY = 5;
/** Of the write-ahead log after it was carried over into the file. */
const LOG_BYTES = 16 * 1024 * 1024;
/** It is carried over when it is so long: pages that are written again and again until then go into the file once. */
const LOG_PAGES = 4_000;
/** Kept prepared; limits are part of their texts. */
const MAX_STATEMENTS = 500;
const CACHE_KIB = 16 * 1024;

/** Another process writes at this moment. The extended codes hold the plain one in their lowest byte. */
export const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY;

export class SqliteFile {
  /** Tells of the writes of this process, but for those that are nobody else's business. */
  readonly commits = new EventEmitter({ captureRejections: false }).setMaxListeners(0);
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.#database = new DatabaseSync(file === MEMORY ? ':memory:' : file, { timeout: BLOCKING_WAIT_MS });
    // With the log, a commit is one write to a file. It survives the end of the process; only with the power gone may
    // the last few
    // be missing, never a part of one.
    this.#patiently('PRAGMA journal_mode = WAL');
    this.#patiently('PRAGMA synchronous = NORMAL');
    this.#patiently(`PRAGMA journal_size_limit = ${String(LOG_BYTES)}`);
    this.#patiently(`PRAGMA wal_autocheckpoint = ${String(LOG_PAGES)}`);
    this.#patiently(`PRAGMA cache_size = -${String(CACHE_KIB)}`);
  }

  /** While a file is opened it may wait: nothing else happens in this process yet. */
  #patiently(sql: string): void {
    for (let attempt = 0; ; attempt += 1) {
      try {
        this.#database.exec(sql);
        return;
      } catch (error) {
        if (!isBusy(error) || attempt >= 250) throw error;
      }
    }
  }

  execute(sql: string): void {
    this.#database.exec(sql);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Returns the number of the row that was inserted last. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  /** The first row, as an array in the order of the columns. */
  row<Columns>(sql: string, ...values: SQLInputValue[]): Columns | undefined {
    const row: unknown = this.#statement(sql).get(...values);
    return row as Columns | undefined;
  }

  rows<Columns>(sql: string, ...values: SQLInputValue[]): Columns[] {
    const rows: unknown = this.#statement(sql).all(...values);
    return rows as Columns[];
  }

  /** One row after another, as far as they are asked for. */
  eachRow<Columns>(sql: string, ...values: SQLInputValue[]): Iterable<Columns> {
    const rows: unknown = this.#statement(sql).iterate(...values);
    return rows as Iterable<Columns>;
  }

  /** All of the work's writes, or none. */
  write<T>(work: () => T): T {
    const result = this.writeQuietly(work);
    this.commits.emit('commit');
    return result;
  }

  /** The same, and nobody is told. */
  writeQuietly<T>(work: () => T): T {
    return this.#transaction('BEGIN IMMEDIATE', work);
  }

  /** Everything that the work reads is of one moment. */
  read<T>(work: () => T): T {
    return this.#transaction('BEGIN', work);
  }

  #transaction<T>(begin: string, work: () => T): T {
    this.run(begin);
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

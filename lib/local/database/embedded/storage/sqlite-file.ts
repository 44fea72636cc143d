/** One SQLite file that several processes share, or a database in memory: prepared statements and transactions. */
import { EventEmitter } from 'node:events';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export const MEMORY = 'memory';

/** SQLite blocks the whole process while it waits for another one: keep it short, callers retry. */
const BLOCKING_WAIT_MS = 20;
/** While a file is opened. SQLite itself does not wait where the form of its log changes. */
const MAX_WAIT_AT_START_MS = 30_000;
const PAUSE_AT_START_MS = 5;
const BUSY = 5;
/** Size to which the write-ahead log is cut after a checkpoint. */
const LOG_BYTES = 16 * 1024 * 1024;
/** Checkpoint the log at this length: a page that changes often is then written to the file only once. */
const LOG_PAGES = 4_000;
/** Prepared statements kept; limits are part of their text. */
const MAX_STATEMENTS = 500;
const CACHE_KIB = 16 * 1024;

/** Another process is writing. Extended codes have the base code in their lowest byte. */
export const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY;

export class SqliteFile {
  /** Emits on writes of this process, except quiet ones. */
  readonly commits = new EventEmitter({ captureRejections: false }).setMaxListeners(0);
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.#database = new DatabaseSync(file === MEMORY ? ':memory:' : file, { timeout: BLOCKING_WAIT_MS });
    // In WAL mode a commit is one write. It survives the end of the process; after a power failure the last commits may
    // be missing, but never half of one.
    this.#runBlocking('PRAGMA journal_mode = WAL');
    this.#runBlocking('PRAGMA synchronous = NORMAL');
    this.#runBlocking(`PRAGMA journal_size_limit = ${String(LOG_BYTES)}`);
    this.#runBlocking(`PRAGMA wal_autocheckpoint = ${String(LOG_PAGES)}`);
    this.#runBlocking(`PRAGMA cache_size = -${String(CACHE_KIB)}`);
  }

  /** Waits for other processes and blocks this one: for the start, when nothing else runs in it yet. */
  #blocking<T>(work: () => T): T {
    const end = performance.now() + MAX_WAIT_AT_START_MS;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() >= end) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_AT_START_MS);
      }
    }
  }

  #runBlocking(sql: string): void {
    this.#blocking(() => {
      this.#database.exec(sql);
    });
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

  /** Returns the id of the last inserted row. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  /** The first row, as an array in column order. */
  row<Columns>(sql: string, ...values: SQLInputValue[]): Columns | undefined {
    const row: unknown = this.#statement(sql).get(...values);
    return row as Columns | undefined;
  }

  rows<Columns>(sql: string, ...values: SQLInputValue[]): Columns[] {
    const rows: unknown = this.#statement(sql).all(...values);
    return rows as Columns[];
  }

  /** Rows one by one, read on demand. */
  eachRow<Columns>(sql: string, ...values: SQLInputValue[]): Iterable<Columns> {
    const rows: unknown = this.#statement(sql).iterate(...values);
    return rows as Iterable<Columns>;
  }

  /** A write transaction: all or nothing. */
  write<T>(work: () => T): T {
    const result = this.writeQuietly(work);
    this.commits.emit('commit');
    return result;
  }

  /** Like `write`, but waits, blocking this process, while another one writes: for tables, which are made at the start. */
  writeBlocking<T>(work: () => T): T {
    return this.#blocking(() => this.write(work));
  }

  /** Like `write`, without announcing it. */
  writeQuietly<T>(work: () => T): T {
    return this.#transaction('BEGIN IMMEDIATE', work);
  }

  /** A read transaction: one consistent snapshot. */
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

/**
 * Storage of the embedded database: this folder keeps tables, and the changes that streams read, in one SQLite file.
 * This file opens the tables and reads changes. `schema.ts` turns a table definition into SQL, `table.ts` reads and
 * writes rows, `sqlite-file.ts` has statements and transactions, `checkpoints.ts` stores how far readers are.
 */
import type { CreateTableInput } from '@aws-sdk/client-dynamodb';
import { StartupError } from '#lib/command/startup-error';
import { noTable } from '#lib/local/database/embedded/values/errors';
import { readItem, writeItem } from '#lib/local/database/embedded/values/item-text';
import type { Item } from '#lib/local/database/embedded/values/values';
import { schemaOf, tableStatements, type Schema } from './schema.ts';
import { SqliteFile } from './sqlite-file.ts';
import { IN_ROW, itemOf, Table, type RowKey } from './table.ts';

/** Format version of the file. */
export const FORMAT = 3;

/**
 * Writes within this time are announced together: announcing each costs more than the write. Lambda polls four times a
 * second (https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html), so nobody relies on less.
 */
const ANNOUNCE_AFTER_MS = 25;

const CREATE_STATEMENTS = `
  CREATE TABLE tables (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, schema TEXT NOT NULL, is_followed INTEGER NOT NULL DEFAULT 1
  );
  CREATE TABLE changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, table_id INTEGER NOT NULL, at INTEGER NOT NULL, name TEXT NOT NULL, pk TEXT NOT NULL, sk TEXT NOT NULL,
    old TEXT, old_marked INTEGER NOT NULL, new TEXT, new_marked INTEGER NOT NULL, is_expiry INTEGER NOT NULL
  );
  CREATE INDEX changes_of_table ON changes (table_id, seq);
  CREATE TABLE checkpoints (reader TEXT PRIMARY KEY, seq TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE tokens (token TEXT PRIMARY KEY, request TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX tokens_by_age ON tokens (at);
  PRAGMA user_version = ${String(FORMAT)};
`;

export interface ChangeRecord {
  readonly sequenceNumber: number;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly atMs: number;
  readonly keys: Item;
  readonly oldImage: Item | undefined;
  readonly newImage: Item | undefined;
  /** Removed by expiry, not by a caller. */
  readonly isExpiry: boolean;
}

type ChangeColumns = [
  number,
  ChangeRecord['eventName'],
  number,
  string,
  string,
  string | null,
  number,
  string | null,
  number,
  number,
];

export class Engine {
  readonly file: SqliteFile;
  readonly #tables = new Map<string, Table>();

  constructor(path: string) {
    this.file = new SqliteFile(path);
    const version = Number(this.file.row<[number]>('PRAGMA user_version')?.[0]);
    if (version > FORMAT) {
      throw new StartupError(
        `${path} was written by a newer Almanac. Start that one, or choose another folder with --data DIR.`,
      );
    }
    if (version < FORMAT) this.#prepare();
  }

  #prepare(): void {
    this.file.writeBlocking(() => {
      // Another process may have created it first.
      const version = Number(this.file.row<[number]>('PRAGMA user_version')?.[0]);
      if (version === 0) this.file.execute(CREATE_STATEMENTS);
      if (version === 1) this.#keepItemsOnce();
      // From format 2: items may be of a form that earlier versions cannot read. Tables stay as they are.
      if (version > 0) this.file.execute(`PRAGMA user_version = ${String(FORMAT)}`);
    });
  }

  /** From format 1, in which each change had its own copy of the item and changes of all tables were kept. */
  #keepItemsOnce(): void {
    this.file.execute('ALTER TABLE tables ADD COLUMN is_followed INTEGER NOT NULL DEFAULT 1');
    for (const [id] of this.file.rows<[number]>('SELECT id FROM tables')) {
      this.file.execute(`ALTER TABLE items_${String(id)} ADD COLUMN changed INTEGER`);
    }
  }

  /** Also finds tables that another process created. */
  findTable(name: string): Table | undefined {
    const known = this.#tables.get(name);
    if (known !== undefined) return known;
    const sql = 'SELECT id, schema, is_followed FROM tables WHERE name = ?';
    const row = this.file.row<[number, string, number]>(sql, name);
    if (row === undefined) return undefined;
    const [id, schema, isFollowed] = row;
    const table = new Table(this.file, id, JSON.parse(schema) as Schema, isFollowed === 1);
    this.#tables.set(name, table);
    return table;
  }

  table(name: string | undefined): Table {
    const table = this.findTable(name ?? '');
    if (table === undefined) throw noTable();
    return table;
  }

  tableNames(): string[] {
    return this.file.rows<[string]>('SELECT name FROM tables ORDER BY name').map(([name]) => name);
  }

  /** Creates the table if it does not exist. */
  createTable(create: CreateTableInput, ttl?: string): Table {
    const schema = schemaOf(create, ttl);
    this.file.writeBlocking(() => {
      if (this.findTable(schema.name) !== undefined) return;
      this.file.run('INSERT INTO tables (name, schema) VALUES (?, ?)', schema.name, JSON.stringify(schema));
      const [id = 0] = this.file.row<[number]>('SELECT id FROM tables WHERE name = ?', schema.name) ?? [];
      for (const sql of tableStatements(schema, id)) this.file.execute(sql);
    });
    return this.table(schema.name);
  }

  /** Sets what the indexes of a table contain. Their entries are computed when they are read. */
  setSchema(schema: Schema): Table {
    const { id } = this.table(schema.name);
    this.file.writeBlocking(() =>
      this.file.run('UPDATE tables SET schema = ? WHERE id = ?', JSON.stringify(schema), id),
    );
    this.#tables.delete(schema.name);
    return this.table(schema.name);
  }

  /** Sets whether the changes of a table are kept for readers. Applies to every process that opens the file. */
  setFollowed(name: string, isFollowed: boolean): void {
    const { id, isFollowed: isNow } = this.table(name);
    if (isNow === isFollowed) return;
    this.file.writeBlocking(() => {
      this.file.run('UPDATE tables SET is_followed = ? WHERE id = ?', Number(isFollowed), id);
      if (!isFollowed) this.file.run('DELETE FROM changes WHERE table_id = ?', id);
    });
    this.#tables.delete(name);
  }

  /** The changes of a table after a given one, in order. */
  readChanges(name: string, after: number, limit: number): ChangeRecord[] {
    const { schema, id } = this.table(name);
    const isInRow = `new_marked = ${String(IN_ROW)}`;
    const image = `IIF(${isInRow}, item, new), IIF(${isInRow}, marked, new_marked)`;
    const sql =
      `SELECT seq, name, at, changes.pk, changes.sk, old, old_marked, ${image}, is_expiry FROM changes ` +
      `LEFT JOIN items_${String(id)} AS kept ON ${isInRow} AND kept.pk = changes.pk AND kept.sk = changes.sk ` +
      'WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?';
    const rows = this.file.rows<ChangeColumns>(sql, id, after, limit);
    return rows.map(([sequenceNumber, eventName, atMs, pk, sk, old, oldMarked, young, youngMarked, isExpiry]) => ({
      sequenceNumber,
      eventName,
      atMs,
      keys: { [schema.hash]: pk, ...(schema.range !== undefined && { [schema.range]: sk }) },
      oldImage: old === null ? undefined : readItem(old, oldMarked === 1),
      newImage: young === null ? undefined : readItem(young, youngMarked === 1),
      isExpiry: isExpiry === 1,
    }));
  }

  /** The size of everything it holds. */
  bytes(): number {
    const [pages = 0] = this.file.row<[number]>('PRAGMA page_count') ?? [];
    const [pageBytes = 0] = this.file.row<[number]>('PRAGMA page_size') ?? [];
    return pages * pageBytes;
  }

  /** The number of the last change of any table; 0 before the first. */
  lastChange(): number {
    return this.file.row<[number]>("SELECT seq FROM sqlite_sequence WHERE name = 'changes'")?.[0] ?? 0;
  }

  /** Adds a change that an earlier database had not delivered; returns its sequence number. */
  addChange(
    table: Table,
    { eventName, atMs, keys, oldImage, newImage, isExpiry }: Omit<ChangeRecord, 'sequenceNumber'>,
  ): number {
    return table.record(table.keyOf(keys), {
      name: eventName,
      at: atMs,
      before: oldImage && writeItem(oldImage),
      after: newImage && writeItem(newImage),
      isExpiry,
    });
  }

  /** Deletes changes that all readers have processed. */
  deleteChanges(name: string, upTo: number): void {
    const { id } = this.table(name);
    this.file.write(() => {
      this.file.run('DELETE FROM changes WHERE table_id = ? AND seq <= ?', id, upTo);
    });
  }

  /** Removes expired items, a limited number per call; returns how many. */
  expire(nowMs: number, limit: number): number {
    let count = 0;
    for (const name of this.tableNames()) {
      const table = this.table(name);
      for (const key of table.expired(nowMs / 1000, limit - count)) count += Number(this.#expireOne(table, key, nowMs));
    }
    return count;
  }

  #expireOne(table: Table, key: RowKey, nowMs: number): boolean {
    return this.file.write(() => {
      const before = table.find(key);
      const expires = before === undefined ? undefined : itemOf(before)[table.schema.ttl ?? ''];
      if (before === undefined || typeof expires !== 'number' || expires > nowMs / 1000) return false;
      table.replace(key, before, undefined, { at: nowMs, isExpiry: true });
      return true;
    });
  }

  /**
   * Resolves shortly after the next write of this process, or after the time limit: other processes may have written.
   */
  waitForChange(maxWaitMs: number, signal: AbortSignal): Promise<void> {
    const { commits } = this.file;
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout;
      const end = (): void => {
        clearTimeout(timer);
        commits.off('commit', gather);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const gather = (): void => {
        clearTimeout(timer);
        commits.off('commit', gather);
        timer = setTimeout(end, ANNOUNCE_AFTER_MS);
      };
      timer = setTimeout(end, maxWaitMs);
      commits.on('commit', gather);
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    });
  }

  close(): void {
    this.file.close();
  }
}

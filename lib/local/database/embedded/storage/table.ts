/** The rows of one table: look up by key, read in index order, write together with the change record. */
import { writeUnits } from '#lib/local/database/embedded/values/capacity';
import { readItem, writeItem, type ItemText } from '#lib/local/database/embedded/values/item-text';
import { itemSize } from '#lib/local/database/embedded/values/sizes';
import { isEqual, type Item } from '#lib/local/database/embedded/values/values';
import { entrySizes } from './index-entry.ts';
import { columnOf, indexedAttributes, orderOf, type Index, type Schema } from './schema.ts';
import type { SqliteFile } from './sqlite-file.ts';

export interface RowKey {
  readonly pk: string;
  readonly sk: string;
}

/** An item as stored. */
export interface Row {
  readonly text: string;
  readonly isMarked: boolean;
  readonly size: number;
}

/** A row read for an update: with the sequence number of its last change and its index columns. */
export interface RowBefore extends Row {
  readonly changed: number | null;
  readonly attributes: readonly (string | null)[];
}

/** A range of an index as SQL: `where` follows the condition on the partition. */
export interface Range {
  readonly partition: string;
  readonly where: string;
  readonly values: readonly string[];
  readonly isDescending: boolean;
}

export interface WriteContext {
  /** Time of the write, in milliseconds. */
  readonly at: number;
  /** Removed by expiry. */
  readonly isExpiry?: boolean;
  /** Whether stream readers get this change. */
  readonly isRecorded?: boolean;
  /** Size of the item, if already known. */
  readonly size?: number;
}

/** A change whose new item is still in its row: no copy is stored, which halves the file size. */
export const IN_ROW = 2;

interface Change {
  readonly name: string;
  readonly at: number;
  readonly before: ItemText | undefined;
  readonly after: ItemText | 'in the row' | undefined;
  readonly isExpiry: boolean;
}

const columnsOf = (image: ItemText | undefined): [text: string | null, marked: number] => [
  image?.text ?? null,
  Number(image?.isMarked ?? false),
];

export const itemOf = ({ text, isMarked }: Row): Item => readItem(text, isMarked);

type Columns = readonly [text: string, marked: number, size: number];
type AllColumns = readonly [...Columns, changed: number | null, ...attributes: (string | null)[]];

/** Most unlimited ranges have fewer rows and are read in one go; larger ones are read again, row by row. */
const FEW_ROWS = 8;

export class Table {
  readonly schema: Schema;
  readonly id: number;
  /** Whether its changes are kept for stream readers. */
  readonly isFollowed: boolean;
  readonly #file: SqliteFile;
  readonly #attributes: readonly string[];
  readonly #sql: Readonly<Record<'get' | 'put' | 'remove' | 'record' | 'copy', string>>;

  constructor(file: SqliteFile, id: number, schema: Schema, isFollowed: boolean) {
    this.#file = file;
    this.id = id;
    this.schema = schema;
    this.isFollowed = isFollowed && schema.hasStream;
    this.#attributes = indexedAttributes(schema);
    const table = `items_${String(id)}`;
    const columns = this.#attributes.map((name) => columnOf(schema, name));
    const all = ['pk', 'sk', 'item', 'marked', 'size', 'expires', 'changed', ...columns];
    this.#sql = {
      get: `SELECT ${['item', 'marked', 'size', 'changed', ...columns].join(', ')} FROM ${table} WHERE pk = ? AND sk = ?`,
      put:
        `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')}) ` +
        `ON CONFLICT (pk, sk) DO UPDATE SET ${all
          .slice(2)
          .map((column) => `${column} = excluded.${column}`)
          .join(', ')}`,
      remove: `DELETE FROM ${table} WHERE pk = ? AND sk = ?`,
      record:
        'INSERT INTO changes (table_id, at, name, pk, sk, old, old_marked, new, new_marked, is_expiry) ' +
        'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      copy: `UPDATE changes SET new = ?, new_marked = ? WHERE seq = ? AND new_marked = ${String(IN_ROW)}`,
    };
  }

  get name(): string {
    return this.schema.name;
  }

  keyOf(item: Item): RowKey {
    const { hash, range } = this.schema;
    return { pk: String(item[hash]), sk: range === undefined ? '' : String(item[range]) };
  }

  find({ pk, sk }: RowKey): RowBefore | undefined {
    const columns = this.#file.row<AllColumns>(this.#sql.get, pk, sk);
    if (columns === undefined) return undefined;
    const [text, marked, size, changed, ...attributes] = columns;
    return { text, isMarked: marked === 1, size, changed, attributes };
  }

  /** Rows in index order, read on demand. */
  *range(index: Index | undefined, { partition, where, values, isDescending }: Range, limit?: number): Generator<Row> {
    const { schema } = this;
    const table = `items_${String(this.id)}`;
    const hash = columnOf(schema, index?.hash ?? schema.hash);
    const order = orderOf(schema, index);
    // For an index queried by partition only: just the items that have its range key.
    const isThere = index?.range === undefined ? '' : ` AND ${columnOf(schema, index.range)} IS NOT NULL`;
    const sql =
      `SELECT item, marked, size FROM ${table} INDEXED BY ${index === undefined ? `${table}_key` : `"${table} ${index.name}"`} ` +
      `WHERE ${hash} = ?${isThere}${where} ORDER BY ${order.map((column) => (isDescending ? `${column} DESC` : column)).join(', ')}`;
    const few = limit ?? FEW_ROWS;
    // The limit is part of the text: with a parameter SQLite would plan the statement again each time.
    const first = this.#file.rows<Columns>(`${sql} LIMIT ${String(Number(few))}`, partition, ...values);
    const isAll = limit !== undefined || first.length < few;
    for (const [text, marked, size] of isAll ? first : this.#file.eachRow<Columns>(sql, partition, ...values))
      yield { text, isMarked: marked === 1, size };
  }

  /** All rows in key order. */
  *scan(after: RowKey | undefined): Generator<Row> {
    const table = `items_${String(this.id)}`;
    const where = after === undefined ? '' : 'WHERE (pk, sk) > (?, ?) ';
    const sql = `SELECT item, marked, size FROM ${table} ${where}ORDER BY pk, sk`;
    const rows = this.#file.eachRow<Columns>(sql, ...(after === undefined ? [] : [after.pk, after.sk]));
    for (const [text, marked, size] of rows) yield { text, isMarked: marked === 1, size };
  }

  /** Stores a change for stream readers; returns its sequence number. */
  record({ pk, sk }: RowKey, { name, at, before, after, isExpiry }: Change): number {
    const [old, oldMarked] = columnsOf(before);
    const [young, youngMarked] = after === 'in the row' ? [null, IN_ROW] : columnsOf(after);
    const { record } = this.#sql;
    return this.#file.run(record, this.id, at, name, pk, sk, old, oldMarked, young, youngMarked, Number(isExpiry));
  }

  /** Keys of expired rows, oldest first. */
  expired(nowSeconds: number, most: number): RowKey[] {
    if (this.schema.ttl === undefined || most <= 0) return [];
    const sql = `SELECT pk, sk FROM items_${String(this.id)} WHERE expires <= ? ORDER BY expires LIMIT ?`;
    return this.#file.rows<[string, string]>(sql, nowSeconds, most).map(([pk, sk]) => ({ pk, sk }));
  }

  /** Replaces or removes an item; returns the consumed capacity. */
  replace(key: RowKey, before: RowBefore | undefined, after: Item | undefined, context: WriteContext): number {
    const { schema } = this;
    const { at, isExpiry = false, isRecorded = true } = context;
    const kept = after === undefined ? undefined : writeItem(after);
    const size = after === undefined ? 0 : (context.size ?? itemSize(after));
    const attributes = this.#attributes.map((name) => (after?.[name] === undefined ? null : String(after[name])));
    const isSame =
      before !== undefined &&
      after !== undefined &&
      before.size === size &&
      (before.text === kept?.text || isEqual(itemOf(before), after));
    if (!isSame && typeof before?.changed === 'number') {
      // The previous change pointed to this row: give it a copy.
      this.#file.run(this.#sql.copy, before.text, Number(before.isMarked), before.changed);
    }
    let changed = isSame ? before.changed : null;
    if (this.isFollowed && isRecorded && !isSame && (before !== undefined || after !== undefined)) {
      const name = before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY';
      changed = this.record(key, { name, at, before, after: after && 'in the row', isExpiry });
    }
    if (after !== undefined && kept !== undefined) {
      const expires = schema.ttl === undefined ? undefined : after[schema.ttl];
      const own = [kept.text, Number(kept.isMarked), size, typeof expires === 'number' ? expires : null, changed];
      this.#file.run(this.#sql.put, key.pk, key.sk, ...own, ...attributes);
    } else if (before !== undefined) this.#file.run(this.#sql.remove, key.pk, key.sk);

    const placeIn = (index: Index, values: readonly (string | null)[] | undefined): string | undefined => {
      if (values === undefined) return undefined;
      const parts = [index.hash, index.range ?? index.hash].map((name) => {
        const place = this.#attributes.indexOf(name);
        return place < 0 ? '' : values[place];
      });
      return parts.some((part) => part === null || part === undefined) ? undefined : parts.join('\0');
    };
    const hasPartialIndex = schema.indexes.some((index) => index.attributes !== undefined);
    const replaced = hasPartialIndex && before !== undefined ? itemOf(before) : undefined;
    return writeUnits({
      before: before?.size,
      after: after === undefined ? undefined : size,
      isSame,
      indexes: schema.indexes.map((index) => ({
        isGlobal: index.isGlobal,
        before: placeIn(index, before?.attributes),
        after: placeIn(index, after === undefined ? undefined : attributes),
        sizes: index.attributes === undefined ? undefined : entrySizes(schema, index, replaced, after),
      })),
    });
  }
}

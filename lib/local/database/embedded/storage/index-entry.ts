/** What an index contains of an item: the keys, and the attributes that its projection names. */
import { attributeSize } from '#lib/local/database/embedded/values/sizes';
import { isEqual, type Item } from '#lib/local/database/embedded/values/values';
import type { Index, Schema } from './schema.ts';

const namesOfIndex = new WeakMap<Index, readonly string[]>();

function namesIn(schema: Schema, index: Index): readonly string[] {
  const known = namesOfIndex.get(index);
  if (known !== undefined) return known;
  const keys = [schema.hash, schema.range, index.hash, index.range].filter((name) => name !== undefined);
  const names = [...new Set([...keys, ...(index.attributes ?? [])])];
  namesOfIndex.set(index, names);
  return names;
}

export function entryOf(schema: Schema, index: Index | undefined, item: Item): Item {
  if (index?.attributes === undefined) return item;
  const entry: Item = {};
  for (const name of namesIn(schema, index)) {
    const value = item[name];
    if (value !== undefined) entry[name] = value;
  }
  return entry;
}

/** Attributes that an index does not contain. */
export function missingIn(schema: Schema, index: Index | undefined, attributes: readonly string[]): string[] {
  if (index?.attributes === undefined) return [];
  const names = namesIn(schema, index);
  return [...new Set(attributes)].filter((name) => !names.includes(name)).sort();
}

export interface EntrySizes {
  readonly before: number;
  readonly after: number;
  /** Whether the write changes nothing that the index contains. */
  readonly isSame: boolean;
}

/** The sizes of an item's entry in an index that does not contain everything. */
export function entrySizes(
  schema: Schema,
  index: Index,
  before: Item | undefined,
  after: Item | undefined,
): EntrySizes {
  const names = namesIn(schema, index);
  const sizeOf = (item: Item): number => names.reduce((sum, name) => sum + attributeSize(item, name), 0);
  return {
    before: before === undefined ? 0 : sizeOf(before),
    after: after === undefined ? 0 : sizeOf(after),
    isSame:
      before !== undefined &&
      after !== undefined &&
      isEqual(entryOf(schema, index, before), entryOf(schema, index, after)),
  };
}

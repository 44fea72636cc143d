/** What DynamoDB checks before it reads data: options, keys, sizes. */
import type { Expressions } from '#lib/local/database/embedded/expressions/compile';
import { entryOf } from '#lib/local/database/embedded/storage/index-entry';
import type { RowKey, Table } from '#lib/local/database/embedded/storage/table';
import { emptyKey, invalid, unfit, unknown } from '#lib/local/database/embedded/values/errors';
import { itemSize, textSize } from '#lib/local/database/embedded/values/sizes';
import { normalised, typeOf, type Item, type Value } from '#lib/local/database/embedded/values/values';

const MAX_ITEM_BYTES = 400 * 1024;
const MAX_HASH_BYTES = 2_048;
const MAX_RANGE_BYTES = 1_024;

export const ITEM_TOO_LARGE = 'Item size has exceeded the maximum allowed size';
export const ITEM_TO_UPDATE_TOO_LARGE = 'Item size to update has exceeded the maximum allowed size';

const CHOICES: ReadonlyMap<string, readonly unknown[]> = new Map([
  ['ReturnConsumedCapacity', ['INDEXES', 'TOTAL', 'NONE']],
  ['ReturnValuesOnConditionCheckFailure', ['ALL_OLD', 'NONE']],
]);

/** Throws for an option that this command does not implement, or a value that it does not have, and ignores neither. */
export function checkOptions(command: string, input: object, known: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (!known.has(name)) throw unknown(`the option ${name} of ${command}`);
    const choices = CHOICES.get(name);
    if (choices !== undefined && !choices.includes(value))
      throw unfit(name, value, `satisfy enum value set: [${choices.join(', ')}]`);
  }
}

const SCALARS: ReadonlySet<string> = new Set(['S', 'N', 'B']);

/** Key errors. In a transaction they become the cancellation reason of one item. */
export const KEY_FAULT = /Type mismatch|Invalid attribute value type|must be under|Size limit/;

function checkText(value: Value, mismatch: string): string {
  if (typeof value === 'string') return value;
  throw invalid(
    SCALARS.has(typeOf(value))
      ? `One or more parameter values were invalid: Type mismatch for ${mismatch}`
      : 'Invalid attribute value type',
  );
}

function checkKeyText(value: Value | undefined, name: string, maxBytes: number): string {
  if (value === undefined) throw invalid('One of the required keys was not given a value');
  const text = checkText(value, 'key');
  if (text === '') throw emptyKey({ whose: ` Key: ${name}` });
  if (textSize(text) > maxBytes) {
    throw invalid(
      'Hash primary key values must be under 2048 bytes, and range primary key values must be under 1024 bytes',
    );
  }
  return text;
}

/** Key attributes are strings: an expression cannot use a nested path in them. */
export function checkScalars({ schema }: Table, { nestedAttributes }: Pick<Expressions, 'nestedAttributes'>): void {
  for (const name of nestedAttributes) {
    const isKey = name === schema.hash || name === schema.range;
    if (!isKey && !schema.indexes.some(({ hash, range }) => name === hash || name === range)) continue;
    const what = "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed";
    throw invalid(`${what}: ${isKey ? 'Key' : 'IndexKey'}: ${name}`);
  }
}

/** The key of a whole item; checks its index keys too. */
export function checkedItemKey({ schema }: Table, item: Item): RowKey {
  const { hash, range } = schema;
  const key = {
    pk: checkKeyText(item[hash], hash, MAX_HASH_BYTES),
    sk: range === undefined ? '' : checkKeyText(item[range], range, MAX_RANGE_BYTES),
  };
  for (const index of schema.indexes) {
    checkIndexKey(index.name, index.hash, item[index.hash], MAX_HASH_BYTES);
    if (index.range !== undefined) checkIndexKey(index.name, index.range, item[index.range], MAX_RANGE_BYTES);
  }
  return key;
}

function checkIndexKey(index: string, name: string, value: Value | undefined, maxBytes: number): void {
  if (value === undefined) return;
  const text = checkText(value, 'Index Key');
  if (text === '') {
    const before = 'A value specified for a secondary index key is not supported. ';
    throw emptyKey({ before, whose: ` IndexName: ${index}, IndexKey: ${name}` });
  }
  if (textSize(text) > maxBytes) throw invalid('One or more parameter values were invalid: Size limit exceeded');
}

/** A key must have exactly the key attributes of the table. */
export function checkedKey({ schema }: Table, key: Readonly<Record<string, unknown>> | undefined): RowKey {
  const { hash, range } = schema;
  const names = Object.keys(key ?? {}).filter((name) => key?.[name] !== undefined);
  if (names.length !== (range === undefined ? 1 : 2)) throw invalid('The number of conditions on the keys is invalid');
  const valueOf = (name: string): Value | undefined => (key?.[name] === undefined ? undefined : normalised(key[name]));
  return {
    pk: checkKeyText(valueOf(hash), hash, MAX_HASH_BYTES),
    sk: range === undefined ? '' : checkKeyText(valueOf(range), range, MAX_RANGE_BYTES),
  };
}

/** Size of an item: once for the item and once for each of its entries in local indexes. */
export function checkedSize({ schema }: Table, item: Item, message: string): number {
  const size = itemSize(item);
  const entries = schema.indexes.filter(
    ({ isGlobal, range }) => !isGlobal && range !== undefined && item[range] !== undefined,
  );
  const sizes = entries.map((index) =>
    index.attributes === undefined ? size : itemSize(entryOf(schema, index, item)),
  );
  if (sizes.reduce((sum, one) => sum + one, size) > MAX_ITEM_BYTES) throw invalid(message);
  return size;
}

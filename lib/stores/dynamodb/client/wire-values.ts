/** Plain values as DynamoDB's JSON, and back, in the places where commands and answers hold them. */

type Wire = Readonly<Record<string, unknown>>;
type Item = Record<string, unknown>;

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`Special numeric value ${String(value)} is not allowed`);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Error(`Number ${String(value)} is beyond what can be stored exactly. Use BigInt.`);
  return String(value);
}

function writeSet(values: ReadonlySet<unknown>): Wire {
  const [first] = values;
  if (typeof first === 'string') return { SS: [...values] };
  if (ArrayBuffer.isView(first)) return { BS: [...values].map((value) => base64Of(value as Uint8Array)) };
  return { NS: [...values].map((value) => (typeof value === 'bigint' ? String(value) : writeNumber(Number(value)))) };
}

const base64Of = (bytes: ArrayBufferView): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

function writeValue(value: unknown): Wire {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: writeNumber(value) };
  if (typeof value === 'bigint') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.filter((one) => one !== undefined).map(writeValue) };
  if (ArrayBuffer.isView(value)) return { B: base64Of(value) };
  if (value instanceof Set) return writeSet(value);
  if (typeof value === 'object') return { M: writeItem(value as Item) };
  throw new Error(`A ${typeof value} cannot be stored.`);
}

function writeItem(item: Item): Record<string, Wire> {
  const written: Record<string, Wire> = {};
  for (const [name, value] of Object.entries(item)) if (value !== undefined) define(written, name, writeValue(value));
  return written;
}

/** An assignment to `__proto__` would set none. */
const define = <T>(target: Record<string, T>, name: string, value: T): void => {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else target[name] = value;
};

/** Integers that a double cannot hold are BigInts. */
function readNumber(text: string): number | bigint {
  const value = Number(text);
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : BigInt(text);
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

const READERS: Readonly<Record<string, (held: never) => unknown>> = {
  S: (held: string) => held,
  N: readNumber,
  BOOL: (held: boolean) => held,
  NULL: () => null,
  M: (held: Item) => readItem(held),
  L: (held: readonly Wire[]) => held.map(readValue),
  B: bytesOf,
  SS: (held: readonly string[]) => new Set(held),
  NS: (held: readonly string[]) => new Set(held.map(readNumber)),
  BS: (held: readonly string[]) => new Set(held.map(bytesOf)),
};

function readValue(wire: Wire): unknown {
  for (const type in wire) return READERS[type]?.(wire[type] as never);
  return undefined;
}

function readItem(wire: Item): Item {
  const item: Item = {};
  for (const name in wire) define(item, name, readValue(wire[name] as Wire));
  return item;
}

type Convert = (item: Item) => Item;

/** Fields that hold one item, in commands and in answers, at any depth. */
const ITEM = new Set([
  'Item',
  'Key',
  'ExpressionAttributeValues',
  'ExclusiveStartKey',
  'LastEvaluatedKey',
  'Attributes',
]);
/** Fields that hold a list of items. */
const ITEMS = new Set(['Items', 'Keys']);

function convert(value: unknown, item: Convert): unknown {
  if (Array.isArray(value)) return value.map((one) => convert(one, item));
  if (typeof value !== 'object' || value === null) return value;
  const converted: Record<string, unknown> = {};
  for (const [name, held] of Object.entries(value)) {
    if (held === undefined) continue;
    if (ITEM.has(name)) converted[name] = item(held as Item);
    else if (ITEMS.has(name)) converted[name] = (held as Item[]).map(item);
    else if (name === 'Parameters') converted[name] = (held as unknown[]).map(writeValue);
    else converted[name] = convert(held, item);
  }
  return converted;
}

/** A command's input as it is sent. */
export const toWire = (input: object): Wire => convert(input, writeItem) as Wire;

interface Responses {
  readonly Responses?: unknown;
}

/** An answer as the document client gives it. The items of a batch stand under the name of their table. */
export function fromWire(answer: Wire): Record<string, unknown> {
  const { Responses, ...rest } = answer as Wire & Responses;
  const converted = convert(rest, readItem) as Record<string, unknown>;
  if (Responses === undefined) return converted;
  return {
    ...converted,
    Responses: Array.isArray(Responses)
      ? convert(Responses, readItem)
      : Object.fromEntries(
          Object.entries(Responses as Record<string, Item[]>).map(([table, items]) => [table, items.map(readItem)]),
        ),
  };
}

/**
 * Where an address stands in items, whatever they are: in keys, attributes, and JSON that is packed into one attribute.
 * Erasing and renaming a person go by this, so that nothing is forgotten that a later version adds.
 */
import { brotliCompressSync, brotliDecompressSync, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { scanPages } from '#lib/stores/dynamodb/commands/scan';
import type { Item } from '#lib/stores/dynamodb/item';

/** Longer words that hold an address are others': `joann@example.com` is not `ann@example.com`. */
export const wordPattern = (words: readonly string[]): RegExp =>
  new RegExp(
    `(?<![\\w.+%-])(?:${words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?![\\w-]|\\.\\w)`,
    'gi',
  );

interface Packing {
  unpack(bytes: Uint8Array): Buffer;
  pack(text: string): Uint8Array;
}

/** Events, conversions and volumes are deflated, letters are packed by Brotli. */
const PACKINGS: readonly Packing[] = [
  { unpack: (bytes) => inflateRawSync(bytes), pack: (text) => Uint8Array.from(deflateRawSync(text)) },
  { unpack: (bytes) => brotliDecompressSync(bytes), pack: (text) => Uint8Array.from(brotliCompressSync(text)) },
];

function unpacked(bytes: Uint8Array): { readonly text: string; readonly packing: Packing } | undefined {
  for (const packing of PACKINGS) {
    try {
      return { text: packing.unpack(bytes).toString(), packing };
    } catch {
      // Packed in another way.
    }
  }
  return undefined;
}

/** The same value with every text changed. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    const found = unpacked(bytes);
    if (found === undefined) return value;
    const text = change(found.text);
    return text === found.text ? value : found.packing.pack(text);
  }
  if (value instanceof Set) return new Set([...value].map((one) => mapTexts(one, change)));
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [change(name), mapTexts(one, change)]));
}

export function isMentioned(value: unknown, pattern: RegExp): boolean {
  let isFound = false;
  mapTexts(value, (text) => {
    pattern.lastIndex = 0;
    isFound ||= pattern.test(text);
    return text;
  });
  return isFound;
}

export const replaced = (item: Item, pattern: RegExp, by: string): Item =>
  mapTexts(item, (text) => text.replaceAll(pattern, by)) as Item;

/** Every item of a table that mentions one of the words, as it is read. */
export async function* itemsMentioning(db: DocumentClient, TableName: string, pattern: RegExp): AsyncGenerator<Item> {
  for await (const items of scanPages(db, { TableName, ConsistentRead: true }))
    yield* items.filter((item) => isMentioned(item, pattern));
}

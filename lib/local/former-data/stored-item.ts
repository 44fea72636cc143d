/** An item as both databases store it: the JSON of DynamoDB's protocol, with bytes in base64. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Item } from './former-table.ts';

interface StoredValue {
  readonly S?: string;
  readonly N?: string;
  readonly B?: string;
  readonly SS?: string[];
  readonly NS?: string[];
  readonly BS?: string[];
  readonly L?: StoredValue[];
  readonly M?: StoredItem;
  readonly NULL?: boolean;
  readonly BOOL?: boolean;
}

export type StoredItem = Readonly<Record<string, StoredValue>>;

/** From text, or from UTF-8 bytes. */
export const parseStored = (json: unknown): unknown =>
  JSON.parse(json instanceof Uint8Array ? Buffer.from(json).toString() : String(json));

export const readItem = (json: unknown): Item => itemOf(parseStored(json) as StoredItem);

export const itemOf = (stored: StoredItem): Item =>
  Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, attributeValue(value)]));

function attributeValue(stored: StoredValue): AttributeValue {
  const { S, N, B, SS, NS, BS, L, M, NULL, BOOL } = stored;
  if (S !== undefined) return { S };
  if (N !== undefined) return { N };
  if (M !== undefined) return { M: itemOf(M) };
  if (L !== undefined) return { L: L.map(attributeValue) };
  if (BOOL !== undefined) return { BOOL };
  if (NULL !== undefined) return { NULL: true };
  if (B !== undefined) return { B: bytes(B) };
  if (SS !== undefined) return { SS };
  if (NS !== undefined) return { NS };
  if (BS !== undefined) return { BS: BS.map(bytes) };
  // DynamoDB Local writes an empty map like this in streams, not in tables.
  if (Object.keys(stored).length === 0) return { M: {} };
  throw new Error(`It has a value of the unknown kind ${Object.keys(stored).join()}.`);
}

/** A copy: a Buffer may share its memory with others. */
const bytes = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'));

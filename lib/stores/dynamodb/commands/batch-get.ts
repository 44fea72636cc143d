/** Strongly consistent reads of many items at once; the pieces that DynamoDB leaves unprocessed are asked for again. */
import { BatchGetCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import type { Item, Key } from '#lib/stores/dynamodb/item';

const MAX_KEYS = 100;
const idOf = ({ pk, sk }: Key): string => `${pk}\0${sk}`;

async function getChunk(
  db: DocumentClient,
  TableName: string,
  keys: readonly Key[],
  found: Map<string, Item>,
): Promise<void> {
  let wanted: Item[] = keys.map(({ pk, sk }) => ({ pk, sk }));
  for (let attempt = 0; wanted.length > 0; attempt += 1) {
    if (attempt > 0)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(20 * 2 ** attempt, 1_000)));
    const { Responses, UnprocessedKeys } = await db.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys: wanted, ConsistentRead: true } } }),
    );
    for (const item of Responses?.[TableName] ?? []) found.set(`${String(item['pk'])}\0${String(item['sk'])}`, item);
    wanted = UnprocessedKeys?.[TableName]?.Keys ?? [];
  }
}

/** Reads items by key and answers a look-up function. Chunks of a hundred are read in parallel. */
export async function batchGet(
  db: DocumentClient,
  table: string,
  keys: readonly Key[],
): Promise<(key: Key) => Item | undefined> {
  const distinct = new Map<string, Key>();
  for (const key of keys) distinct.set(idOf(key), key);
  const wanted = [...distinct.values()];
  const found = new Map<string, Item>();
  const reads: Promise<void>[] = [];
  for (let at = 0; at < wanted.length; at += MAX_KEYS)
    reads.push(getChunk(db, table, wanted.slice(at, at + MAX_KEYS), found));
  await Promise.all(reads);
  return (key) => found.get(idOf(key));
}

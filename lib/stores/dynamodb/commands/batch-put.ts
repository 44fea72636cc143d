/** Puts many items without conditions; what DynamoDB leaves unprocessed is sent again. */
import { inParallel } from '#lib/api/process/in-parallel';
import { BatchWriteCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import type { Item } from '#lib/stores/dynamodb/item';
import { chunksOf } from './chunks.ts';

const MAX_ITEMS = 25;
const AT_ONCE = 8;

async function putChunk(db: DocumentClient, table: string, items: readonly Item[]): Promise<void> {
  let requests: { PutRequest: { Item: Item } }[] = items.map((Item) => ({ PutRequest: { Item } }));
  for (let attempt = 0; requests.length > 0; attempt += 1) {
    if (attempt > 0)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(20 * 2 ** attempt, 2_000)));
    const { UnprocessedItems } = await db.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    requests = (UnprocessedItems?.[table] ?? []) as typeof requests;
  }
}

/** Of two items with the same key, the later one stays. */
export async function batchPut(db: DocumentClient, table: string, items: readonly Item[]): Promise<void> {
  const distinct = [...new Map(items.map((item) => [`${String(item['pk'])}\0${String(item['sk'])}`, item])).values()];
  await inParallel(chunksOf(distinct, MAX_ITEMS), AT_ONCE, (chunk) => putChunk(db, table, chunk));
}

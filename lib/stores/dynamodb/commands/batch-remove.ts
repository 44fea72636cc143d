/** Removes many items; the pieces that DynamoDB leaves unprocessed are sent again. */
import { BatchWriteCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import type { Key } from '#lib/stores/dynamodb/item';

const MAX_KEYS = 25;

async function removeChunk(db: DocumentClient, TableName: string, keys: readonly Key[]): Promise<void> {
  let requests: NonNullable<ConstructorParameters<typeof BatchWriteCommand>[0]['RequestItems']>[string] = keys.map(
    ({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }),
  );
  for (let attempt = 0; requests.length > 0; attempt += 1) {
    if (attempt > 0)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(20 * 2 ** attempt, 1_000)));
    const { UnprocessedItems } = await db.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
    requests = UnprocessedItems?.[TableName] ?? [];
  }
}

/** Chunks of twenty-five are sent in parallel. */
export async function batchRemove(db: DocumentClient, table: string, keys: readonly Key[]): Promise<void> {
  const chunks = Array.from({ length: Math.ceil(keys.length / MAX_KEYS) }, (_, index) =>
    keys.slice(index * MAX_KEYS, (index + 1) * MAX_KEYS),
  );
  await Promise.all(chunks.map((chunk) => removeChunk(db, table, chunk)));
}

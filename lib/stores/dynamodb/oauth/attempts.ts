import type { AttemptStore } from '#lib/oauth/stores';
import { GetCommand, UpdateCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import type { Key } from '#lib/stores/dynamodb/item';

const VERSION = 1;
const KEPT_SECONDS = 300;

const keyOf = (bucket: string, minute: number): Key => ({ pk: `ATTEMPTS#${bucket}`, sk: String(minute) });

/** One counter item for each bucket and minute. */
export const dynamoAttempts = (db: DocumentClient, TableName: string): AttemptStore => ({
  async count(bucket, minute) {
    const { Item } = await db.send(new GetCommand({ TableName, Key: keyOf(bucket, minute), ConsistentRead: true }));
    return Number(Item?.['attempts'] ?? 0);
  },

  async add(bucket, minute) {
    await db.send(
      new UpdateCommand({
        TableName,
        Key: keyOf(bucket, minute),
        UpdateExpression: 'SET v = :version, expires = :expires ADD attempts :one',
        ExpressionAttributeValues: { ':version': VERSION, ':expires': minute * 60 + KEPT_SECONDS, ':one': 1 },
      }),
    );
  },
});

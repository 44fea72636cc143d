import { remembered } from '#lib/api/process/remembered';
import type { Shelf } from '#lib/books/model/bookshelf';
import { userIdFor } from '#lib/books/model/ids';
import type { ReaderStore } from '#lib/books/stores/all';
import { type DocumentClient, GetCommand, PutCommand } from '#lib/stores/dynamodb/client/commands';
import { ConditionalCheckFailedException } from '#lib/stores/dynamodb/client/exceptions';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { AFTER_ALL, readerKey, readerPartition, SHELF_PREFIX } from './keys.ts';

const MAX_CACHED = 10_000;

export function dynamoReaders(db: DocumentClient, TableName: string): ReaderStore {
  /** An id belongs to one address for good, so it can be cached for the life of the process. */
  const knownIds = remembered(() => new Map<string, string>());

  async function ownerOf(userId: string): Promise<string | undefined> {
    const { Item } = await db.send(new GetCommand({ TableName, Key: readerKey(userId), ConsistentRead: true }));
    return Item?.['email'] as string | undefined;
  }

  /** False when somebody has it already. */
  async function take(userId: string, email: string, at: string): Promise<boolean> {
    try {
      await db.send(
        new PutCommand({
          TableName,
          Item: { ...readerKey(userId), schema: 1, email, since: at },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  return {
    async idFor(email, at) {
      const known = knownIds();
      const userId = known.get(email);
      if (userId !== undefined) return userId;
      for (let attempt = 0; ; attempt += 1) {
        const candidate = userIdFor(email, attempt);
        const owner =
          (await ownerOf(candidate)) ?? ((await take(candidate, email, at)) ? email : await ownerOf(candidate));
        if (owner !== email) continue;
        if (known.size >= MAX_CACHED) known.clear();
        known.set(email, candidate);
        return candidate;
      }
    },

    async find(userId) {
      const items = await queryAll(db, TableName, {
        pk: readerPartition(userId),
        by: 'sk',
        from: SHELF_PREFIX,
        to: AFTER_ALL,
      });
      const user = items.find(({ sk }) => sk === readerKey(userId).sk);
      if (user === undefined) return undefined;
      const shelves = items.filter(({ sk }) => String(sk).startsWith(SHELF_PREFIX)) as (Item & Shelf)[];
      return { userId, since: String(user['since']), shelves };
    },
  };
}

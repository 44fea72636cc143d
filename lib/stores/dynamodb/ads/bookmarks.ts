/**
 * Bookmarks of clients that page through conversions: in the process that made them, and in the table for all others.
 */
import type { Bookmark, BookmarkStore } from '#lib/ads/stores/all';
import type { Clock } from '#lib/api/context';
import { expiringCache } from '#lib/api/process/expiring-cache';
import { PutCommand, QueryCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { bookmarkKey, bookmarkPartition, SCHEMA_VERSION } from './keys.ts';

const KEPT_MS = 600_000;
const MAX_CACHED_ENTRIES = 1_000;

export function dynamoBookmarks(db: DocumentClient, TableName: string, clock: Clock): BookmarkStore {
  const remembered = expiringCache<Bookmark>(MAX_CACHED_ENTRIES, clock);
  const nameOf = (reader: string, row: number): string => `${reader}#${String(row)}`;
  const expiryMs = (): number => clock.now().getTime() + KEPT_MS;

  return {
    recall: (reader, row) => remembered.get(nameOf(reader, row)),

    remember(reader, bookmark) {
      remembered.set(nameOf(reader, bookmark.row), bookmark, expiryMs());
    },

    async find(reader, row) {
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :reader AND sk <= :row',
          FilterExpression: 'expires > :now',
          ExpressionAttributeValues: {
            ':reader': bookmarkPartition(reader),
            ':row': bookmarkKey(reader, row).sk,
            ':now': Math.floor(clock.now().getTime() / 1000),
          },
          ScanIndexForward: false,
          Limit: 1,
        }),
      );
      const [item] = Items;
      return item && ({ row: item['row'], after: item['after'], window: item['window'] } as Bookmark);
    },

    async keep(reader, bookmark) {
      await db.send(
        new PutCommand({
          TableName,
          Item: {
            ...bookmarkKey(reader, bookmark.row),
            v: SCHEMA_VERSION,
            expires: Math.floor(expiryMs() / 1000),
            ...bookmark,
          },
        }),
      );
    },
  };
}

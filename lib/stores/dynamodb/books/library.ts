import type { LibraryEntry } from '#lib/books/model/library';
import type { EntriesById, LibraryStore } from '#lib/books/stores/all';
import { type DocumentClient, UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import type { Item, Key } from '#lib/stores/dynamodb/item';
import { AFTER_ALL, libraryKey, libraryPartition, readerPartition, SHELF_PREFIX, volumeKey } from './keys.ts';
import { volumesById } from './volumes.ts';

/** Where a volume stands on one shelf; ignored once the shelf has a later generation. */
export interface PlacementMark {
  readonly rank: string;
  readonly generation: number;
  readonly reason?: string;
}

/** The attribute of a library item that holds the mark of a shelf. */
export const markName = (shelfId: number): string => `shelf${String(shelfId)}`;

const marksOf = (item: Item): { readonly shelfId: number; readonly mark: PlacementMark }[] =>
  Object.entries(item).flatMap(([name, value]) => {
    const [, shelf] = /^shelf(\d+)$/.exec(name) ?? [];
    return shelf === undefined ? [] : [{ shelfId: Number(shelf), mark: value as PlacementMark }];
  });

const entryOf = (volumeId: string, item: Item): LibraryEntry => ({
  volumeId,
  shelves: marksOf(item).map(({ shelfId }) => shelfId),
  acquiredTime: item['acquiredTime'] as string | undefined,
  isUploaded: item['isUploaded'] as boolean | undefined,
  rating: item['rating'] as number | undefined,
  updated: item['updated'] as string | undefined,
});

const entriesById = (
  userId: string,
  volumeIds: readonly string[],
  itemOf: (key: Key) => Item | undefined,
): EntriesById =>
  new Map(
    volumeIds.flatMap((id) => {
      const item = itemOf(libraryKey(userId, id));
      return item === undefined ? [] : [[id, entryOf(id, item)] as const];
    }),
  );

export const dynamoLibrary = (db: DocumentClient, TableName: string): LibraryStore => ({
  async entries(userId, volumeIds) {
    if (volumeIds.length === 0) return new Map();
    const keys = volumeIds.map((id) => libraryKey(userId, id));
    return entriesById(userId, volumeIds, await batchGet(db, TableName, keys));
  },

  async entriesWithVolumes(userId, volumeIds) {
    if (volumeIds.length === 0) return { entries: new Map(), volumes: new Map() };
    const keys = volumeIds.flatMap((id) => [volumeKey(id), libraryKey(userId, id)]);
    const itemOf = await batchGet(db, TableName, keys);
    return { entries: entriesById(userId, volumeIds, itemOf), volumes: volumesById(volumeIds, itemOf) };
  },

  async volumesOnShelves(userId) {
    const [items, shelves] = await Promise.all([
      queryAll(db, TableName, { pk: libraryPartition(userId), by: 'sk', from: ' ', to: AFTER_ALL }),
      queryAll(db, TableName, {
        pk: readerPartition(userId),
        by: 'sk',
        from: SHELF_PREFIX,
        to: SHELF_PREFIX + AFTER_ALL,
      }),
    ]);
    const generations = new Map(shelves.map((shelf) => [Number(shelf['id']), Number(shelf['generation'])]));
    return items
      .filter((item) => marksOf(item).some(({ shelfId, mark }) => mark.generation === generations.get(shelfId)))
      .map(({ sk }) => String(sk));
  },

  async acquire(userId, volumeId, acquiredTime) {
    await db.send(
      new UpdateCommand({
        TableName,
        Key: libraryKey(userId, volumeId),
        UpdateExpression: 'SET acquiredTime = :time, #schema = :schema',
        ExpressionAttributeNames: { '#schema': 'schema' },
        ExpressionAttributeValues: { ':time': acquiredTime, ':schema': 1 },
      }),
    );
  },
});

import { DeleteCommand, type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { generateKeyBetween } from 'fractional-indexing';
import { inParallel } from '#lib/api/process/in-parallel';
import { SHELF_LIMIT } from '#lib/books/model/bookshelf';
import { indexAfterMove } from '#lib/books/shelves/placement-order';
import type { ShelfStore } from '#lib/books/stores/all';
import { type Item, queryAll } from '#lib/stores/dynamodb/commands/query';
import { AFTER_ALL, generationPrefix, libraryKey, placementKey, placementPartition } from './keys.ts';
import { markName } from './library.ts';
import { type ShelfItem, withCount } from './shelf-item.ts';
import { ShelfWrites, type TransactItem } from './shelf-writes.ts';

interface Placement {
  readonly rank: string;
  readonly generation: number;
  readonly volumeId: string;
}

const placementOf = (item: Item): Placement => {
  const [, generation = '', rank = ''] = /^R#(\d+)#(.*)$/s.exec(String(item['sk'])) ?? [];
  return { generation: Number(generation), rank, volumeId: String(item['volumeId']) };
};

const AT_ONCE = 8;

export function dynamoShelves(db: DynamoDBDocumentClient, TableName: string): ShelfStore {
  const shelfWrites = new ShelfWrites(db, TableName);

  const put = (userId: string, { id, generation }: ShelfItem, rank: string, volumeId: string): TransactItem => ({
    Put: { TableName, Item: { ...placementKey(userId, id, generation, rank), schema: 1, volumeId } },
  });
  const drop = (userId: string, { id, generation }: ShelfItem, rank: string): TransactItem => ({
    Delete: { TableName, Key: placementKey(userId, id, generation, rank) },
  });
  /** Without `at` nobody did anything: the service keeps a shelf of its own, and the volume is not dated. */
  const mark = (
    userId: string,
    { id, generation }: ShelfItem,
    rank: string,
    volumeId: string,
    at?: string,
    reason?: string,
  ): TransactItem => ({
    Update: {
      TableName,
      Key: libraryKey(userId, volumeId),
      UpdateExpression: `SET #mark = :mark, #schema = :schema${at === undefined ? '' : ', updated = :at'}`,
      ExpressionAttributeNames: { '#mark': markName(id), '#schema': 'schema' },
      ExpressionAttributeValues: {
        ':mark': { rank, generation, reason },
        ':schema': 1,
        ...(at !== undefined && { ':at': at }),
      },
    },
  });
  /** The shelf and the mark are not read as of one moment: a mark that came in between must not be passed over. */
  const firstMark = (...args: Parameters<typeof mark>): TransactItem => {
    const { Update } = mark(...args);
    return Update === undefined
      ? {}
      : {
          Update: {
            ...Update,
            ConditionExpression: 'attribute_not_exists(#mark) OR #mark.generation <> :generation',
            ExpressionAttributeValues: { ...Update.ExpressionAttributeValues, ':generation': args[1].generation },
          },
        };
  };
  const unmark = (userId: string, { id }: ShelfItem, volumeId: string, at?: string): TransactItem => ({
    Update: {
      TableName,
      Key: libraryKey(userId, volumeId),
      UpdateExpression: `REMOVE #mark${at === undefined ? '' : ' SET updated = :at'}`,
      ExpressionAttributeNames: { '#mark': markName(id) },
      ...(at !== undefined && { ExpressionAttributeValues: { ':at': at } }),
    },
  });

  async function placements(userId: string, shelfId: number, generation: number): Promise<Placement[]> {
    const prefix = generationPrefix(generation);
    const items = await queryAll(db, TableName, {
      pk: placementPartition(userId, shelfId),
      by: 'sk',
      from: prefix,
      to: prefix + AFTER_ALL,
    });
    return items.map(placementOf);
  }

  async function lastPlacement(userId: string, shelfId: number): Promise<Placement | undefined> {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': placementPartition(userId, shelfId) },
        ScanIndexForward: false,
        Limit: 1,
      }),
    );
    const [last] = Items;
    return last && placementOf(last);
  }

  /** What an earlier generation leaves behind is invisible; this only frees its space. */
  async function sweep(userId: string, shelfId: number, swept: readonly Placement[]): Promise<void> {
    await inParallel(swept, AT_ONCE, async ({ rank, generation, volumeId }) => {
      await db.send(new DeleteCommand({ TableName, Key: placementKey(userId, shelfId, generation, rank) }));
      await db
        .send(
          new UpdateCommand({
            TableName,
            Key: libraryKey(userId, volumeId),
            UpdateExpression: 'REMOVE #mark',
            ConditionExpression: '#mark.#generation = :generation',
            ExpressionAttributeNames: { '#mark': markName(shelfId), '#generation': 'generation' },
            ExpressionAttributeValues: { ':generation': generation },
          }),
        )
        .catch((error: unknown) => {
          if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error;
        });
    });
  }

  return {
    async order(userId, shelfId) {
      const [{ shelf }, items] = await Promise.all([
        shelfWrites.read(userId, shelfId, undefined, ''),
        queryAll(db, TableName, { pk: placementPartition(userId, shelfId), by: 'sk', from: ' ', to: AFTER_ALL }),
      ]);
      return items
        .map(placementOf)
        .filter(({ generation }) => generation === shelf.generation)
        .map(({ volumeId }) => volumeId);
    },

    add: (userId, shelfId, volumeId, { reason, ...timing }) =>
      shelfWrites.change<'added' | 'present' | 'full'>(
        userId,
        shelfId,
        volumeId,
        timing,
        ({ shelf, mark: present }) => {
          if (present !== undefined) return { result: 'present' };
          if (shelf.volumeCount >= SHELF_LIMIT) return { result: 'full' };
          const rank = generateKeyBetween(shelf.lastRank ?? null, null);
          return {
            result: 'added',
            shelf: {
              ...withCount(shelf, shelf.volumeCount + 1, timing.at),
              firstRank: shelf.firstRank ?? rank,
              lastRank: rank,
            },
            writes: [put(userId, shelf, rank, volumeId), firstMark(userId, shelf, rank, volumeId, timing.at, reason)],
          };
        },
      ),

    remove: (userId, shelfId, volumeId, timing) =>
      shelfWrites.change(userId, shelfId, volumeId, timing, ({ shelf, mark: present }) => {
        if (present === undefined) return { result: false };
        return {
          result: true,
          shelf: withCount(shelf, shelf.volumeCount - 1, timing.at),
          writes: [drop(userId, shelf, present.rank), unmark(userId, shelf, volumeId, timing.at)],
        };
      }),

    move: (userId, shelfId, volumeId, gap, timing) =>
      shelfWrites.change(userId, shelfId, volumeId, timing, async ({ shelf, mark: present }) => {
        if (present === undefined) return { result: false };
        const order = await placements(userId, shelfId, shelf.generation);
        const current = order.findIndex(({ rank }) => rank === present.rank);
        const index = indexAfterMove(current, gap, order.length);
        if (index === undefined) return { result: true };
        const others = order.toSpliced(current, 1);
        const rank = generateKeyBetween(others[index - 1]?.rank ?? null, others[index]?.rank ?? null);
        const [first, last] = [shelf.firstRank ?? rank, shelf.lastRank ?? rank];
        return {
          result: true,
          shelf: {
            ...shelf,
            updated: timing.at,
            firstRank: rank < first ? rank : first,
            lastRank: rank > last ? rank : last,
          },
          writes: [
            drop(userId, shelf, present.rank),
            put(userId, shelf, rank, volumeId),
            mark(userId, shelf, rank, volumeId, timing.at, present.reason),
          ],
        };
      }),

    async clear(userId, shelfId, timing) {
      const generation = await shelfWrites.change<number | undefined>(userId, shelfId, undefined, timing, ({ shelf }) =>
        shelf.volumeCount === 0
          ? { result: undefined }
          : {
              result: shelf.generation,
              shelf: {
                ...withCount(shelf, 0, timing.at),
                generation: shelf.generation + 1,
                firstRank: undefined,
                lastRank: undefined,
              },
            },
      );
      if (generation !== undefined) await sweep(userId, shelfId, await placements(userId, shelfId, generation));
    },

    show: (userId, shelfId, volumeId, { limit, ...timing }) =>
      shelfWrites.change<undefined>(userId, shelfId, volumeId, timing, async ({ shelf, mark: present }) => {
        if (present !== undefined && present.rank === shelf.firstRank) return { result: undefined };
        const excess =
          present === undefined && shelf.volumeCount >= limit ? await lastPlacement(userId, shelfId) : undefined;
        const rank = generateKeyBetween(null, shelf.firstRank ?? null);
        const count = shelf.volumeCount + Number(present === undefined) - Number(excess !== undefined);
        return {
          result: undefined,
          shelf: { ...withCount(shelf, count, timing.at), firstRank: rank, lastRank: shelf.lastRank ?? rank },
          writes: [
            put(userId, shelf, rank, volumeId),
            mark(userId, shelf, rank, volumeId),
            ...(present === undefined ? [] : [drop(userId, shelf, present.rank)]),
            ...(excess === undefined ? [] : [drop(userId, shelf, excess.rank), unmark(userId, shelf, excess.volumeId)]),
          ],
        };
      }),

    describe: (userId, shelfId, { title, description, access }, timing) =>
      shelfWrites.change<undefined>(userId, shelfId, undefined, timing, ({ shelf }) => {
        const isSame =
          shelf.version > 0 && shelf.title === title && shelf.description === description && shelf.access === access;
        return isSame
          ? { result: undefined }
          : { result: undefined, shelf: { ...shelf, title, description, access, updated: timing.at } };
      }),
  };
}

/** The two items that place a volume on a shelf, as parts of a transaction, and how the order is read. */
import { type DocumentClient, QueryCommand } from '#lib/stores/dynamodb/client/commands';
import type { TransactItem } from '#lib/stores/dynamodb/commands/conditional';
import { queryPrefix } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { generationPrefix, libraryKey, placementKey, placementPartition } from './keys.ts';
import { markName } from './library.ts';
import type { ShelfItem } from './shelf-item.ts';
import type { ShelfWrites } from './shelf-writes.ts';

/** What every function of the shelf store needs. */
export interface ShelfTable {
  readonly db: DocumentClient;
  readonly TableName: string;
  readonly shelfWrites: ShelfWrites;
}

/** A shelf of a user, as it was read. */
export interface UserShelf {
  readonly userId: string;
  readonly shelf: ShelfItem;
}

export interface Placement {
  readonly rank: string;
  readonly generation: number;
  readonly volumeId: string;
}

export const placementOf = (item: Item): Placement => {
  const [, generation = '', rank = ''] = /^R#(\d+)#(.*)$/s.exec(String(item['sk'])) ?? [];
  return { generation: Number(generation), rank, volumeId: String(item['volumeId']) };
};

export const putPlacement = (
  { TableName }: ShelfTable,
  { userId, shelf: { id, generation } }: UserShelf,
  rank: string,
  volumeId: string,
): TransactItem => ({
  Put: { TableName, Item: { ...placementKey(userId, id, generation, rank), schema: 1, volumeId } },
});

export const removePlacement = (
  { TableName }: ShelfTable,
  { userId, shelf: { id, generation } }: UserShelf,
  rank: string,
): TransactItem => ({
  Delete: { TableName, Key: placementKey(userId, id, generation, rank) },
});

interface Mark {
  readonly volumeId: string;
  readonly rank: string;
  /** Time of the user's change; absent when the service itself fills the shelf, which does not date the volume. */
  readonly at?: string;
  readonly reason?: string | undefined;
}

/** Notes the rank in the volume's library item. */
export const putMark = (table: ShelfTable, place: UserShelf, mark: Mark): TransactItem => ({
  Update: markUpdate(table, place, mark),
});

/** The shelf and the mark are read at slightly different moments: fails when another write has put the mark since. */
export function putFirstMark(table: ShelfTable, place: UserShelf, mark: Mark): TransactItem {
  const update = markUpdate(table, place, mark);
  return {
    Update: {
      ...update,
      ConditionExpression: 'attribute_not_exists(#mark) OR #mark.generation <> :generation',
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':generation': place.shelf.generation },
    },
  };
}

const markUpdate = (
  { TableName }: ShelfTable,
  { userId, shelf: { id, generation } }: UserShelf,
  { volumeId, rank, at, reason }: Mark,
): NonNullable<TransactItem['Update']> => ({
  TableName,
  Key: libraryKey(userId, volumeId),
  UpdateExpression: `SET #mark = :mark, #schema = :schema${at === undefined ? '' : ', updated = :at'}`,
  ExpressionAttributeNames: { '#mark': markName(id), '#schema': 'schema' },
  ExpressionAttributeValues: {
    ':mark': { rank, generation, reason },
    ':schema': 1,
    ...(at !== undefined && { ':at': at }),
  },
});

export const removeMark = (
  { TableName }: ShelfTable,
  { userId, shelf: { id } }: UserShelf,
  volumeId: string,
  at?: string,
): TransactItem => ({
  Update: {
    TableName,
    Key: libraryKey(userId, volumeId),
    UpdateExpression: `REMOVE #mark${at === undefined ? '' : ' SET updated = :at'}`,
    ExpressionAttributeNames: { '#mark': markName(id) },
    ...(at !== undefined && { ExpressionAttributeValues: { ':at': at } }),
  },
});

/** The volumes of one generation of a shelf, in order. */
export async function listPlacements(
  { db, TableName }: ShelfTable,
  userId: string,
  shelfId: number,
  generation: number,
): Promise<Placement[]> {
  const partition = placementPartition(userId, shelfId);
  return (await queryPrefix(db, TableName, partition, generationPrefix(generation))).map(placementOf);
}

/** The last volume of the shelf. */
export async function lastPlacement(
  { db, TableName }: ShelfTable,
  userId: string,
  shelfId: number,
): Promise<Placement | undefined> {
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
  return Items[0] && placementOf(Items[0]);
}

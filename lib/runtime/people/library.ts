/** What a person has in the library: shelves, purchases, ratings. */
import { config } from '#lib/runtime/process/config';
import {
  AFTER_ALL,
  libraryPartition,
  placementPartition,
  readerKey,
  readerPartition,
  SHELF_PREFIX,
  volumeKey,
} from '#lib/stores/dynamodb/books/keys';
import { documents } from '#lib/stores/dynamodb/client/client';
import { TransactWriteCommand, UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import { batchRemove } from '#lib/stores/dynamodb/commands/batch-remove';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import type { Item, Key } from '#lib/stores/dynamodb/item';

const all = (pk: string): Promise<Item[]> =>
  queryAll(documents, config.booksTable, { pk, by: 'sk', from: ' ', to: AFTER_ALL });

/** The user with shelves, purchases and ratings, and the placements of volumes. */
export async function libraryItems(userId: string): Promise<Item[]> {
  const own = await all(readerPartition(userId));
  const shelves = own.filter(({ sk }) => String(sk).startsWith(SHELF_PREFIX)).map(({ id }) => Number(id));
  const partitions = [libraryPartition(userId), ...shelves.map((shelf) => placementPartition(userId, shelf))];
  return [...own, ...(await Promise.all(partitions.map(all))).flat()];
}

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/** The rating no longer counts. Together with the item, so that a second run does not count it again. */
async function takeBack(item: Item): Promise<void> {
  const TableName = config.booksTable;
  const Key = keyOf(item);
  const Delete = { TableName, Key, ConditionExpression: 'attribute_exists(pk)' };
  const Update = {
    TableName,
    Key: volumeKey(Key.sk),
    UpdateExpression: 'ADD ratingSum :sum, ratingCount :count',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':sum': -Number(item['rating']), ':count': -1 },
  };
  await documents.send(new TransactWriteCommand({ TransactItems: [{ Delete }, { Update }] })).catch(() =>
    // The volume is no longer in the catalogue, or the item is gone.
    documents.send(new UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE rating' })),
  );
}

export async function eraseFromLibrary(userId: string): Promise<void> {
  const items = await libraryItems(userId);
  for (const item of items.filter(({ rating }) => typeof rating === 'number')) await takeBack(item);
  const user = readerKey(userId);
  const rest = (await libraryItems(userId)).map(keyOf).filter(({ pk, sk }) => pk !== user.pk || sk !== user.sk);
  await batchRemove(documents, config.booksTable, rest);
  // Last: by it, a run that was cut short finds the rest.
  await batchRemove(documents, config.booksTable, [user]);
}

/** Lists that no request asks for: they read whole tables. For a stack on a laptop. */
import type { Conversion } from '#lib/ads/model/conversion';
import type { Volume } from '#lib/books/model/volume';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { User } from '#lib/calendar/model/user';
import { readConversion } from '#lib/stores/dynamodb/ads/conversions';
import { AFTER_ALL, libraryPartition, readerKey, readerPartition, volumeKey } from '#lib/stores/dynamodb/books/keys';
import { asVolumeItem } from '#lib/stores/dynamodb/books/volumes';
import { readCalendar, readUser } from '#lib/stores/dynamodb/calendar/items/items';
import { userKey } from '#lib/stores/dynamodb/calendar/items/keys';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import { scanPages } from '#lib/stores/dynamodb/commands/scan';
import type { Item } from '#lib/stores/dynamodb/item';

async function itemsWhere(client: DocumentClient, TableName: string, name: string, value: string): Promise<Item[]> {
  const pages = scanPages(client, {
    TableName,
    ConsistentRead: true,
    FilterExpression: '#name = :value',
    ExpressionAttributeNames: { '#name': name },
    ExpressionAttributeValues: { ':value': value },
  });
  const items: Item[] = [];
  for await (const page of pages) items.push(...page);
  return items.toSorted((a, b) => String(a['pk']).localeCompare(String(b['pk'])));
}

const { pk: USERS, sk: DETAILS } = userKey('');

/** By address and by id, without calendars that were deleted. */
export async function usersAndCalendars(
  db: DocumentClient,
  table: string,
): Promise<{ readonly users: User[]; readonly calendars: Calendar[] }> {
  const items = await itemsWhere(db, table, 'sk', DETAILS);
  const isUser = ({ pk }: Item): boolean => String(pk).startsWith(USERS);
  return {
    users: items.filter(isUser).map(readUser),
    calendars: items
      .filter((item) => !isUser(item))
      .map(readCalendar)
      .filter(({ isRemoved }) => isRemoved !== true),
  };
}

/** Everybody who has used the books service. */
export async function allReaders(
  db: DocumentClient,
  table: string,
): Promise<{ readonly userId: string; readonly email: string }[]> {
  const items = await itemsWhere(db, table, 'sk', readerKey('').sk);
  return items.map(({ pk, email }) => ({ userId: String(pk).slice(readerPartition('').length), email: String(email) }));
}

/** As their sources have them: users' ratings are not counted. */
export const allVolumeRecords = async (db: DocumentClient, table: string): Promise<Volume[]> =>
  (await itemsWhere(db, table, 'sk', volumeKey('').sk)).flatMap((item) => asVolumeItem(item)?.volume ?? []);

export interface Owned {
  readonly volumeId: string;
  readonly acquiredTime?: string | undefined;
  readonly rating?: number | undefined;
}

/** Purchases and ratings of one reader. */
export async function ownedBy(db: DocumentClient, table: string, userId: string): Promise<Owned[]> {
  const items = await queryAll(db, table, { pk: libraryPartition(userId), by: 'sk', from: ' ', to: AFTER_ALL });
  return items.map(({ sk, acquiredTime, rating }) => ({
    volumeId: String(sk),
    acquiredTime: acquiredTime as string | undefined,
    rating: rating as number | undefined,
  }));
}

export const allConversions = async (db: DocumentClient, table: string): Promise<Conversion[]> =>
  (await itemsWhere(db, table, 'gsk', 'CONVERSION')).map(readConversion);

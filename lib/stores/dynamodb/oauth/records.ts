/** Records of the authorization server: one JSON text each, with a revision, and an expiry that reads check too. */
import type { Clock } from '#lib/api/context';
import type { ListedRecords, Records, Stored } from '#lib/oauth/stores';
import { DeleteCommand, GetCommand, PutCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { wasWritten } from '#lib/stores/dynamodb/commands/conditional';
import { queryEach } from '#lib/stores/dynamodb/commands/query';
import type { Item, Key } from '#lib/stores/dynamodb/item';

const VERSION = 1;
/** DynamoDB's limit for a sort key. */
const MAX_ID_BYTES = 1024;

export interface RecordTable {
  readonly db: DocumentClient;
  readonly table: string;
  readonly clock: Clock;
}

const secondsOf = (ms: number | undefined): { readonly expires?: number } =>
  ms === undefined ? {} : { expires: Math.ceil(ms / 1000) };

function recordsBy<T>({ db, table: TableName, clock }: RecordTable, keyOf: (id: string) => Key): Records<T> {
  const itemOf = (id: string, value: T, revision: number, expiresMs: number | undefined): Item => ({
    ...keyOf(id),
    v: VERSION,
    revision,
    value: JSON.stringify(value),
    ...secondsOf(expiresMs),
  });

  return {
    async find(id) {
      // Clients may send anything; nothing is stored under what cannot be a key.
      if (id === '' || Buffer.byteLength(id) > MAX_ID_BYTES) return undefined;
      const { Item } = await db.send(new GetCommand({ TableName, Key: keyOf(id), ConsistentRead: true }));
      return Item === undefined || hasExpired(Item, clock) ? undefined : storedOf<T>(id, Item);
    },

    add: (id, value, expiresMs) =>
      wasWritten(() =>
        db.send(
          new PutCommand({
            TableName,
            Item: itemOf(id, value, 1, expiresMs),
            ConditionExpression: 'attribute_not_exists(pk) OR expires <= :now',
            ExpressionAttributeValues: { ':now': Math.floor(clock.now().getTime() / 1000) },
          }),
        ),
      ),

    async put(id, value, expiresMs) {
      await db.send(new PutCommand({ TableName, Item: itemOf(id, value, 1, expiresMs) }));
    },

    replace: ({ id, revision }, value, expiresMs) =>
      wasWritten(() =>
        db.send(
          new PutCommand({
            TableName,
            Item: itemOf(id, value, revision + 1, expiresMs),
            ConditionExpression: 'revision = :read',
            ExpressionAttributeValues: { ':read': revision },
          }),
        ),
      ),

    remove: (id) =>
      wasWritten(() =>
        db.send(new DeleteCommand({ TableName, Key: keyOf(id), ConditionExpression: 'attribute_exists(pk)' })),
      ),
  };
}

const hasExpired = ({ expires }: Item, clock: Clock): boolean =>
  typeof expires === 'number' && expires * 1000 <= clock.now().getTime();

const storedOf = <T>(id: string, { value, revision }: Item): Stored<T> => ({
  id,
  value: JSON.parse(String(value)) as T,
  revision: Number(revision),
});

/** Each in a partition of its own. */
export const dynamoRecords = <T>(table: RecordTable, kind: string): Records<T> =>
  recordsBy(table, (id) => ({ pk: `${kind}#${id}`, sk: kind }));

/** All in one partition, in order of their ids. */
export const dynamoListedRecords = <T>(table: RecordTable, kind: string): ListedRecords<T> => ({
  ...recordsBy<T>(table, (id) => ({ pk: kind, sk: id })),
  async list() {
    const { db, table: TableName, clock } = table;
    const items = queryEach(db, {
      TableName,
      KeyConditionExpression: 'pk = :kind',
      ExpressionAttributeValues: { ':kind': kind },
      ConsistentRead: true,
    });
    const values: T[] = [];
    for await (const item of items) if (!hasExpired(item, clock)) values.push(storedOf<T>('', item).value);
    return values;
  },
});

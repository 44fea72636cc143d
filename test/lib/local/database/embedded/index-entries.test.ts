/** Indexes that contain a part of each item, and what reading and writing them costs. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openEmbedded, type Embedded } from '#lib/local/database/embedded/open';
import { schemaOf } from '#lib/local/database/embedded/storage/schema';
import { PutCommand, QueryCommand, UpdateCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';

const TableName = 'entries';
const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const });
const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' as const });
const ALL = { ProjectionType: 'ALL' as const };
const KEYS_ONLY = { ProjectionType: 'KEYS_ONLY' as const };
const definition = (local: { ProjectionType: 'ALL' | 'KEYS_ONLY' }) => ({
  TableName,
  AttributeDefinitions: ['pk', 'sk', 'uid'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
  KeySchema: [hash('pk'), range('sk')],
  LocalSecondaryIndexes: [{ IndexName: 'byUid', KeySchema: [hash('pk'), range('uid')], Projection: local }],
  GlobalSecondaryIndexes: [{ IndexName: 'global', KeySchema: [hash('uid')], Projection: KEYS_ONLY }],
});

const keys = { pk: 'a', sk: 'b', uid: 'u' };
const item = { ...keys, body: 'x'.repeat(9_000), version: 1 };

let database: Embedded;
let documents: DocumentClient;
beforeEach(async () => {
  database = openEmbedded({ file: 'memory' });
  database.engine.createTable(definition(KEYS_ONLY));
  documents = database.connect();
  await documents.send(new PutCommand({ TableName, Item: item }));
});
afterEach(() => {
  database.close();
});

const query = async (Select?: 'ALL_ATTRIBUTES', IndexName = 'byUid') => {
  const name = IndexName === 'byUid' ? 'pk' : 'uid';
  const { Items, ConsumedCapacity } = await documents.send(
    new QueryCommand({
      TableName,
      IndexName,
      KeyConditionExpression: `${name} = :value`,
      ExpressionAttributeValues: { ':value': keys[name] },
      ReturnConsumedCapacity: 'TOTAL',
      ConsistentRead: IndexName === 'byUid',
      ...(Select !== undefined && { Select }),
    }),
  );
  return { Items, units: ConsumedCapacity?.CapacityUnits };
};
const update = async (UpdateExpression: string, value: unknown): Promise<number | undefined> => {
  const { ConsumedCapacity } = await documents.send(
    new UpdateCommand({
      TableName,
      Key: { pk: 'a', sk: 'b' },
      UpdateExpression,
      ExpressionAttributeValues: { ':value': value },
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );
  return ConsumedCapacity?.CapacityUnits;
};

describe('an index that contains the keys', () => {
  test('gives them for one unit, and the whole item for the units of the item more', async () => {
    expect(await query()).toEqual({ Items: [keys], units: 1 });
    expect(await query('ALL_ATTRIBUTES')).toEqual({ Items: [item], units: 1 + 3 });
  });

  test('of another partition has nothing but the keys', async () => {
    expect((await query(undefined, 'global')).Items).toEqual([keys]);
    await expect(query('ALL_ATTRIBUTES', 'global')).rejects.toThrow('its projection type is not ALL');
  });

  test('costs nothing when what it contains stays, and one unit when that moves', async () => {
    expect(await update('SET version = :value', 2)).toBe(9);
    // An entry is removed and another added in each of both indexes.
    expect(await update('SET uid = :value', 'other')).toBe(9 + 4);
  });
});

test('an index that contained everything contains less from now on, with the items that are there', async () => {
  const { engine } = database;
  engine.setSchema(schemaOf(definition(ALL), undefined));
  expect((await query()).Items).toEqual([item]);

  engine.setSchema(schemaOf(definition(KEYS_ONLY), undefined));

  expect((await query()).Items).toEqual([keys]);
});

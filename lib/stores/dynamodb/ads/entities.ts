import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Entity } from '#lib/ads/entity';
import type { EntityStore } from '#lib/ads/stores';
import { batchGet } from '../batch-get.ts';
import { batchPut } from '../batch-put.ts';
import { entityKeys, refKey, SCHEMA_VERSION } from './keys.ts';
import type { Item } from './query-all.ts';

const read = (item: Item | undefined): Entity | undefined => {
  if (item === undefined) return undefined;
  const { pk: _pk, sk: _sk, v: _v, ...entity } = item;
  return entity as Item & Entity;
};

export const dynamoEntities = (db: DynamoDBDocumentClient, TableName: string): EntityStore => ({
  async find(ref) {
    const { Item } = await db.send(new GetCommand({ TableName, Key: refKey(ref), ConsistentRead: true }));
    return read(Item);
  },

  async findAll(refs) {
    const keys = refs.map(refKey);
    const itemOf = await batchGet(db, TableName, keys);
    return keys.map((key) => read(itemOf(key)));
  },

  async putAll(entities) {
    const items = entities.flatMap((entity) => entityKeys(entity).map((key) => ({ ...entity, ...key, v: SCHEMA_VERSION })));
    await batchPut(db, TableName, items);
  },
});

import type { Entity } from '#lib/ads/model/entity';
import type { EntityStore } from '#lib/ads/stores/all';
import { packBody, unpackBody, type Body } from '#lib/stores/dynamodb/body';
import { GetCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { batchPut } from '#lib/stores/dynamodb/commands/batch-put';
import type { Item } from '#lib/stores/dynamodb/item';
import { entityKeys, refKey, SCHEMA_VERSION } from './keys.ts';

const read = (item: Item | undefined): Entity | undefined => {
  if (item === undefined) return undefined;
  const { pk: _pk, sk: _sk, v: _v, entity: body, ...former } = item;
  // Versions before 0.3 had an attribute for each field.
  return body === undefined ? (former as Item & Entity) : unpackBody(body as Body);
};

export const dynamoEntities = (db: DocumentClient, TableName: string): EntityStore => ({
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
    const items = entities.flatMap((entity) =>
      entityKeys(entity).map((key) => ({ ...key, v: SCHEMA_VERSION, entity: packBody(entity) })),
    );
    await batchPut(db, TableName, items);
  },
});

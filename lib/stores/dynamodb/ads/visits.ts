import type { Visit } from '#lib/ads/model/visit';
import type { VisitStore } from '#lib/ads/stores/all';
import { packBody, unpackBody, type Body } from '#lib/stores/dynamodb/body';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { batchPut } from '#lib/stores/dynamodb/commands/batch-put';
import type { Item } from '#lib/stores/dynamodb/item';
import { SCHEMA_VERSION, visitKey } from './keys.ts';

const read = (item: Item | undefined): Visit | undefined => {
  if (item === undefined) return undefined;
  const { pk: _pk, sk: _sk, v: _v, visit: body, ...former } = item;
  // Versions before 0.3 had an attribute for each field.
  return body === undefined ? (former as Item & Visit) : unpackBody(body as Body);
};

export const dynamoVisits = (db: DocumentClient, TableName: string): VisitStore => ({
  async findAll(clickIds) {
    const keys = clickIds.map(visitKey);
    const itemOf = await batchGet(db, TableName, keys);
    return keys.map((key) => read(itemOf(key)));
  },

  async putAll(visits) {
    await batchPut(
      db,
      TableName,
      visits.map((visit) => ({ ...visitKey(visit.clickId), v: SCHEMA_VERSION, visit: packBody(visit) })),
    );
  },
});

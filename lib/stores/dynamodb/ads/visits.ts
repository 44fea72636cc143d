import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Visit } from '#lib/ads/model/visit';
import type { VisitStore } from '#lib/ads/stores/all';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { batchPut } from '#lib/stores/dynamodb/commands/batch-put';
import type { Item } from '#lib/stores/dynamodb/item';
import { SCHEMA_VERSION, visitKey } from './keys.ts';

const read = (item: Item | undefined): Visit | undefined => {
  if (item === undefined) return undefined;
  const { pk: _pk, sk: _sk, v: _v, ...visit } = item;
  return visit as Item & Visit;
};

export const dynamoVisits = (db: DynamoDBDocumentClient, TableName: string): VisitStore => ({
  async findAll(clickIds) {
    const keys = clickIds.map(visitKey);
    const itemOf = await batchGet(db, TableName, keys);
    return keys.map((key) => read(itemOf(key)));
  },

  async putAll(visits) {
    await batchPut(
      db,
      TableName,
      visits.map((visit) => ({ ...visit, ...visitKey(visit.clickId), v: SCHEMA_VERSION })),
    );
  },
});

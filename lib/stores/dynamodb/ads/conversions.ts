/** Conversions: one partition for each advertiser, by time. Every write has a condition of its own. */
import type { Conversion } from '#lib/ads/model/conversion';
import type { ConversionStore, Place } from '#lib/ads/stores/all';
import { inParallel } from '#lib/api/process/in-parallel';
import { packBody, unpackBody, type Body } from '#lib/stores/dynamodb/body';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { wasPut } from '#lib/stores/dynamodb/commands/conditional';
import { insertEach } from '#lib/stores/dynamodb/commands/insert-each';
import { queryEach } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { queryAlternate } from './by-alternate.ts';
import { conversionKey, conversionPartition, conversionRange, dsIdPartition, SCHEMA_VERSION } from './keys.ts';

const AT_ONCE = 48;
const SLACK = 100;
/** More than a page of DynamoDB ever holds; without a limit DynamoDB Local keeps everything it finds in memory. */
const MAX_EXPECTED = 10_000;

const kept = (conversion: Conversion): Item => ({
  ...conversionKey(conversion),
  v: SCHEMA_VERSION,
  gpk: dsIdPartition(conversion.dsConversionId),
  gsk: 'CONVERSION',
  modifiedMs: conversion.modifiedMs,
  engineAccountId: conversion.legacy.engineAccountId,
  conversion: packBody(conversion),
});

/** Versions before 0.3 had an attribute for each field, and metrics as text: numbers of DynamoDB have a smaller range. */
export function readFormerConversion(item: Item): Conversion {
  const { pk: _pk, sk: _sk, v: _v, gpk: _gpk, gsk: _gsk, ...rest } = item;
  const conversion = rest as Item & Conversion;
  const customMetric = conversion.details.customMetric?.map(({ name, value }) => ({ name, value: Number(value) }));
  return customMetric === undefined ? conversion : { ...conversion, details: { ...conversion.details, customMetric } };
}

export const readConversion = (item: Item): Conversion =>
  item['conversion'] === undefined ? readFormerConversion(item) : unpackBody(item['conversion'] as Body);

const byDsId = (a: Place, b: Place): number => (BigInt(a.dsConversionId) < BigInt(b.dsConversionId) ? -1 : 1);

/** Items come by time and conversion id; within one millisecond the order is that of the service's ids. */
async function* inOrder(items: AsyncIterable<Item>, after: Place | undefined): AsyncGenerator<Conversion> {
  let together: Conversion[] = [];
  for await (const item of items) {
    const conversion = readConversion(item);
    const isBehind =
      conversion.timestampMs === after?.timestampMs &&
      BigInt(conversion.dsConversionId) <= BigInt(after.dsConversionId);
    if (isBehind) continue;
    if (together[0] !== undefined && together[0].timestampMs !== conversion.timestampMs) {
      yield* together.sort(byDsId);
      together = [];
    }
    together.push(conversion);
  }
  yield* together.sort(byDsId);
}

export function dynamoConversions(db: DocumentClient, TableName: string): ConversionStore {
  return {
    async addAll(conversions) {
      const added = await insertEach(db, TableName, conversions.map(kept));
      const itemOf = await batchGet(
        db,
        TableName,
        conversions.filter((_, index) => added[index] === false).map(conversionKey),
      );
      return conversions.map((conversion, index) => {
        if (added[index] === true) return undefined;
        const there = itemOf(conversionKey(conversion));
        const dsConversionId = there === undefined ? '' : readConversion(there).dsConversionId;
        // After a lost answer the SDK repeats the statement, which then finds its own item.
        return dsConversionId === conversion.dsConversionId ? undefined : dsConversionId;
      });
    },

    replaceAll: (changes) =>
      inParallel(changes, AT_ONCE, ({ read: before, next }) =>
        wasPut(db, {
          TableName,
          Item: kept(next),
          ConditionExpression: 'modifiedMs = :read',
          ExpressionAttributeValues: { ':read': before.modifiedMs },
        }),
      ),

    async findAll(keys) {
      const all = keys.map(conversionKey);
      const itemOf = await batchGet(db, TableName, all);
      return all.map((key) => {
        const item = itemOf(key);
        return item && readConversion(item);
      });
    },

    async findByDsId(dsConversionId) {
      for await (const item of queryAlternate(db, TableName, dsIdPartition(dsConversionId)))
        return readConversion(item);
      return undefined;
    },

    list({ advertiserId, engineAccountId, fromMs, untilMs }, { after, expected, onReadOn } = {}) {
      const [first, last] = conversionRange(after?.timestampMs ?? fromMs, untilMs);
      const input = {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ...(engineAccountId !== undefined && {
          FilterExpression: 'engineAccountId = :account OR legacy.engineAccountId = :account',
        }),
        ExpressionAttributeValues: {
          ':pk': conversionPartition(advertiserId),
          ':first': first,
          ':last': last,
          ...(engineAccountId !== undefined && { ':account': engineAccountId }),
        },
        // A few more: conversions of one millisecond are sorted together, and the filter drops those of other accounts.
        ...(expected !== undefined && { Limit: Math.min(expected, MAX_EXPECTED) + SLACK }),
      };
      return inOrder(queryEach(db, input, onReadOn), after);
    },
  };
}

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Activity, CustomVariable } from '#lib/ads/advertiser-setup';
import type { SavedColumn } from '#lib/ads/saved-column';
import type { AdvertiserStore } from '#lib/ads/stores';
import { batchPut } from '../batch-put.ts';
import { activityKey, advertiserPartition, COLUMN, savedColumnKey, SCHEMA_VERSION, SETUP, variableKey, type Key } from './keys.ts';
import { queryPrefix, type Item } from './query-all.ts';

const kept = <T extends object>(value: T, key: Key): Item => ({ ...value, ...key, v: SCHEMA_VERSION });
const read = <T>({ pk: _pk, sk: _sk, v: _v, ...value }: Item): T => value as T;
const beginsWith =
  (prefix: string) =>
  (item: Item): boolean =>
    String(item['sk']).startsWith(prefix);

export const dynamoAdvertisers = (db: DynamoDBDocumentClient, table: string): AdvertiserStore => ({
  async setup(advertiserId) {
    const items = await queryPrefix(db, table, advertiserPartition(advertiserId), SETUP.all);
    return {
      activities: items.filter(beginsWith(SETUP.activity)).map((item) => read<Activity>(item)),
      variables: items.filter(beginsWith(SETUP.variable)).map((item) => read<CustomVariable>(item)),
    };
  },

  async savedColumns(advertiserId) {
    const items = await queryPrefix(db, table, advertiserPartition(advertiserId), COLUMN);
    return items.map((item) => read<SavedColumn>(item));
  },

  putActivities: (activities) =>
    batchPut(
      db,
      table,
      activities.map((activity) => kept(activity, activityKey(activity.advertiserId, activity.activityId))),
    ),

  putVariables: (variables) =>
    batchPut(
      db,
      table,
      variables.map((variable) => kept(variable, variableKey(variable.advertiserId, variable.use, variable.name))),
    ),

  putSavedColumns: (columns) =>
    batchPut(
      db,
      table,
      columns.map((column) => kept(column, savedColumnKey(column.advertiserId, column.name))),
    ),
});

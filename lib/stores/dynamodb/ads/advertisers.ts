import type { Activity, CustomVariable } from '#lib/ads/model/advertiser';
import type { SavedColumn } from '#lib/ads/model/saved-column';
import type { AdvertiserStore } from '#lib/ads/stores/all';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { batchPut } from '#lib/stores/dynamodb/commands/batch-put';
import { queryPrefix } from '#lib/stores/dynamodb/commands/query';
import type { Item, Key } from '#lib/stores/dynamodb/item';
import {
  activityKey,
  advertiserPartition,
  COLUMN,
  savedColumnKey,
  SCHEMA_VERSION,
  SETUP,
  variableKey,
} from './keys.ts';

const kept = <T extends object>(value: T, key: Key): Item => ({ ...value, ...key, v: SCHEMA_VERSION });
const read = <T>({ pk: _pk, sk: _sk, v: _v, ...value }: Item): T => value as T;
/** A definition is kept as JSON: numbers in it may be of any size. Earlier versions stored a map. */
type StoredColumn = Omit<SavedColumn, 'definition'> & { readonly definition: SavedColumn['definition'] | string };
const savedColumnOf = ({ definition, ...column }: StoredColumn): SavedColumn => ({
  ...column,
  definition: typeof definition === 'string' ? (JSON.parse(definition) as SavedColumn['definition']) : definition,
});

const beginsWith =
  (prefix: string) =>
  (item: Item): boolean =>
    String(item['sk']).startsWith(prefix);

export const dynamoAdvertisers = (db: DocumentClient, table: string): AdvertiserStore => ({
  async setup(advertiserId) {
    const items = await queryPrefix(db, table, advertiserPartition(advertiserId), SETUP.all);
    return {
      activities: items.filter(beginsWith(SETUP.activity)).map((item) => read<Activity>(item)),
      variables: items.filter(beginsWith(SETUP.variable)).map((item) => read<CustomVariable>(item)),
    };
  },

  async savedColumns(advertiserId) {
    const items = await queryPrefix(db, table, advertiserPartition(advertiserId), COLUMN);
    return items.map((item) => savedColumnOf(read<StoredColumn>(item)));
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
      columns.map((column) =>
        kept(
          { ...column, definition: JSON.stringify(column.definition) },
          savedColumnKey(column.advertiserId, column.name),
        ),
      ),
    ),
});

import type { AvailabilityMark } from '#lib/ads/model/availability-mark';
import type { AvailabilityStore } from '#lib/ads/stores/all';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { batchPut } from '#lib/stores/dynamodb/commands/batch-put';
import { queryPrefix } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { queryAlternate } from './by-alternate.ts';
import { advertiserPartition, MARK, markKey, MARKS, pastMarkKey, SCHEMA_VERSION } from './keys.ts';

const read = ({ advertiserId, activityId, timestampMs, markedMs }: Item): AvailabilityMark =>
  ({ advertiserId, activityId, timestampMs, markedMs }) as AvailabilityMark;

export const dynamoAvailability = (db: DocumentClient, table: string): AvailabilityStore => ({
  async putAll(marks) {
    const items = marks.flatMap((mark) => [
      {
        ...mark,
        ...markKey(mark.advertiserId, mark.activityId),
        v: SCHEMA_VERSION,
        gpk: MARKS,
        gsk: `${mark.advertiserId}#${mark.activityId}`,
      },
      { ...mark, ...pastMarkKey(mark.advertiserId, mark.activityId, mark.markedMs), v: SCHEMA_VERSION },
    ]);
    await batchPut(db, table, items);
  },

  async list(advertiserId) {
    return (await queryPrefix(db, table, advertiserPartition(advertiserId), MARK)).map(read);
  },

  listAll: () => Array.fromAsync(queryAlternate(db, table, MARKS), read),
});

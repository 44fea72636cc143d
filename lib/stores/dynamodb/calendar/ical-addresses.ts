import type { IcalAddressStore } from '#lib/calendar/stores/ical-addresses';
import { GetCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { transacted } from '#lib/stores/dynamodb/commands/conditional';
import { SCHEMA_VERSION } from './items/items.ts';
import { icalAddressKey } from './items/keys.ts';

/** In the partition of the calendar, with which they go. */
export function dynamoIcalAddresses(db: DocumentClient, TableName: string): IcalAddressStore {
  return {
    async find(calendarId) {
      const Key = icalAddressKey(calendarId);
      const { Item } = await db.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item === undefined
        ? undefined
        : {
            calendarId,
            secretHash: String(Item['secretHash']),
            email: String(Item['email']),
            createdAtMs: Number(Item['createdAtMs']),
          };
    },

    async replace({ calendarId, ...address }) {
      await transacted(db, [
        { Put: { TableName, Item: { ...icalAddressKey(calendarId), v: SCHEMA_VERSION, ...address } } },
      ]);
    },

    async remove(calendarId) {
      await transacted(db, [{ Delete: { TableName, Key: icalAddressKey(calendarId) } }]);
    },
  };
}

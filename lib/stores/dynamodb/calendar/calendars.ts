import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { CalendarStore } from '#lib/calendar/stores';
import { batchGet } from '../batch-get.ts';
import type { SequencedWrites } from '../sequenced-writes.ts';
import { calendarItem, entryItem, ruleItem, SCHEMA_VERSION } from './items.ts';
import { calendarKey, subscriberKey, userKey } from './keys.ts';
import { assembleView, keysOfView } from './view.ts';

export function dynamoCalendars(db: DynamoDBDocumentClient, TableName: string, writes: SequencedWrites): CalendarStore {
  return {
    async view(calendarId, email, ruleIds) {
      const look = await batchGet(db, TableName, keysOfView(calendarId, email, ruleIds));
      return assembleView(look, calendarId, email, ruleIds);
    },

    async viewAll(calendarIds, email, ruleIds) {
      const look = await batchGet(
        db,
        TableName,
        calendarIds.flatMap((calendarId) => keysOfView(calendarId, email, ruleIds)),
      );
      return calendarIds.map((calendarId) => assembleView(look, calendarId, email, ruleIds));
    },

    async add(calendar, rule, entry) {
      await writes.write(userKey(calendar.owner), 0, {
        set: { updatedAtMs: entry.updatedAtMs },
        items: (seq) => [
          { Put: { TableName, Item: calendarItem(calendar), ConditionExpression: 'attribute_not_exists(pk)' } },
          { Put: { TableName, Item: ruleItem(calendar.id, rule, calendar.seq) } },
          { Put: { TableName, Item: { ...subscriberKey(calendar.id, calendar.owner), v: SCHEMA_VERSION } } },
          { Put: { TableName, Item: entryItem(calendar.owner, entry, seq) } },
        ],
      });
    },

    async change(calendar, details, atMs) {
      const fields = Object.entries({ ...details, updatedAtMs: atMs, detailsVersion: calendar.version + 1 });
      const kept = fields.filter(([, value]) => value !== undefined);
      const dropped = fields.filter(([, value]) => value === undefined);
      try {
        await db.send(
          new UpdateCommand({
            TableName,
            Key: calendarKey(calendar.id),
            UpdateExpression:
              `SET ${kept.map(([name]) => `#${name} = :${name}`).join(', ')}` + (dropped.length > 0 ? ` REMOVE ${dropped.map(([name]) => `#${name}`).join(', ')}` : ''),
            ConditionExpression: 'detailsVersion = :version AND attribute_not_exists(isRemoved)',
            ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
            ExpressionAttributeValues: { ...Object.fromEntries(kept.map(([name, value]) => [`:${name}`, value])), ':version': calendar.version },
          }),
        );
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },

    async remove(calendar, entry) {
      await writes.write(userKey(calendar.owner), 0, {
        set: { updatedAtMs: entry.updatedAtMs },
        items: (seq) => [
          {
            Update: {
              TableName,
              Key: calendarKey(calendar.id),
              UpdateExpression: 'SET isRemoved = :yes, updatedAtMs = :at',
              ConditionExpression: 'attribute_exists(pk)',
              ExpressionAttributeValues: { ':yes': true, ':at': entry.updatedAtMs },
            },
          },
          { Put: { TableName, Item: entryItem(calendar.owner, { ...entry, isRemoved: true }, seq) } },
        ],
      });
    },

    async clear(calendar, atMs) {
      // The number that this change takes is unknown beforehand, so the mark is the last one before it.
      await db.send(
        new UpdateCommand({
          TableName,
          Key: calendarKey(calendar.id),
          UpdateExpression: 'SET clearedSeq = seq, eventsUpdatedAtMs = :at',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':at': atMs },
        }),
      );
    },
  };
}

import type { Job } from '#lib/calendar/model/job';
import type { CalendarStore } from '#lib/calendar/stores/calendars';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { transacted } from '#lib/stores/dynamodb/commands/conditional';
import type { SequencedWrites } from '#lib/stores/dynamodb/commands/sequenced-writes';
import { calendarItem, entryItem, jobItem, quietMark, ruleItem, SCHEMA_VERSION } from './items/items.ts';
import { calendarKey, subscriberKey, userKey } from './items/keys.ts';
import { assembleView, keysOfAccess, keysOfView } from './items/view.ts';

export function dynamoCalendars(db: DocumentClient, TableName: string, writes: SequencedWrites): CalendarStore {
  return {
    async view(calendarId, email, ruleIds) {
      const look = await batchGet(db, TableName, keysOfView(calendarId, email, ruleIds));
      return assembleView(look, calendarId, email, ruleIds);
    },

    async viewAll(calendarIds, email, ruleIds) {
      const look = await batchGet(
        db,
        TableName,
        calendarIds.flatMap((calendarId) => keysOfAccess(calendarId, email, ruleIds)),
      );
      return calendarIds.map((calendarId) => assembleView(look, calendarId, email, ruleIds));
    },

    async add(calendar, owner, rule, entry, telling) {
      await writes.write(userKey(owner.email), owner.seq, {
        set: { updatedAtMs: entry.updatedAtMs },
        items: (seq) => [
          { Put: { TableName, Item: calendarItem(calendar), ConditionExpression: 'attribute_not_exists(pk)' } },
          { Put: { TableName, Item: ruleItem(calendar.id, rule, calendar.seq) } },
          { Put: { TableName, Item: { ...subscriberKey(calendar.id, calendar.owner), v: SCHEMA_VERSION } } },
          { Put: { TableName, Item: { ...entryItem(calendar.owner, entry, seq), ...quietMark(telling) } } },
        ],
      });
    },

    async change(calendar, details, atMs) {
      const fields = Object.entries({ ...details, updatedAtMs: atMs, detailsVersion: calendar.version + 1 });
      const kept = fields.filter(([, value]) => value !== undefined);
      const dropped = fields.filter(([, value]) => value === undefined);
      const Update = {
        TableName,
        Key: calendarKey(calendar.id),
        UpdateExpression:
          `SET ${kept.map(([name]) => `#${name} = :${name}`).join(', ')}` +
          (dropped.length > 0 ? ` REMOVE ${dropped.map(([name]) => `#${name}`).join(', ')}` : ''),
        ConditionExpression: 'detailsVersion = :version AND attribute_not_exists(isRemoved)',
        ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(kept.map(([name, value]) => [`:${name}`, value])),
          ':version': calendar.version,
        },
      };
      return transacted(db, [{ Update }]);
    },

    async transfer(calendar, { email, ...rule }) {
      const outcome = await writes.write(calendarKey(calendar.id), calendar.seq, {
        set: { owner: email, updatedAtMs: rule.updatedAtMs },
        items: (seq) => [{ Put: { TableName, Item: ruleItem(calendar.id, rule, seq) } }],
      });
      return typeof outcome === 'number';
    },

    async remove(calendar, owner, entry) {
      const job: Job = { kind: 'remove', calendarId: calendar.id, seq: calendar.seq };
      const outcome = await writes.write(userKey(owner.email), owner.seq, {
        set: { updatedAtMs: entry.updatedAtMs },
        items: (seq) => [
          {
            // Without its counter a calendar accepts no more changes of rules and events, not even those under way.
            Update: {
              TableName,
              Key: calendarKey(calendar.id),
              UpdateExpression: 'SET isRemoved = :yes, updatedAtMs = :at REMOVE seq',
              ConditionExpression: 'attribute_exists(seq)',
              ExpressionAttributeValues: { ':yes': true, ':at': entry.updatedAtMs },
            },
          },
          { Put: { TableName, Item: entryItem(owner.email, { ...entry, isRemoved: true }, seq) } },
          { Put: { TableName, Item: jobItem(job) } },
        ],
      });
      return typeof outcome === 'number' ? job : undefined;
    },

    async clear(calendar, atMs) {
      const job = (seq: number): Job => ({ kind: 'clear', calendarId: calendar.id, seq });
      // Clearing takes a number like any change: events with lower numbers are cleared, those with higher ones came
      // later.
      const outcome = await writes.write(calendarKey(calendar.id), calendar.seq, {
        mark: 'clearedSeq',
        set: { eventsUpdatedAtMs: atMs, clearedAtMs: atMs },
        items: (seq) => [{ Put: { TableName, Item: jobItem(job(seq)) } }],
      });
      return typeof outcome === 'number' ? job(outcome) : undefined;
    },
  };
}

import { inParallel } from '#lib/api/process/in-parallel';
import type { EventWrite } from '#lib/calendar/stores/events';
import type { JobStore } from '#lib/calendar/stores/jobs';
import { DeleteCommand, UpdateCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { batchRemove } from '#lib/stores/dynamodb/commands/batch-remove';
import { transacted, wasWritten, type TransactItem } from '#lib/stores/dynamodb/commands/conditional';
import { afterPrefix, parsePosition, positionOf, queryAll, queryPage } from '#lib/stores/dynamodb/commands/query';
import type { Item, Key } from '#lib/stores/dynamodb/item';
import { writeOrShrink } from './events/shrunk.ts';
import { writtenTogether } from './events/written-together.ts';
import { classesOf, eventItem } from './items/event-items.ts';
import { readJob } from './items/items.ts';
import { calendarKey, jobKey, jobsPk, overlayPrefix, subscriberPrefix, userKey } from './items/keys.ts';
import { outlineUpdates } from './items/outline-items.ts';

/** Removed in one go, by as many batches side by side as make a good use of a connection. */
const ITEMS_AT_ONCE = 250;

/** Each of them many tombstones, and none the calendar's counter: nobody who writes to it has to wait. */
const TRANSACTIONS_AT_ONCE = 4;

const keyOf = (item: Item): Key => ({ pk: String(item['pk']), sk: String(item['sk']) });

/** A lost condition means that somebody else has taken care. */
async function unlessLost(send: () => Promise<unknown>): Promise<void> {
  await wasWritten(send);
}

export function dynamoJobs(db: DocumentClient, TableName: string): JobStore {
  const sameJob = { ConditionExpression: 'seq = :seq' };

  return {
    listJobs: async () => (await queryAll(db, TableName, { pk: jobsPk, by: 'sk', from: ' ', to: '~' })).map(readJob),

    advance: (job, cursor) =>
      unlessLost(() =>
        db.send(
          new UpdateCommand({
            TableName,
            Key: jobKey(job),
            ...sameJob,
            UpdateExpression: 'SET #cursor = :cursor',
            ExpressionAttributeNames: { '#cursor': 'cursor' },
            ExpressionAttributeValues: { ':seq': job.seq, ':cursor': cursor },
          }),
        ),
      ),

    finish: (job) =>
      unlessLost(() =>
        db.send(
          new DeleteCommand({
            TableName,
            Key: jobKey(job),
            ...sameJob,
            ExpressionAttributeValues: { ':seq': job.seq },
          }),
        ),
      ),

    async listSubscribers(calendarId, after, limit) {
      const range = {
        pk: calendarId,
        by: 'sk',
        from: subscriberPrefix,
        to: afterPrefix(subscriberPrefix),
        limit,
        after: parsePosition(after),
      };
      const { items, last } = await queryPage(db, TableName, range);
      return { items: items.map((item) => keyOf(item).sk.slice(subscriberPrefix.length)), next: positionOf(last) };
    },

    async removeOverlays(email, calendarId) {
      const prefix = overlayPrefix(calendarId);
      const overlays = await queryAll(db, TableName, {
        pk: userKey(email).pk,
        by: 'sk',
        from: prefix,
        to: `${prefix}~`,
      });
      await batchRemove(db, TableName, overlays.map(keyOf));
    },

    async writeTombstones(calendar, tombstones) {
      if (tombstones.length === 0) return;
      const added = classesOf(tombstones).filter((name) => calendar.classes?.includes(name) !== true);
      if (added.length > 0) {
        const ExpressionAttributeValues = { ':classes': new Set(added) };
        await db.send(
          new UpdateCommand({
            TableName,
            Key: calendarKey(calendar.id),
            UpdateExpression: 'ADD classes :classes',
            ExpressionAttributeValues,
          }),
        );
      }
      const putOf = (write: EventWrite): TransactItem => ({
        Put: {
          TableName,
          Item: eventItem(calendar.id, write, 0),
          ConditionExpression: 'version = :before',
          ExpressionAttributeValues: { ':before': write.event.version - 1 },
        },
      });
      const put = (writes: readonly EventWrite[]): Promise<boolean> =>
        transacted(db, [...writes.map(putOf), ...outlineUpdates(TableName, calendar.id, writes, undefined)]);
      const putAll = async (together: readonly EventWrite[]): Promise<void> => {
        // One that somebody else has written holds up the others: then each goes by itself.
        if (!(await put(together))) for (const write of together) await put([write]);
      };
      await inParallel(writtenTogether(tombstones), TRANSACTIONS_AT_ONCE, (together) =>
        writeOrShrink(together, putAll),
      );
    },

    markSwept: ({ calendarId, seq }) =>
      unlessLost(() =>
        db.send(
          new UpdateCommand({
            TableName,
            Key: calendarKey(calendarId),
            UpdateExpression: 'SET sweptSeq = :seq',
            ConditionExpression: 'clearedSeq = :seq',
            ExpressionAttributeValues: { ':seq': seq },
          }),
        ),
      ),

    async removeItems(calendarId) {
      const { items, last } = await queryPage(db, TableName, {
        pk: calendarId,
        by: 'sk',
        from: ' ',
        to: '~',
        limit: ITEMS_AT_ONCE,
      });
      const { sk: calendarSk } = calendarKey(calendarId);
      await batchRemove(
        db,
        TableName,
        items.map(keyOf).filter(({ sk }) => sk !== calendarSk),
      );
      return last !== undefined;
    },

    retire: (calendarId, expiresAtMs) =>
      unlessLost(() =>
        db.send(
          new UpdateCommand({
            TableName,
            Key: calendarKey(calendarId),
            UpdateExpression: 'SET expires = :expires',
            ConditionExpression: 'isRemoved = :yes AND attribute_not_exists(expires)',
            ExpressionAttributeValues: { ':expires': Math.ceil(expiresAtMs / 1000), ':yes': true },
          }),
        ),
      ),
  };
}

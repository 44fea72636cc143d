import { randomUUID } from 'node:crypto';
import type { ReminderStore, ReminderWatch } from '#lib/calendar/stores/reminders';
import { DeleteCommand, GetCommand, UpdateCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { wasPut, wasWritten } from '#lib/stores/dynamodb/commands/conditional';
import { queryPage, queryPrefix } from '#lib/stores/dynamodb/commands/query';
import type { Item, Key } from '#lib/stores/dynamodb/item';
import { SCHEMA_VERSION } from './items/items.ts';
import { calendarKey, dueKey, dueUntil, pulledPersonKey, remindersOf, remindersPk, reminderKey } from './items/keys.ts';

const itemOf = (watch: ReminderWatch): Item => ({
  ...reminderKey(watch.calendarId, watch.email),
  v: SCHEMA_VERSION,
  ...watch,
  timeKey: dueKey(watch.lookAtMs),
  // Two who write the same at the same moment are told apart.
  writer: randomUUID(),
});

function readWatch(item: Item): ReminderWatch {
  const { pk: _pk, sk: _sk, v: _v, timeKey: _key, writer: _writer, ...watch } = item;
  return watch as Item & ReminderWatch;
}

const ifUnchanged = ({ revision }: ReminderWatch) => ({
  ConditionExpression: 'revision = :revision',
  ExpressionAttributeValues: { ':revision': revision },
});

export function dynamoReminders(db: DocumentClient, TableName: string): ReminderStore {
  const get = async (Key: Key): Promise<Item | undefined> =>
    (await db.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  return {
    async find(calendarId, email) {
      const item = await get(reminderKey(calendarId, email));
      return item && readWatch(item);
    },
    add: (watch) => wasPut(db, { TableName, Item: itemOf(watch), ConditionExpression: 'attribute_not_exists(pk)' }),

    async replace(watch) {
      const next = { ...watch, revision: watch.revision + 1 };
      return (await wasPut(db, { TableName, Item: itemOf(next), ...ifUnchanged(watch) })) ? next : undefined;
    },

    async remove(watch) {
      const Key = reminderKey(watch.calendarId, watch.email);
      await wasWritten(() => db.send(new DeleteCommand({ TableName, Key, ...ifUnchanged(watch) })));
    },

    async listOf(calendarId) {
      const watches = (await queryPrefix(db, TableName, remindersPk, remindersOf(calendarId))).map(readWatch);
      // The id of another calendar may begin with this one and a `#`.
      return watches.filter((watch) => watch.calendarId === calendarId);
    },

    async listDue(untilMs, limit) {
      const { items } = await queryPage(db, TableName, { ...dueUntil(untilMs), pk: remindersPk, limit });
      return items.map(readWatch);
    },

    async follow(calendarId, isFollowed) {
      const change = isFollowed
        ? {
            UpdateExpression: 'SET remindsByMail = :yes',
            ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(remindsByMail)',
            ExpressionAttributeValues: { ':yes': 1 },
          }
        : { UpdateExpression: 'REMOVE remindsByMail', ConditionExpression: 'attribute_exists(remindsByMail)' };
      await wasWritten(() => db.send(new UpdateCommand({ TableName, Key: calendarKey(calendarId), ...change })));
    },

    async isServedElsewhere(email) {
      const person = await get(pulledPersonKey(email));
      return person !== undefined && person['finishedAtMs'] === undefined;
    },
  };
}

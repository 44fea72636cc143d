import type { Schedule, ScheduleStore } from '#lib/ads/reports/schedule/schedule';
import { DeleteCommand, PutCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { wasPut, wasWritten } from '#lib/stores/dynamodb/commands/conditional';
import { queryEach } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { SCHEDULES, SCHEMA_VERSION, scheduleKey } from './keys.ts';

/** The whole schedule is one text; the revision is apart, for conditions. */
const itemOf = (schedule: Schedule): Item => ({
  ...scheduleKey(schedule.name),
  v: SCHEMA_VERSION,
  revision: schedule.revision,
  schedule: JSON.stringify(schedule),
});

const read = (item: Item): Schedule => ({
  ...(JSON.parse(String(item['schedule'])) as Schedule),
  revision: Number(item['revision']),
});

export const dynamoSchedules = (db: DocumentClient, TableName: string): ScheduleStore => ({
  list: () =>
    Array.fromAsync(
      queryEach(db, {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': SCHEDULES },
      }),
      read,
    ),

  async put(schedule) {
    await db.send(new PutCommand({ TableName, Item: itemOf(schedule) }));
  },

  remove: (name) =>
    wasWritten(() =>
      db.send(new DeleteCommand({ TableName, Key: scheduleKey(name), ConditionExpression: 'attribute_exists(pk)' })),
    ),

  replace: (schedule) =>
    wasPut(db, {
      TableName,
      Item: itemOf({ ...schedule, revision: schedule.revision + 1 }),
      ConditionExpression: 'revision = :read',
      ExpressionAttributeValues: { ':read': schedule.revision },
    }),
});

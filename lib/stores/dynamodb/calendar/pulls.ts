/** What pulls remember, in the calendar table: one partition for the people, and one for each person. */
import type { PulledCalendar, PulledPerson, PullStore, Untaken } from '#lib/pull/stores';
import { GetCommand, UpdateCommand, DeleteCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { batchPut } from '#lib/stores/dynamodb/commands/batch-put';
import { batchRemove } from '#lib/stores/dynamodb/commands/batch-remove';
import { transacted, wasWritten } from '#lib/stores/dynamodb/commands/conditional';
import { afterPrefix, queryAll } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { SCHEMA_VERSION } from './items/items.ts';
import {
  pulledCalendarKey,
  pulledCalendarPrefix,
  pulledPersonKey,
  pulledPk,
  untakenKey,
  untakenPrefix,
} from './items/keys.ts';

const read = <T>({ pk: _pk, sk: _sk, v: _v, holder: _holder, leasedUntilMs: _until, ...value }: Item): T =>
  value as Item & T;

const defined = (value: object): Item =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));

export function dynamoPulls(db: DocumentClient, TableName: string): PullStore {
  const all = async <T>(pk: string, prefix: string): Promise<T[]> =>
    (await queryAll(db, TableName, { pk, by: 'sk', from: prefix, to: afterPrefix(prefix) })).map((item) =>
      read<T>(item),
    );
  const itemOf = async (email: string): Promise<Item | undefined> =>
    (await db.send(new GetCommand({ TableName, Key: pulledPersonKey(email), ConsistentRead: true }))).Item;

  return {
    async find(email) {
      const item = await itemOf(email);
      return item && read<PulledPerson>(item);
    },

    list: () => all<PulledPerson>(pulledPk, 'P#'),

    async put(person) {
      const fields = Object.entries({ ...defined(person), v: SCHEMA_VERSION });
      await db.send(
        new UpdateCommand({
          TableName,
          Key: pulledPersonKey(person.email),
          UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}`,
          ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
          ExpressionAttributeValues: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
        }),
      );
    },

    async lease({ email, holder, nowMs, untilMs, abandoned = holder }) {
      const isTaken = await wasWritten(() =>
        db.send(
          new UpdateCommand({
            TableName,
            Key: pulledPersonKey(email),
            UpdateExpression: 'SET holder = :me, leasedUntilMs = :until',
            ConditionExpression:
              'attribute_exists(pk) AND ' +
              '(attribute_not_exists(holder) OR holder IN (:me, :abandoned) OR leasedUntilMs <= :now)',
            ExpressionAttributeValues: { ':me': holder, ':abandoned': abandoned, ':until': untilMs, ':now': nowMs },
          }),
        ),
      );
      if (isTaken) return { holder, untilMs };
      const item = await itemOf(email);
      return { holder: String(item?.['holder'] ?? ''), untilMs: Number(item?.['leasedUntilMs'] ?? 0) };
    },

    async release(email, holder) {
      await wasWritten(() =>
        db.send(
          new UpdateCommand({
            TableName,
            Key: pulledPersonKey(email),
            UpdateExpression: 'REMOVE holder, leasedUntilMs',
            ConditionExpression: 'holder = :me',
            ExpressionAttributeValues: { ':me': holder },
          }),
        ),
      );
    },

    listCalendars: (email) => all<PulledCalendar>(pulledCalendarKey(email, '').pk, pulledCalendarPrefix),

    putCalendar: (email, calendar, holder) =>
      transacted(db, [
        {
          ConditionCheck: {
            TableName,
            Key: pulledPersonKey(email),
            ConditionExpression: 'holder = :me',
            ExpressionAttributeValues: { ':me': holder },
          },
        },
        {
          Put: {
            TableName,
            Item: { ...defined(calendar), ...pulledCalendarKey(email, calendar.calendarId), v: SCHEMA_VERSION },
          },
        },
      ]),

    async removeCalendar(email, calendarId) {
      await db.send(new DeleteCommand({ TableName, Key: pulledCalendarKey(email, calendarId) }));
    },

    listUntaken: (email) => all<Untaken>(pulledCalendarKey(email, '').pk, untakenPrefix),

    addUntaken: (email, things) =>
      batchPut(
        db,
        TableName,
        things.map((thing) => ({ ...defined(thing), ...untakenKey(email, thing), v: SCHEMA_VERSION })),
      ),

    removeUntaken: (email, things) =>
      batchRemove(
        db,
        TableName,
        things.map((thing) => untakenKey(email, thing)),
      ),
  };
}

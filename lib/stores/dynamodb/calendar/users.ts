import type { UserStore } from '#lib/calendar/stores/users';
import { settingOf } from '#lib/calendar/users/settings';
import { GetCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { transacted } from '#lib/stores/dynamodb/commands/conditional';
import { calendarItem, entryItem, quietMark, readUser, ruleItem, SCHEMA_VERSION, userItem } from './items/items.ts';
import { subscriberKey, userKey } from './items/keys.ts';

export function dynamoUsers(db: DocumentClient, TableName: string): UserStore {
  return {
    async find(email) {
      const { Item } = await db.send(new GetCommand({ TableName, Key: userKey(email), ConsistentRead: true }));
      return Item && readUser(Item);
    },

    provision({ user, calendar, rule, entry }) {
      const items = [
        userItem(user),
        calendarItem(calendar),
        ruleItem(calendar.id, rule, calendar.seq),
        { ...subscriberKey(calendar.id, user.email), v: SCHEMA_VERSION },
        entryItem(user.email, entry, user.seq),
      ];
      return transacted(
        db,
        items.map((Item) => ({ Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } })),
      );
    },

    async changeSetting(email, id, value, atMs, telling) {
      for (;;) {
        const user = await this.find(email);
        if (user === undefined || settingOf(user, id) === value) return false;
        const seq = user.seq + 1;
        const Update = {
          TableName,
          Key: userKey(email),
          UpdateExpression: 'SET seq = :to, updatedAtMs = :at, settings.#id = :setting',
          ConditionExpression: 'seq = :from',
          ExpressionAttributeNames: { '#id': id },
          ExpressionAttributeValues: {
            ':from': user.seq,
            ':to': seq,
            ':at': atMs,
            ':setting': { value, updatedAtMs: atMs, seq, ...quietMark(telling) },
          },
        };
        if (await transacted(db, [{ Update }])) return true;
      }
    },
  };
}

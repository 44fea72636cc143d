import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { settingOf } from '#lib/calendar/settings';
import type { UserStore } from '#lib/calendar/stores';
import { wasWritten } from '../conditional.ts';
import { calendarItem, entryItem, readUser, ruleItem, SCHEMA_VERSION, userItem } from './items.ts';
import { subscriberKey, userKey } from './keys.ts';

export function dynamoUsers(db: DynamoDBDocumentClient, TableName: string): UserStore {
  return {
    async find(email) {
      const { Item } = await db.send(new GetCommand({ TableName, Key: userKey(email), ConsistentRead: true }));
      return Item && readUser(Item);
    },

    async provision({ user, calendar, rule, entry }) {
      const items = [
        userItem(user),
        calendarItem(calendar),
        ruleItem(calendar.id, rule, calendar.seq),
        { ...subscriberKey(calendar.id, user.email), v: SCHEMA_VERSION },
        entryItem(user.email, entry, user.seq),
      ];
      try {
        await db.send(
          new TransactWriteCommand({ TransactItems: items.map((Item) => ({ Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } })) }),
        );
        return true;
      } catch (error) {
        // Somebody else's first request was faster, or is under way.
        if (error instanceof TransactionCanceledException) return false;
        throw error;
      }
    },

    async changeSetting(email, id, value, atMs) {
      for (;;) {
        const user = await this.find(email);
        if (user === undefined || settingOf(user, id) === value) return false;
        const seq = user.seq + 1;
        const change = new UpdateCommand({
          TableName,
          Key: userKey(email),
          UpdateExpression: 'SET seq = :to, updatedAtMs = :at, settings.#id = :setting',
          ConditionExpression: 'seq = :from',
          ExpressionAttributeNames: { '#id': id },
          ExpressionAttributeValues: { ':from': user.seq, ':to': seq, ':at': atMs, ':setting': { value, updatedAtMs: atMs, seq } },
        });
        if (await wasWritten(() => db.send(change))) return true;
      }
    },
  };
}

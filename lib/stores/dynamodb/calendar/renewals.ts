import type { Renewal, RenewalStore } from '#lib/calendar/stores/renewals';
import { DeleteCommand, PutCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { transacted } from '#lib/stores/dynamodb/commands/conditional';
import { queryPage } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { SCHEMA_VERSION } from './items/items.ts';
import { dueKey, renewalKey, renewalsPk } from './items/keys.ts';

/** A renewal that nobody removes goes a month after it was due. */
const KEPT_SECONDS = 30 * 86_400;

const itemOf = ({ channelId, dueAtMs }: Renewal): Item => ({
  ...renewalKey(dueAtMs, channelId),
  v: SCHEMA_VERSION,
  channelId,
  dueAtMs,
  expires: Math.ceil(dueAtMs / 1000) + KEPT_SECONDS,
});

export const dynamoRenewals = (db: DocumentClient, TableName: string): RenewalStore => ({
  async add(renewal) {
    await db.send(new PutCommand({ TableName, Item: itemOf(renewal) }));
  },

  async listDue(untilMs, limit) {
    const { items } = await queryPage(db, TableName, {
      pk: renewalsPk,
      by: 'sk',
      from: dueKey(0),
      to: `${dueKey(untilMs)}~`,
      limit,
    });
    return items.map(({ channelId, dueAtMs }) => ({ channelId: String(channelId), dueAtMs: Number(dueAtMs) }));
  },

  postpone: ({ channelId, dueAtMs }, untilMs) =>
    transacted(db, [
      {
        Delete: {
          TableName,
          Key: renewalKey(dueAtMs, channelId),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
      { Put: { TableName, Item: itemOf({ channelId, dueAtMs: untilMs }) } },
    ]),

  async remove({ channelId, dueAtMs }) {
    await db.send(new DeleteCommand({ TableName, Key: renewalKey(dueAtMs, channelId) }));
  },
});

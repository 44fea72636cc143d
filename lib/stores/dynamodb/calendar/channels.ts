import { randomUUID } from 'node:crypto';
import type { Channel } from '#lib/calendar/model/channel';
import type { Outbox } from '#lib/calendar/model/outbox';
import { dueAtMs } from '#lib/calendar/push/outbox';
import type { ChannelStore, Watcher } from '#lib/calendar/stores/channels';
import { DeleteCommand, GetCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { transacted, wasPut, wasWritten } from '#lib/stores/dynamodb/commands/conditional';
import { queryAll, queryPage } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { SCHEMA_VERSION } from './items/items.ts';
import { channelPrefix, dueKey, dueUntil, outboxKey, outboxPks, watcherKey, watchersPk } from './items/keys.ts';

const expiry = ({ expiresAtMs }: Channel): Item => ({ expires: Math.ceil(expiresAtMs / 1000) });

const watcherItem = (channel: Channel): Item => {
  const { id, topic, email, eventTypes, expiresAtMs, openedAtMs } = channel;
  return {
    ...watcherKey(topic, id),
    v: SCHEMA_VERSION,
    id,
    email,
    eventTypes,
    expiresAtMs,
    openedAtMs,
    ...expiry(channel),
  };
};

function outboxItem(outbox: Outbox): Item {
  const due = dueAtMs(outbox);
  const { id, expiresAtMs, openedAtMs } = outbox.channel;
  return {
    ...outboxKey(id),
    v: SCHEMA_VERSION,
    ...outbox,
    expiresAtMs,
    openedAtMs,
    ...(due !== undefined && { timeKey: dueKey(due) }),
    ...expiry(outbox.channel),
  };
}

function readOutbox(item: Item): Outbox {
  const {
    pk: _pk,
    sk: _sk,
    v: _v,
    expires: _expires,
    timeKey: _timeKey,
    expiresAtMs: _end,
    openedAtMs: _start,
    writer: _writer,
    ...outbox
  } = item;
  return outbox as Item & Outbox;
}

/** Another channel may have got the same id since. */
const sameChannel = ({ openedAtMs }: Channel) => ({
  ConditionExpression: 'openedAtMs = :opened',
  ExpressionAttributeValues: { ':opened': openedAtMs },
});

export function dynamoChannels(db: DocumentClient, TableName: string): ChannelStore {
  return {
    add: (outbox) =>
      transacted(db, [
        {
          Put: {
            TableName,
            Item: outboxItem(outbox),
            ConditionExpression: 'attribute_not_exists(pk) OR expiresAtMs <= :now',
            ExpressionAttributeValues: { ':now': outbox.channel.openedAtMs },
          },
        },
        { Put: { TableName, Item: watcherItem(outbox.channel) } },
      ]),

    async find(channelId) {
      const { Item } = await db.send(new GetCommand({ TableName, Key: outboxKey(channelId), ConsistentRead: true }));
      return Item && readOutbox(Item);
    },

    async findAll(channelIds) {
      const look = await batchGet(db, TableName, channelIds.map(outboxKey));
      return [...new Set(channelIds)].flatMap((channelId) => {
        const item = look(outboxKey(channelId));
        return item === undefined ? [] : [readOutbox(item)];
      });
    },

    async replace(outbox) {
      const next = { ...outbox, revision: outbox.revision + 1 };
      // Two senders may try to write the same values; only one may succeed.
      const condition = { ConditionExpression: 'revision = :revision AND openedAtMs = :opened' };
      const values = { ':revision': outbox.revision, ':opened': outbox.channel.openedAtMs };
      const isDone = await wasPut(db, {
        TableName,
        Item: { ...outboxItem(next), writer: randomUUID() },
        ...condition,
        ExpressionAttributeValues: values,
      });
      return isDone ? next : undefined;
    },

    remove: (channel) =>
      transacted(db, [
        { Delete: { TableName, Key: outboxKey(channel.id), ...sameChannel(channel) } },
        { Delete: { TableName, Key: watcherKey(channel.topic, channel.id) } },
      ]),

    async unsubscribe(channel) {
      await wasWritten(() =>
        db.send(new DeleteCommand({ TableName, Key: watcherKey(channel.topic, channel.id), ...sameChannel(channel) })),
      );
    },

    async listWatchers(topic) {
      const items = await queryAll(db, TableName, {
        pk: watchersPk(topic),
        by: 'sk',
        from: channelPrefix,
        to: `${channelPrefix}~`,
      });
      return items.map((item) => item as Item & Watcher);
    },

    async listDue(untilMs, most) {
      const range = { ...dueUntil(untilMs), limit: most };
      const pages = await Promise.all(outboxPks.map((pk) => queryPage(db, TableName, { ...range, pk })));
      const outboxes = pages.flatMap(({ items }) => items.map(readOutbox));
      return outboxes.toSorted((a, b) => (dueAtMs(a) ?? 0) - (dueAtMs(b) ?? 0)).slice(0, most);
    },

    async list() {
      const range = { by: 'sk', from: channelPrefix, to: `${channelPrefix}~` };
      const pages = await Promise.all(outboxPks.map((pk) => queryAll(db, TableName, { ...range, pk })));
      return pages.flat().map(readOutbox);
    },
  };
}

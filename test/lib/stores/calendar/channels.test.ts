import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Channel, Topic } from '#lib/calendar/model/channel';
import type { Outbox } from '#lib/calendar/model/outbox';
import { newOutbox, addMessage, finishAttempt, takeLease } from '#lib/calendar/push/outbox';
import { config } from '#lib/runtime/process/config';
import { dynamoChannels } from '#lib/stores/dynamodb/calendar/channels';
import { documents } from '#lib/stores/dynamodb/client/client';
import { someone } from '#test/support/people';

const T = Date.parse('2026-03-02T08:00:00Z');
const channels = dynamoChannels(documents, config.calendarTable);

let topic: Topic;
beforeEach(() => {
  topic = { what: 'events', of: someone('calendar') };
});

const newId = (): string => someone('c').replace(/@.*/, '');
const channelOf = (fields: Partial<Channel> = {}): Channel => ({
  id: newId(),
  topic,
  resourceId: 'r',
  resourceUri: 'https://almanac.test/',
  address: 'https://hooks.example.com/',
  email: 'alice@example.com',
  openedAtMs: T,
  expiresAtMs: T + 1_000,
  ...fields,
});
const opened = async (fields: Partial<Channel> = {}): Promise<Outbox> => {
  const outbox = newOutbox(channelOf(fields));
  expect(await channels.add(outbox)).toBe(true);
  return outbox;
};
const watchers = async (): Promise<string[]> => (await channels.listWatchers(topic)).map(({ id }) => id);

describe('a channel', () => {
  test('is found by its id as it was written', async () => {
    const outbox = await opened({ token: 't', clientId: 'app', eventTypes: ['focusTime'] });

    expect(await channels.find(outbox.channel.id)).toEqual(outbox);
    expect(await channels.findAll([outbox.channel.id, newId(), outbox.channel.id])).toEqual([outbox]);
  });

  test('is found by what it watches, whoever opened it', async () => {
    const [first, second] = [await opened({ eventTypes: ['focusTime'] }), await opened({ email: 'bob@example.com' })];
    await opened({ topic: { ...topic, what: 'acl' } });

    const found = await channels.listWatchers(topic);

    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: first.channel.id,
          email: 'alice@example.com',
          eventTypes: ['focusTime'],
          expiresAtMs: T + 1_000,
        }),
        expect.objectContaining({ id: second.channel.id, email: 'bob@example.com' }),
      ]),
    );
  });

  test('keeps its id until it ends', async () => {
    const { channel } = await opened();

    expect(await channels.add(newOutbox(channelOf({ id: channel.id, openedAtMs: T + 999 })))).toBe(false);
    expect(
      await channels.add(newOutbox(channelOf({ id: channel.id, openedAtMs: T + 1_000, expiresAtMs: T + 2_000 }))),
    ).toBe(true);
  });

  test('is removed with its subscription, but not in the place of another that has its id now', async () => {
    const { channel } = await opened();
    const next = newOutbox(channelOf({ id: channel.id, openedAtMs: T + 1_000, expiresAtMs: T + 2_000 }));
    await channels.add(next);

    expect(await channels.remove(channel)).toBe(false);
    expect(await watchers()).toEqual([channel.id]);
    expect(await channels.remove(next.channel)).toBe(true);
    expect([await watchers(), await channels.find(channel.id)]).toEqual([[], undefined]);
  });

  test('can lose its subscription and keep what waits', async () => {
    const outbox = await opened();

    await channels.unsubscribe(outbox.channel);

    expect([await watchers(), await channels.find(outbox.channel.id)]).toEqual([[], outbox]);
  });
});

describe('an outbox', () => {
  test('is written if nobody was faster', async () => {
    const outbox = await opened();
    const posted = addMessage(outbox, 'exists', T, T);

    expect(await channels.replace(posted)).toEqual({ ...posted, revision: 2 });
    expect(await channels.replace(posted)).toBeUndefined();
    expect(await channels.find(outbox.channel.id)).toEqual({ ...posted, revision: 2 });
  });

  test('is not written once its channel has ended', async () => {
    const outbox = await opened();
    await channels.remove(outbox.channel);

    expect(await channels.replace(outbox)).toBeUndefined();
    expect(await channels.find(outbox.channel.id)).toBeUndefined();
  });

  test('is due when its message is, or when whoever sends it has had their time', async () => {
    const outbox = await opened({ openedAtMs: T - 86_400_000 });
    const { id } = outbox.channel;
    const isDue = async (atMs: number): Promise<boolean> =>
      (await channels.listDue(atMs, 10_000)).some(({ channel }) => channel.id === id);
    const [early, now] = [T - 86_400_000, T - 86_400_000];

    expect([await isDue(early - 1), await isDue(now)]).toEqual([false, true]);
    const held = await channels.replace(takeLease(outbox, now, 15_000) ?? outbox);
    expect([await isDue(now + 14_999), await isDue(now + 15_000)]).toEqual([false, true]);
    await channels.replace(finishAttempt(held ?? outbox, 1, { kind: 'delivered' }, false, now));
    expect(await isDue(now + 86_400_000)).toBe(false);
  });

  test('those due earliest come first, and no more than asked for', async () => {
    const longAgo = Date.parse('2001-01-01T00:00:00Z');
    const [second, first] = [await opened({ openedAtMs: longAgo + 5 }), await opened({ openedAtMs: longAgo })];

    const [earliest, ...others] = await channels.listDue(longAgo + 5, 1);
    const both = await channels.listDue(longAgo + 5, 2);

    expect([earliest?.channel.id, others]).toEqual([first.channel.id, []]);
    expect(both.map(({ channel }) => channel.id)).toEqual([first.channel.id, second.channel.id]);
  });
});

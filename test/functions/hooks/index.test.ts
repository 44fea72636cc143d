/** Messages of an upstream, as the function takes them under its role. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { handler } from '#functions/hooks/index';
import type { Channel } from '#lib/calendar/model/channel';
import { newOutbox } from '#lib/calendar/push/outbox';
import { config } from '#lib/runtime/process/config';
import { dynamoChannels } from '#lib/stores/dynamodb/calendar/channels';
import { documents } from '#lib/stores/dynamodb/client/client';
import { requestsTo } from '#test/support/ask';
import { messages, startReceiver, type Receiver } from '#test/support/http/receiver';
import { someone } from '#test/support/people';

const ask = requestsTo(handler);
const channels = dynamoChannels(documents, config.calendarTable);
let receiver: Receiver;
let ids = 0;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

/** A channel whose first message has gone. */
async function opened(): Promise<{ readonly channel: Channel; readonly hook: string }> {
  ids += 1;
  const hook = someone('hook').replace(/@.*/, '');
  const nowMs = Date.now();
  const upstream = {
    id: 'u',
    resourceId: 'r',
    expiresAtMs: nowMs + 600_000,
    path: 'watch',
    address: `https://ours.example.com/hooks/${hook}`,
    token: 'theirs',
    scopes: [],
  };
  const channel: Channel = {
    id: `${hook}-${String(ids)}`,
    topic: { what: 'hook', of: hook },
    resourceId: 'r',
    resourceUri: 'https://ours.example.com/calendar/v3/x',
    address: `${receiver.url}/client`,
    email: someone(),
    openedAtMs: nowMs,
    expiresAtMs: nowMs + 600_000,
    upstream,
  };
  await channels.add({ ...newOutbox(channel), waiting: [] });
  return { channel, hook };
}

const send = (hook: string, state: string, token = 'theirs') =>
  ask('POST', `/hooks/${hook}`, { headers: { 'x-goog-resource-state': state, 'x-goog-channel-token': token } });
const heardBy = ({ id }: Channel): string[] =>
  messages(receiver.received).filter((message) => message.startsWith(`${id} `));

describe('a message of the upstream', () => {
  test('is handed on at once, with the next number', async () => {
    const { channel, hook } = await opened();
    expect((await send(hook, 'exists')).status).toBe(204);
    expect((await send(hook, 'exists')).status).toBe(204);
    expect(heardBy(channel)).toEqual([`${channel.id} 2 exists`, `${channel.id} 3 exists`]);
  });

  test('waits for another attempt while the client does not take it', async () => {
    const { channel, hook } = await opened();
    receiver.answer(503, 200);
    expect((await send(hook, 'exists')).status).toBe(204);
    expect((await channels.find(channel.id))?.waiting).toMatchObject([{ number: 2, attempts: 1, state: 'exists' }]);
  });

  test('that nothing more will come ends the channel', async () => {
    const { channel, hook } = await opened();
    await send(hook, 'not_exists');
    expect(heardBy(channel)).toEqual([`${channel.id} 2 not_exists`]);
    expect((await send(hook, 'exists')).status).toBe(404);
  });

  test('the first one is not handed on: the client has had ours', async () => {
    const { channel, hook } = await opened();
    expect((await send(hook, 'sync')).status).toBe(204);
    expect(heardBy(channel)).toEqual([]);
    // It may come before the answer to the request that opened the channel.
    expect((await send('unknown', 'sync')).status).toBe(204);
  });

  test('is taken with its token alone', async () => {
    const { channel, hook } = await opened();
    expect((await send(hook, 'exists', 'other')).status).toBe(404);
    expect((await send('unknown', 'exists')).status).toBe(404);
    expect((await send('x'.repeat(3000), 'exists')).status).toBe(404);
    expect(heardBy(channel)).toEqual([]);
  });
});

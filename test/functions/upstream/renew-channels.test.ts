/** Channels that the upstream ends before the client's are opened anew. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eventsWatch } from '#functions/calendar/events/watch';
import type { Operation } from '#lib/api/operation';
import { ForwardedAnswer, type CheckedRequest } from '#lib/api/upstream';
import { openRelayed } from '#lib/calendar/push/relay/open';
import type { Relay } from '#lib/calendar/push/relay/relay';
import { renewDue } from '#lib/calendar/push/relay/renew';
import type { ChannelResource } from '#lib/calendar/resources/channel';
import { randomIds } from '#lib/runtime/process/ids';
import { dynamoChannels } from '#lib/stores/dynamodb/calendar/channels';
import { dynamoRenewals } from '#lib/stores/dynamodb/calendar/renewals';
import { documents } from '#lib/stores/dynamodb/client/client';
import { newCalendarTable } from '#test/support/calendar/calendar-table';
import { someone } from '#test/support/people';

const HOUR_MS = 3_600_000;
const PATH = 'calendar/v3/calendars/primary/events/watch';
const email = someone();

interface Asked {
  readonly path: string;
  readonly body: ChannelResource;
  readonly email: string | undefined;
}

let asked: Asked[];
let nowMs: number;
let isDown: boolean;
let relay: Relay;

/** An upstream whose channels live for a day. */
const forward = ({ operation, bodyText, caller }: CheckedRequest): Promise<ForwardedAnswer> => {
  const body = JSON.parse(bodyText) as ChannelResource;
  asked.push({ path: operation.pathTemplate, body, email: caller.email });
  if (isDown) return Promise.reject(new Error('down'));
  if (operation.pathTemplate.endsWith('stop')) return Promise.resolve(new ForwardedAnswer(204, {}));
  const answer = {
    id: body.id,
    resourceId: 'r',
    resourceUri: 'https://ours/x',
    expiration: String(nowMs + 24 * HOUR_MS),
  };
  return Promise.resolve(new ForwardedAnswer(200, {}, JSON.stringify(answer)));
};

beforeEach(async () => {
  [asked, nowMs, isDown] = [[], Date.parse('2026-04-01T00:00:00Z'), false];
  const { name } = await newCalendarTable();
  relay = {
    forward,
    stores: { channels: dynamoChannels(documents, name), renewals: dynamoRenewals(documents, name) },
    canRenew: true,
    clock: { now: () => new Date(nowMs) },
    ids: randomIds,
    log: { info: () => undefined, error: () => undefined },
  };
});

const request: CheckedRequest = {
  operation: eventsWatch as Operation,
  pathValues: { calendarId: 'primary' },
  query: new URLSearchParams(),
  bodyText: '',
  headers: {},
  isHead: false,
  caller: { kind: 'user', email, scopes: ['read'], clientId: undefined },
  rootUrl: 'https://ours.example.com/',
  token: 't',
  apiKey: undefined,
};

const open = (id = 'c1') =>
  openRelayed(
    PATH,
    { id, type: 'web_hook', address: 'https://app.example.com/', expiration: String(nowMs + 72 * HOUR_MS) },
    request,
    { allowLoopback: false },
    relay,
  );

const upstreamOf = async (id = 'c1') => (await relay.stores.channels.find(id))?.channel.upstream;

test('a user has at most 100 channels on one resource, whatever the upstream takes', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `c${String(index)}`);
  await Promise.all(ids.map((id) => open(id)));
  await expect(open('c100')).rejects.toMatchObject({
    code: 403,
    message: expect.stringContaining('at most 100 channels'),
  });
  expect(asked).toHaveLength(100);
  const addresses = await Promise.all(ids.map(async (id) => (await upstreamOf(id))?.address));
  expect(new Set(addresses).size).toBe(100);
});

describe('renewal', () => {
  test('the client gets what it asked for, and the upstream is asked again an hour before its end', async () => {
    const told = (await open()) as ChannelResource;
    expect(told.expiration).toBe(String(nowMs + 72 * HOUR_MS));
    const first = await upstreamOf();
    nowMs += 22 * HOUR_MS;
    await renewDue(relay);
    expect(asked).toHaveLength(1);

    nowMs += HOUR_MS;
    await renewDue(relay);
    const second = await upstreamOf();
    expect(asked.slice(1).map(({ path, body, email: who }) => [path, body.id, body.address, who])).toEqual([
      [`/${PATH}`, second?.id, first?.address, email],
      ['/calendar/v3/channels/stop', first?.id, undefined, email],
    ]);
    expect(second?.token).toBe(first?.token);
    await renewDue(relay);
    expect(asked).toHaveLength(3);
    nowMs += 23 * HOUR_MS;
    await renewDue(relay);
    expect(asked).toHaveLength(5);
  });

  test('one that fails is tried again, and of two at once one does it', async () => {
    await open();
    nowMs += 23 * HOUR_MS;
    isDown = true;
    await renewDue(relay);
    isDown = false;
    nowMs += 300_000;
    await Promise.all([renewDue(relay), renewDue(relay)]);
    expect(asked.filter(({ path }) => path.endsWith('watch'))).toHaveLength(3);
  });

  test('one that the upstream refuses stays as it is, is told in the log, and is tried again', async () => {
    await open();
    const first = await upstreamOf();
    nowMs += 23 * HOUR_MS;
    const said: unknown[] = [];
    const refused = () => Promise.resolve(new ForwardedAnswer(403, {}, '{"error":{}}'));
    const log = { ...relay.log, error: (...words: unknown[]) => said.push(words) };
    await renewDue({ ...relay, forward: refused, log });

    expect(said).toEqual([
      ['upstream channel not renewed', { channel: 'c1', error: 'Error: the upstream answered 403' }],
    ]);
    expect(await upstreamOf()).toEqual(first);
    nowMs += 300_000;
    await renewDue(relay);
    expect((await upstreamOf())?.id).not.toBe(first?.id);
  });

  test('a channel that was ended is left alone', async () => {
    await open();
    const outbox = await relay.stores.channels.find('c1');
    if (outbox !== undefined) await relay.stores.channels.remove(outbox.channel);
    nowMs += 24 * HOUR_MS;
    await renewDue(relay);
    expect(asked).toHaveLength(1);
  });

  test("without a service account a channel ends with the upstream's", async () => {
    relay = { ...relay, canRenew: false };
    expect(((await open()) as ChannelResource).expiration).toBe(String(nowMs + 24 * HOUR_MS));
    nowMs += 23 * HOUR_MS;
    await renewDue(relay);
    expect(asked).toHaveLength(1);
  });
});

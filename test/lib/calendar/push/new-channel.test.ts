import { describe, expect, test } from '@jest/globals';
import { ApiError } from '#lib/api/errors';
import { isLive } from '#lib/calendar/model/channel';
import { newChannel, resourceIdOf, resourceUriOf } from '#lib/calendar/push/new-channel';
import type { ChannelResource } from '#lib/calendar/resources/channel';

const T = Date.parse('2026-03-02T08:00:00Z');
const DAY = 86_400_000;
const topic = { what: 'events', of: 'alice@example.com' } as const;
const caller = { email: 'alice@example.com', clientId: 'app' };
const valid: ChannelResource = { id: 'c-1', type: 'web_hook', address: 'https://hooks.example.com/a' };

const open = (body: ChannelResource, allowLoopback = false) =>
  newChannel({ ...valid, ...body }, { topic, resourceUri: 'uri' }, caller, T, { allowLoopback });

function refusal(body: ChannelResource, allowLoopback = false): unknown[] {
  try {
    open(body, allowLoopback);
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.reason, error.message];
  }
  return [];
}

describe('a request is refused', () => {
  test.each<[string, ChannelResource, unknown[]]>([
    ['without an id', { id: '' }, [400, 'required', 'Missing channel id.']],
    ['without a type', { type: undefined }, [400, 'required', 'Missing channel type.']],
    ['without an address', { address: undefined }, [400, 'required', 'Missing channel address.']],
    ['with an id of 65 characters', { id: 'a'.repeat(65) }, [400, 'invalid', 'Invalid channel id.']],
    ['with an id of other characters', { id: 'a b' }, [400, 'invalid', 'Invalid channel id.']],
    ['with another type', { type: 'email' }, [400, 'invalid', 'Invalid channel type: email.']],
    ['with a token of 257 characters', { token: 'a'.repeat(257) }, [400, 'invalid', 'Invalid channel token.']],
    [
      'with a token that breaks out of its header',
      { token: 'a\r\nX-Goog-Message-Number: 9' },
      [400, 'invalid', 'Invalid channel token.'],
    ],
    ['with an address that is none', { address: 'hooks' }, [400, 'invalid', 'Invalid WebHook callback: hooks']],
    [
      'with http',
      { address: 'http://hooks.example.com/a' },
      [400, 'push.webhookUrlNotHttps', 'WebHook callback must be HTTPS: http://hooks.example.com/a'],
    ],
    [
      'with http to loopback',
      { address: 'http://127.0.0.1/' },
      [400, 'push.webhookUrlNotHttps', 'WebHook callback must be HTTPS: http://127.0.0.1/'],
    ],
    [
      'with a password in the address',
      { address: 'https://a:b@hooks.example.com/' },
      [400, 'invalid', 'Invalid WebHook callback: https://a:b@hooks.example.com/'],
    ],
    [
      'with a private address',
      { address: 'https://10.0.0.1/' },
      [401, 'push.webhookUrlUnauthorized', 'Unauthorized WebHook callback channel: https://10.0.0.1/'],
    ],
    [
      'with a port of another protocol',
      { address: 'https://hooks.example.com:25/' },
      [401, 'push.webhookUrlUnauthorized', 'Unauthorized WebHook callback channel: https://hooks.example.com:25/'],
    ],
    [
      'with a private address in other spellings',
      { address: 'https://0xa9fea9fe/' },
      [401, 'push.webhookUrlUnauthorized', 'Unauthorized WebHook callback channel: https://0xa9fea9fe/'],
    ],
    [
      'with one wrapped into IPv6',
      { address: 'https://[::ffff:169.254.169.254]/' },
      [401, 'push.webhookUrlUnauthorized', 'Unauthorized WebHook callback channel: https://[::ffff:169.254.169.254]/'],
    ],
    [
      'with loopback',
      { address: 'https://localhost/' },
      [401, 'push.webhookUrlUnauthorized', 'Unauthorized WebHook callback channel: https://localhost/'],
    ],
    [
      'with an end that has passed',
      { expiration: String(T) },
      [400, 'invalid', `Invalid ttl value: the expiration ${String(T)} has passed.`],
    ],
    ['with a ttl of nothing', { params: { ttl: '0' } }, [400, 'invalid', 'Invalid ttl value: 0.']],
    ['with a ttl in words', { params: { ttl: 'long' } }, [400, 'invalid', 'Invalid ttl value: long.']],
  ])('%s', (_name, body, expected) => {
    expect(refusal(body)).toEqual(expected);
  });

  test('even with the loopback switch, for other private addresses and for http elsewhere', () => {
    expect(refusal({ address: 'https://10.0.0.1/' }, true)[1]).toBe('push.webhookUrlUnauthorized');
    expect(refusal({ address: 'http://10.0.0.1/' }, true)[1]).toBe('push.webhookUrlNotHttps');
    expect(refusal({ address: 'http://hooks.example.com/' }, true)[1]).toBe('push.webhookUrlNotHttps');
  });
});

test.each(['http://127.0.0.1:8000/a', 'http://localhost:8000', 'http://[::1]/', 'https://localhost/'])(
  '%s is fine with the loopback switch',
  (address) => {
    expect(open({ address }, true).address).toBe(address);
  },
);

test.each(['webhook', 'web_hook'])('%s is a type', (type) => {
  expect(open({ type })).toMatchObject({ id: 'c-1', email: 'alice@example.com', clientId: 'app' });
});

describe('a channel ends', () => {
  test.each<[string, ChannelResource, number]>([
    ['after seven days if nothing is said', {}, 7 * DAY],
    ['after its ttl', { params: { ttl: '120' } }, 120_000],
    ['at its expiration', { expiration: String(T + 5_000) }, 5_000],
    ['at the earlier of both', { expiration: String(T + 5_000), params: { ttl: '2' } }, 2_000],
    ['after thirty days at the latest, by ttl', { params: { ttl: '99999999' } }, 30 * DAY],
    ['after thirty days at the latest, by expiration', { expiration: String(T + 400 * DAY) }, 30 * DAY],
  ])('%s', (_name, body, lifeMs) => {
    expect(open(body).expiresAtMs - T).toBe(lifeMs);
  });

  test('to the millisecond', () => {
    const channel = open({ params: { ttl: '1' } });

    expect([isLive(channel, T + 999), isLive(channel, T + 1_000)]).toEqual([true, false]);
  });
});

test('a resource id is 27 characters, one for each user and thing', () => {
  const id = resourceIdOf('alice@example.com', topic);

  expect(id).toMatch(/^[\w-]{27}$/);
  expect(resourceIdOf('alice@example.com', { ...topic })).toBe(id);
  expect(
    new Set([
      id,
      resourceIdOf('bob@example.com', topic),
      resourceIdOf('alice@example.com', { ...topic, what: 'acl' }),
      resourceIdOf('alice@example.com', { ...topic, of: 's' }),
    ]).size,
  ).toBe(4);
});

test('the address of what is watched keeps the query of the list, and no secrets', () => {
  const request = {
    rootUrl: 'https://almanac.test/',
    url: '/calendar/v3/calendars/alice%40example.com/events/watch?eventTypes=default&eventTypes=focusTime&access_token=secret&prettyPrint=false',
  };

  expect(resourceUriOf(request, topic, ['eventTypes', 'q'])).toBe(
    'https://almanac.test/calendar/v3/calendars/alice@example.com/events?eventTypes=default&eventTypes=focusTime&alt=json',
  );
});

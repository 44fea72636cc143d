import { expect, test } from '@jest/globals';
import type { Channel } from '#lib/calendar/model/channel';
import { headersOf } from '#lib/calendar/push/headers';

const channel: Channel = {
  id: '01234567-89ab',
  topic: { what: 'events', of: 'alice@example.com' },
  resourceId: 'o3hgv1538sdjfh8kq2l0zx9cvbn',
  resourceUri: 'https://almanac.test/calendar/v3/calendars/primary/events?alt=json',
  address: 'https://hooks.example.com/',
  token: 'tenant=42',
  email: 'alice@example.com',
  openedAtMs: 0,
  expiresAtMs: Date.parse('2013-11-19T01:13:52Z'),
};

test('a message says all in its headers', () => {
  expect(headersOf(channel, { number: 10, state: 'exists' })).toEqual({
    'Content-Type': 'application/json; utf-8',
    'User-Agent': expect.stringMatching(/^APIs-Google; /),
    'X-Goog-Channel-ID': '01234567-89ab',
    'X-Goog-Message-Number': '10',
    'X-Goog-Resource-ID': 'o3hgv1538sdjfh8kq2l0zx9cvbn',
    'X-Goog-Resource-State': 'exists',
    'X-Goog-Resource-URI': 'https://almanac.test/calendar/v3/calendars/primary/events?alt=json',
    'X-Goog-Channel-Expiration': 'Tue, 19 Nov 2013 01:13:52 GMT',
    'X-Goog-Channel-Token': 'tenant=42',
  });
});

test('without a token there is no header for it', () => {
  const { token: _token, ...bare } = channel;

  expect(headersOf(bare, { number: 1, state: 'sync' })).not.toHaveProperty('X-Goog-Channel-Token');
});

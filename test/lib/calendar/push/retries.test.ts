import { expect, test } from '@jest/globals';
import { resultOf } from '#lib/calendar/push/retries';

test.each([102, 200, 201, 202, 204])('%i: the message has arrived', (status) => {
  expect(resultOf({ kind: 'answered', status })).toEqual({ kind: 'delivered' });
});

test.each([500, 502, 503, 504])('%i: the message is sent again', (status) => {
  expect(resultOf({ kind: 'answered', status })).toEqual({ kind: 'again', reason: `status ${String(status)}` });
});

test.each([203, 206, 301, 302, 304, 400, 401, 404, 410, 429, 501, 505])('%i: the message is dropped', (status) => {
  expect(resultOf({ kind: 'answered', status })).toEqual({ kind: 'dropped', reason: `status ${String(status)}` });
});

test('no answer: again; an address that is not allowed: dropped', () => {
  expect(resultOf({ kind: 'failed', reason: 'timeout' })).toEqual({ kind: 'again', reason: 'timeout' });
  expect(resultOf({ kind: 'refused', reason: '10.0.0.1 is not a public address' })).toEqual({
    kind: 'dropped',
    reason: '10.0.0.1 is not a public address',
  });
});

import { describe, expect, test } from '@jest/globals';
import { passesFilters } from '#lib/local/streams/filter';
import { readDeployment } from '#lib/package/template/deployment';
import {
  calendarKey,
  entryKey,
  eventKey,
  jobKey,
  letterKey,
  outboxKey,
  overlayKey,
  ruleKey,
  subscriberKey,
  userKey,
  waitingKey,
} from '#lib/stores/dynamodb/calendar/items/keys';
import type { Key } from '#lib/stores/dynamodb/item';
import { quotaKey } from '#lib/stores/dynamodb/platform/platform-keys';

const { functions } = readDeployment('local');
const record = ({ pk, sk }: Key, eventName: string, NewImage: object = {}) => ({
  eventName,
  dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, NewImage },
});
const calledFor = (given: object, table = 'CalendarTable'): string[] =>
  functions
    .filter(({ streams }) =>
      streams.some((source) => source.table === table && passesFilters(source.filterPatterns, given)),
    )
    .map(({ name }) => name);

const ANN = 'ann@example.com';
const job = jobKey({ kind: 'clear', calendarId: ANN });

describe('who is called for a change of the calendar table', () => {
  test.each<[string, Key, string, string[]]>([
    ['an event', eventKey(ANN, 'e1'), 'INSERT', ['notify', 'propagate']],
    ['an event that is gone', eventKey(ANN, 'e1'), 'REMOVE', ['notify', 'propagate']],
    ['a new user', userKey(ANN), 'INSERT', ['notify', 'propagate']],
    ['a user', userKey(ANN), 'MODIFY', ['notify']],
    ['a calendar', calendarKey(ANN), 'MODIFY', ['notify']],
    ['a rule', ruleKey(ANN, `user:${ANN}`), 'INSERT', ['notify']],
    ['a list entry', entryKey(ANN, ANN), 'INSERT', ['notify']],
    ["a user's own part of an event", overlayKey(ANN, ANN, 'e1'), 'INSERT', ['notify']],
    ['a new job', job, 'INSERT', ['propagate']],
    ['the progress of a job', job, 'MODIFY', []],
    ['a job that is done', job, 'REMOVE', []],
    ['a subscriber', subscriberKey(ANN, ANN), 'INSERT', []],
    ['an invitation that waits', waitingKey(ANN, ANN, 'e1'), 'INSERT', []],
    ['a letter', letterKey('0123'), 'INSERT', []],
    ['a message', outboxKey('channel'), 'MODIFY', []],
    ['quota', quotaKey('copies#ann@example.com', 1), 'MODIFY', []],
  ])('%s', (_name, key, eventName, expected) => {
    expect(calledFor(record(key, eventName))).toEqual(expected);
  });

  test('a channel when it is opened', () => {
    expect(calledFor(record(outboxKey('channel'), 'INSERT', { lastNumber: { N: '1' } }))).toEqual(['notify']);
    expect(calledFor(record(outboxKey('channel'), 'MODIFY', { lastNumber: { N: '2' } }))).toEqual([]);
  });
});

test('a source without patterns takes every record', () => {
  expect(passesFilters(undefined, record(job, 'INSERT'))).toBe(true);
});

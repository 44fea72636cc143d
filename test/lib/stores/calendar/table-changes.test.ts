import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from '@jest/globals';
/** Which changes a record of the table's stream tells of. */
import type { AttributeValue as LambdaValue, DynamoDBRecord } from 'aws-lambda';
import { newEntry } from '#lib/calendar/model/list-entry';
import { eventItem } from '#lib/stores/dynamodb/calendar/items/event-items';
import { entryItem, jobItem } from '#lib/stores/dynamodb/calendar/items/items';
import {
  readItemChange,
  readNewJob,
  readNewUser,
  readReminderChange,
} from '#lib/stores/dynamodb/calendar/streams/event-records';
import { readChange } from '#lib/stores/dynamodb/calendar/streams/table-changes';
import { storedLunch } from '#test/support/calendar/meetings';

type Item = Record<string, unknown>;
const imageOf = (item: Item | undefined) =>
  item && (marshall(item, { removeUndefinedValues: true }) as Record<string, LambdaValue>);
function record(pk: string, sk: string, before: Item | undefined, after: Item | undefined, more = {}): DynamoDBRecord {
  return {
    dynamodb: {
      Keys: { pk: { S: pk }, sk: { S: sk } },
      OldImage: imageOf(before),
      NewImage: imageOf(after),
      ApproximateCreationDateTime: 5,
      SequenceNumber: '77',
    },
    ...more,
  } as DynamoDBRecord;
}
const changes = (...given: Parameters<typeof record>) => readChange(record(...given));
const [C, A] = ['work', 'alice@example.com'];
const U = `U#${A}`;

describe('an event', () => {
  const item = { changeKey: 'E#2', sharedSeq: 2, eventType: 'default' };

  test('that everybody sees has changed', () => {
    const told = [{ kind: 'event', calendarId: C, eventType: 'default', atMs: 5_000 }];
    expect(changes(C, 'E#e', undefined, item)).toEqual(told);
    expect(changes(C, 'E#e', { ...item, changeKey: 'E#1', sharedSeq: 1 }, item)).toEqual(told);
  });

  test('has not changed for others when only its place, or nothing, has moved', () => {
    expect(changes(C, 'E#e', { ...item, changeKey: 'E#1' }, item)).toEqual([]);
    expect(changes(C, 'E#e', { ...item, sharedSeq: 1 }, item)).toEqual([]);
    expect(changes(C, 'E#e', item, undefined)).toEqual([]);
    expect(changes(C, 'E#e', undefined, { ...item, isQuiet: true })).toEqual([]);
  });

  test('of a version before 0.3 has its type elsewhere', () => {
    const { eventType: _type, ...bare } = item;
    const typeOf = (more: object) => changes(C, 'E#e', undefined, { ...bare, ...more })[0];
    expect(typeOf({ event: { eventType: 'birthday' }, seriesType: 'x' })).toMatchObject({ eventType: 'birthday' });
    expect(typeOf({ event: { a: 1 }, seriesType: 'focusTime' })).toMatchObject({ eventType: 'focusTime' });
    expect(typeOf({})).toMatchObject({ eventType: undefined });
  });
});

describe('a rule', () => {
  const rule = (role: string | undefined, seq: number, more = {}) => ({ changeKey: `A#${String(seq)}`, role, ...more });

  test.each([
    [undefined, 'reader', false],
    ['reader', 'writer', false],
    ['writer', 'writer', false],
    ['writer', 'reader', true],
    ['reader', 'none', true],
  ])('that goes from %s to %s takes something away: %j', (before, after, reducesAccess) => {
    const told = changes(C, 'ACL#default', before === undefined ? undefined : rule(before, 1), rule(after, 2));
    expect(told).toEqual([{ kind: 'rule', calendarId: C, reducesAccess, atMs: 5_000 }]);
  });

  test('that is written without a word tells only those who lose', () => {
    expect(changes(C, 'ACL#x', rule('reader', 1), rule('writer', 2, { isQuiet: true }))).toEqual([]);
    expect(changes(C, 'ACL#x', rule('writer', 1), rule('none', 2, { isQuiet: true }))).toHaveLength(1);
    expect(changes(C, 'ACL#x', rule('writer', 1), rule('writer', 1))).toEqual([]);
  });
});

describe('a calendar', () => {
  test('is cleared and removed once', () => {
    expect(changes(C, 'META', { clearedSeq: 1 }, { clearedSeq: 2 })).toEqual([
      { kind: 'cleared', calendarId: C, atMs: 5_000 },
    ]);
    expect(changes(C, 'META', { seq: 1 }, { isRemoved: true })).toEqual([
      { kind: 'removed', calendarId: C, atMs: 5_000 },
    ]);
    expect(changes(C, 'META', { isRemoved: true }, { isRemoved: true, clearedSeq: 1 })).toEqual([]);
    expect(changes(C, 'META', { clearedSeq: 1 }, { clearedSeq: 1, seq: 3 })).toEqual([]);
    expect(changes(C, 'META', undefined, { clearedSeq: 1 })).toEqual([]);
    expect(changes(C, 'SUB#x', undefined, { v: 1 })).toEqual([]);
  });
});

describe('what belongs to a user', () => {
  const user = (value: string, more = {}) => ({ settings: { locale: { value, ...more } } });

  test('are settings with another value', () => {
    expect(changes(U, 'META', user('de'), user('fr'))).toEqual([{ kind: 'setting', email: A, atMs: 5_000 }]);
    expect(changes(U, 'META', {}, user('fr'))).toHaveLength(1);
    expect(changes(U, 'META', user('fr'), user('fr', { seq: 2 }))).toEqual([]);
    expect(changes(U, 'META', user('de'), user('fr', { isQuiet: true }))).toEqual([]);
    expect(changes(U, 'META', undefined, user('fr'))).toEqual([]);
    expect(changes(U, 'META', user('fr'), {})).toEqual([]);
  });

  test('are entries of the list, and own parts of events', () => {
    expect(changes(U, 'L#work', { changeKey: 'L#1' }, { changeKey: 'L#2' })).toEqual([
      { kind: 'entry', email: A, atMs: 5_000 },
    ]);
    expect(changes(U, 'L#work', { changeKey: 'L#2' }, { changeKey: 'L#2' })).toEqual([]);
    expect(changes(U, 'O#work#e', undefined, { eventType: 'default' })).toEqual([
      { kind: 'ownPart', calendarId: 'work', email: A, eventType: 'default', atMs: 5_000 },
    ]);
    expect(changes(U, 'X#other', undefined, { v: 1 })).toEqual([]);
  });
});

test('a channel is opened once, and what it sends is no change', () => {
  expect(changes('OUTBOX#3', 'C#ch', undefined, { openedAtMs: 1 })).toEqual([
    { kind: 'opened', channelId: 'ch', atMs: 5_000 },
  ]);
  expect(changes('OUTBOX#3', 'C#ch', { openedAtMs: 1 }, { openedAtMs: 1, revision: 2 })).toEqual([]);
  expect(changes('OUTBOX#9', 'C#ch', undefined, { openedAtMs: 1 })).toEqual([]);
});

describe('a record for copies and mail', () => {
  const lunch = storedLunch();
  const item = (telling?: { eventId: string; by: string }) =>
    eventItem(C, { event: lunch, timeKey: undefined }, 4, telling);

  test('has the event before and after, and who has changed it', () => {
    const telling = { eventId: 'lunch', by: A };
    const change = readItemChange(record(C, 'E#lunch', item(), item(telling)));
    expect(change).toMatchObject({ sequenceNumber: '77', calendarId: C, before: lunch, after: lunch, telling });
    expect(readItemChange(record(C, 'E#lunch', undefined, item()))).toMatchObject({ before: undefined });
    expect(readItemChange(record(C, 'E#lunch', item(), undefined))).toMatchObject({ after: undefined });
  });

  test('is none for what is no event, or has expired', () => {
    const expired = { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } };
    expect(readItemChange(record(C, 'META', undefined, { v: 1 }))).toBeUndefined();
    expect(readItemChange(record(U, 'E#lunch', undefined, item()))).toBeUndefined();
    expect(readItemChange(record(C, 'E#lunch', item(), undefined, expired))).toBeUndefined();
  });

  test('tells of new people and of new jobs', () => {
    expect(readNewUser(record(U, 'META', undefined, { v: 1 }))).toEqual({ sequenceNumber: '77', email: A });
    expect(readNewUser(record(U, 'META', { v: 1 }, { v: 1 }))).toBeUndefined();
    expect(readNewUser(record(U, 'META', undefined, undefined))).toBeUndefined();
    expect(readNewUser(record(U, 'L#x', undefined, { v: 1 }))).toBeUndefined();
    expect(readNewUser(record(C, 'META', undefined, { v: 1 }))).toBeUndefined();

    const job = { kind: 'clear', calendarId: C, seq: 1 } as const;
    expect(readNewJob(record('JOBS', 'clear#work#', undefined, jobItem(job)))).toEqual({ sequenceNumber: '77', job });
    expect(readNewJob(record('JOBS', 'clear#work#', jobItem(job), jobItem(job)))).toBeUndefined();
    expect(readNewJob(record('JOBS', 'clear#work#', jobItem(job), undefined))).toBeUndefined();
    expect(readNewJob(record('X', 'clear#work#', undefined, jobItem(job)))).toBeUndefined();
  });

  test('tells of reminders by mail where somebody gets them', () => {
    const calendar = { remindsByMail: 1, eventsUpdatedAtMs: 3, updatedAtMs: 4 };
    expect(readReminderChange(record(C, 'META', undefined, calendar))).toEqual({
      sequenceNumber: '77',
      calendarId: C,
      atMs: 4,
    });
    expect(readReminderChange(record(C, 'META', undefined, { ...calendar, remindsByMail: undefined }))).toBeUndefined();
    const entry = { ...newEntry('work', 9, true), defaultReminders: [{ method: 'email', minutes: 5 }] };
    expect(readReminderChange(record(U, 'L#work', undefined, entryItem(A, entry, 1)))).toEqual({
      sequenceNumber: '77',
      calendarId: 'work',
      email: A,
      atMs: 9,
    });
    const overlay = { remindsByMail: 1, updatedAtMs: 8 };
    expect(readReminderChange(record(U, 'O#a#b#event', undefined, overlay))).toEqual({
      sequenceNumber: '77',
      calendarId: 'a#b',
      email: A,
      atMs: 8,
    });
  });
});

/** What an event id stands for, and what an instance inherits from its series. */
import { describe, expect, test } from '@jest/globals';
import { eventTag, nextTick } from '#lib/calendar/model/change-clock';
import { isException, isMaster, withFormerStatus, type StoredEvent } from '#lib/calendar/model/event';
import {
  hasException,
  isInstance,
  isOfDeletedSeries,
  isProducedByRules,
  modifiedInstance,
  plainInstance,
  resolveEvent,
  storedIdsOf,
  suffixOf,
} from '#lib/calendar/model/instance';
import { instanceId, parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import { ALICE, copyMark, SERIES, storedException, storedLunch } from '#test/support/calendar/meetings';

const [FIRST, SECOND] = ['20260317T130000Z', '20260324T130000Z'];
const ID = `lunch_${SECOND}`;
const zone = { timeZone: 'Europe/Zurich' };
const second = { dateTime: '2026-03-24T13:00:00Z', ...zone };
const series = storedLunch(SERIES);
const withExceptions = (more: Partial<StoredEvent> = {}) => storedLunch({ ...SERIES, exceptions: [SECOND], ...more });

describe('the id of an instance', () => {
  test.each([
    [{ date: '2026-03-17' }, 'lunch_20260317'],
    [{ dateTime: '2026-03-17T13:00:00Z' }, 'lunch_20260317T130000Z'],
  ])('that began at %j is %s', (start, id) => {
    expect(instanceId('lunch', start)).toBe(id);
    expect(parseInstanceId(id)).toStrictEqual({ masterId: 'lunch', originalStart: start });
  });

  test.each([
    'lunch',
    'lunch_',
    'lunch_2026031',
    'lunch_20260230',
    'lunch_20260317T250000Z',
    'lunch_20260317T130000',
    'lunch_20260317T130000Zx',
    '_20260317',
  ])('is not %s', (id) => {
    expect(parseInstanceId(id)).toBeUndefined();
  });

  test('is read with that of its series, which may itself look like one', () => {
    expect(storedIdsOf('lunch')).toStrictEqual(['lunch']);
    expect(storedIdsOf(ID)).toStrictEqual([ID, 'lunch']);
    expect(parseInstanceId('a_20260317_20260324')?.masterId).toBe('a_20260317');
    expect(suffixOf('a_20260317_20260324')).toBe('20260324');
  });
});

describe('an instance', () => {
  test('without an exception has the fields of the series and the time of the rules', () => {
    const full = withExceptions({
      heard: { x: 1 },
      reachesUntilMs: 1,
      formerly: [],
      movedFrom: { calendarId: 'x', version: 1 },
      location: 'Here',
    });
    expect(plainInstance(full, second)).toStrictEqual({
      id: ID,
      iCalUID: 'lunch@google.com',
      createdAtMs: 1_000,
      updatedAtMs: 2_000,
      start: second,
      end: { dateTime: '2026-03-24T14:00:00Z', ...zone },
      status: 'confirmed',
      eventType: 'default',
      creator: { email: ALICE },
      organizer: { email: ALICE },
      sequence: 0,
      summary: 'Lunch',
      location: 'Here',
      attendees: series.attendees,
      recurringEventId: 'lunch',
      originalStart: second,
    });
  });

  test('whose series has become one of days, or of times, has no length', () => {
    const days = storedLunch({ ...SERIES, start: { date: '2026-03-17' }, end: { date: '2026-03-19' } });
    expect(plainInstance(days, { date: '2026-03-24' }).end).toStrictEqual({ date: '2026-03-26' });
    expect(plainInstance(days, second)).toMatchObject({ start: second, end: second });
    expect(plainInstance(series, { date: '2026-03-24' }).end).toStrictEqual({ date: '2026-03-24' });
  });

  test('with an exception has what that says, and nothing where it is empty', () => {
    const { status: _status, ...exception } = storedException(SECOND, {
      summary: 'Own',
      cleared: ['location'],
      updatedAtMs: 2_500,
      heard: { x: 1 },
      statusBefore: 'tentative',
      copy: copyMark(),
    });
    const whole = modifiedInstance(withExceptions({ location: 'Here', status: 'tentative' }), exception);

    expect(whole).toMatchObject({ summary: 'Own', status: 'tentative', updatedAtMs: 2_500, copy: copyMark() });
    expect(whole.location).toBeUndefined();
    for (const name of ['version', 'cleared', 'statusBefore', 'heard']) expect(whole).not.toHaveProperty(name);
    expect(modifiedInstance(series, storedException(SECOND, { updatedAtMs: 1_500 })).updatedAtMs).toBe(2_000);
    expect(modifiedInstance(series, storedException(SECOND, { status: 'cancelled' })).status).toBe('cancelled');
  });

  test.each([
    ['is cancelled', { ...SERIES, status: 'cancelled' }],
    ['is none any more', { ...SERIES, recurrence: undefined }],
    ['has no rules', { ...SERIES, recurrence: [] }],
  ] as [string, Partial<StoredEvent>][])('of a series that %s is cancelled', (_what, change) => {
    expect(modifiedInstance(storedLunch(change), storedException(SECOND)).status).toBe('cancelled');
  });
});

describe('an id stands for', () => {
  test('a stored event, also where it looks like an instance', () => {
    expect(resolveEvent('lunch', [series])).toStrictEqual({ kind: 'event', stored: series, whole: series });
    const odd = storedLunch({ id: ID });
    expect(resolveEvent(ID, [odd, series])).toMatchObject({ kind: 'event', stored: odd });
  });

  test('an instance that the rules give, with its exception when the series lists it', () => {
    const exception = storedException(SECOND, { summary: 'Own' });
    const plain = resolveEvent(ID, [undefined, series]);
    expect(plain).toMatchObject({ kind: 'instance', master: series, whole: { id: ID, summary: 'Lunch' } });
    expect(plain).toHaveProperty('exception', undefined);
    expect(resolveEvent(ID, [exception, withExceptions()])).toMatchObject({ exception, whole: { summary: 'Own' } });
    expect(resolveEvent(ID, [exception, series])).toMatchObject({ exception, whole: { summary: 'Lunch' } });
  });

  test('an exception that the rules no longer give, or whose series is gone', () => {
    const shorter = storedLunch({ ...SERIES, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=1'] });
    const cancelled = storedLunch({ ...SERIES, status: 'cancelled' });
    const exception = storedException(SECOND, { summary: 'Own' });
    expect(resolveEvent(ID, [exception, shorter])).toMatchObject({ whole: { summary: 'Own', status: 'confirmed' } });
    expect(resolveEvent(ID, [exception, cancelled])).toMatchObject({ whole: { status: 'cancelled' } });
    expect(resolveEvent(ID, [undefined, shorter])).toBeUndefined();
    expect(resolveEvent(ID, [undefined, cancelled])).toBeUndefined();
  });

  test('nothing otherwise', () => {
    const exception = storedException(SECOND, { recurringEventId: 'other', summary: 'Own' });
    expect(resolveEvent(ID, [exception, series])).toMatchObject({ exception: undefined, whole: { summary: 'Lunch' } });
    expect(resolveEvent('lunch', [undefined])).toBeUndefined();
    expect(resolveEvent(ID, [undefined, undefined])).toBeUndefined();
    expect(resolveEvent(ID, [undefined, storedException(FIRST)])).toBeUndefined();
    expect(resolveEvent(ID, [undefined, storedLunch()])).toBeUndefined();
    expect(resolveEvent('lunch_20260325T130000Z', [undefined, series])).toBeUndefined();
  });

  test('an instance of a deleted series only where that had it', () => {
    const deleted = storedLunch({ ...SERIES, status: 'cancelled' });
    expect(isOfDeletedSeries(ID, [undefined, deleted])).toBe(true);
    expect(isOfDeletedSeries(ID, [undefined, series])).toBe(false);
    expect(isOfDeletedSeries('lunch', [undefined, deleted])).toBe(false);
    expect(isOfDeletedSeries('lunch_20260325T130000Z', [undefined, deleted])).toBe(false);
    expect(isOfDeletedSeries(ID, [undefined, undefined])).toBe(false);
    expect(isOfDeletedSeries(ID, [undefined, storedException(FIRST, { status: 'cancelled' })])).toBe(false);
  });
});

test('series, exceptions and single events are told apart', () => {
  const exception = storedException(SECOND);
  expect([isMaster(series), isMaster(storedLunch()), isMaster(storedLunch({ recurrence: [] }))]).toStrictEqual([
    true,
    false,
    false,
  ]);
  expect([isException(exception), isException(series), isMaster(exception)]).toStrictEqual([true, false, false]);
  expect([isInstance(plainInstance(series, second)), isInstance(series)]).toStrictEqual([true, false]);
  expect([hasException(withExceptions(), ID), hasException(series, ID)]).toStrictEqual([true, false]);
  expect([isProducedByRules(series, second), isProducedByRules(storedLunch(), second)]).toStrictEqual([true, false]);
});

test('an exception gets back the status that it had before its series was cancelled', () => {
  const cancelled = storedException(SECOND, { status: 'cancelled' });
  const { status: _status, ...plain } = cancelled;
  expect(withFormerStatus({ ...cancelled, statusBefore: 'tentative' })).toMatchObject({ status: 'tentative' });
  expect(withFormerStatus({ ...cancelled, statusBefore: 'tentative' })).not.toHaveProperty('statusBefore');
  expect(withFormerStatus({ ...cancelled, statusBefore: 'series' })).not.toHaveProperty('status');
  expect(withFormerStatus(cancelled)).toMatchObject({ status: 'cancelled' });
  expect(withFormerStatus(plain)).not.toHaveProperty('status');
});

describe('tags and times', () => {
  test.each([
    [1, undefined, '"2000"'],
    [499_999, undefined, '"999998000"'],
    [500_000, undefined, '"1000000000"'],
    [1_772_438_400_000, undefined, '"3544876800000000"'],
    [1_772_438_400_000, 1_772_438_400_007, '"3544876800007000"'],
    [1_000_000, 5, '"1000005000"'],
  ])('a change at %d and one of the reader at %d have the tag %s', (updatedAtMs, own, tag) => {
    expect(eventTag({ updatedAtMs }, own === undefined ? undefined : { updatedAtMs: own })).toBe(tag);
  });

  test('the next change is later than all before', () => {
    expect([nextTick(5), nextTick(5, 4), nextTick(5, 5), nextTick(5, 9, 7)]).toStrictEqual([5, 5, 6, 10]);
  });
});

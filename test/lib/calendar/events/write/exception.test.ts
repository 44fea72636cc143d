import { describe, expect, test } from '@jest/globals';
import { exceptionOf, seriesVisibility, withoutOwnFields } from '#lib/calendar/events/write/exception';
import type { StoredEvent, StoredException } from '#lib/calendar/model/event';
import type { EventFields } from '#lib/calendar/model/event-fields';
import { resolveEvent, type ResolvedInstance } from '#lib/calendar/model/instance';
import { storedEvent, tuesdays } from '#test/support/calendar/events';

const ID = 'event_20260324T130000Z';
const series = storedEvent({ ...tuesdays(), location: 'Here' });

function instance(master: StoredEvent, own?: ReturnType<typeof exceptionOf>): ResolvedInstance {
  const resolved = resolveEvent(ID, [
    own,
    own === undefined ? master : { ...master, exceptions: ['20260324T130000Z'] },
  ]);
  if (resolved?.kind !== 'instance') throw new Error('no instance');
  return resolved;
}

const change = (resolved: ResolvedInstance, fields: Partial<EventFields>) =>
  exceptionOf(resolved, { ...resolved.whole, ...fields }, 9_000);

const KEPT = {
  id: ID,
  iCalUID: 'event@example.com',
  createdAtMs: 1_000,
  updatedAtMs: 9_000,
  version: 1,
  recurringEventId: 'event',
  originalStart: { dateTime: '2026-03-24T13:00:00Z', timeZone: 'Europe/Zurich' },
};

describe('an instance that differs', () => {
  test('keeps only what differs', () => {
    expect(change(instance(series), { summary: 'Own' })).toStrictEqual({ ...KEPT, summary: 'Own' });
  });

  test('remembers what it does not have', () => {
    expect(change(instance(series), { location: undefined })).toStrictEqual({ ...KEPT, cleared: ['location'] });
  });

  test('keeps both times when one of them differs', () => {
    const end = { dateTime: '2026-03-24T15:00:00Z', timeZone: 'Europe/Zurich' };

    expect(change(instance(series), { end })).toStrictEqual({ ...KEPT, start: KEPT.originalStart, end });
  });

  test('goes back to the series when it says the same', () => {
    const own = change(instance(series), { summary: 'Own', location: 'There' });

    expect(change(instance(series, own), { summary: 'Tuesdays' })).toStrictEqual({
      ...KEPT,
      version: 2,
      location: 'There',
    });
  });

  test('keeps what a change does not touch, even where the series has come to say the same', () => {
    const own = change(instance(series), { summary: 'Own' });
    const agreeing = { ...series, summary: 'Own' };

    expect(change(instance(agreeing, own), { location: 'Roof' })).toStrictEqual({
      ...KEPT,
      version: 2,
      summary: 'Own',
      location: 'Roof',
    });
  });

  test('that is cancelled keeps what it was', () => {
    const own = change(instance(series), { summary: 'Own' });

    expect(change(instance(series, own), { status: 'cancelled' })).toStrictEqual({
      ...KEPT,
      version: 2,
      status: 'cancelled',
      summary: 'Own',
    });
  });
});

describe('an exception that is written again', () => {
  const stored = (more: Partial<StoredException>): StoredException => ({ ...KEPT, ...more });

  test('keeps whose copy it is, and what it has applied', () => {
    const marks = { copy: { of: 'x', version: 2 }, heard: { 'bob@example.com': 3 } };
    const after = change(instance(series, stored(marks)), { summary: 'Own' });

    expect(after).toStrictEqual({ ...KEPT, ...marks, version: 2, summary: 'Own' });
    expect(change(instance(series), {})).toStrictEqual(KEPT);
  });

  test('that its series no longer lists begins anew, with the next version', () => {
    const resolved = { ...instance(series), exception: stored({ version: 4, summary: 'Old', cleared: ['location'] }) };

    expect(change(resolved, { colorId: '3' })).toStrictEqual({ ...KEPT, version: 5, colorId: '3' });
  });

  test('keeps what it has emptied until it is filled', () => {
    const emptied = stored({ cleared: ['location'] });

    expect(change(instance(series, emptied), { summary: 'Own' })).toStrictEqual({
      ...KEPT,
      version: 2,
      summary: 'Own',
      cleared: ['location'],
    });
    expect(change(instance(series, emptied), { location: 'There' })).toStrictEqual({
      ...KEPT,
      version: 2,
      location: 'There',
    });
    expect(change(instance(series, emptied), { location: 'Here' })).toStrictEqual({ ...KEPT, version: 2 });
  });

  test('keeps its times, until they are those of the rules again', () => {
    const [start, end] = ['15', '16'].map((hour) => ({
      dateTime: `2026-03-24T${hour}:00:00Z`,
      timeZone: 'Europe/Zurich',
    }));
    if (start === undefined || end === undefined) throw new Error('two times');
    const moved = stored({ start, end });
    expect(change(instance(series, moved), { summary: 'Own' })).toMatchObject({ start, end });

    const { start: was, end: ended } = instance(series).whole;
    expect(change(instance(series, moved), { start: was, end: ended })).toStrictEqual({ ...KEPT, version: 2 });
  });

  test('of a series that is cancelled with it remembers the status of before', () => {
    const cancelled: StoredEvent = { ...series, status: 'cancelled', exceptions: ['20260324T130000Z'] };
    const resolved = instance(cancelled, stored({ status: 'cancelled', statusBefore: 'tentative' }));

    expect(change(resolved, { summary: 'Own' })).toMatchObject({ status: 'cancelled', statusBefore: 'tentative' });
    const living = instance(series, stored({ status: 'cancelled', statusBefore: 'tentative' }));
    expect(change(living, { summary: 'Own' })).not.toHaveProperty('statusBefore');
  });
});

test('an instance makes its series stricter, and never more open', () => {
  const after = (own: string | undefined, ofSeries: string | undefined) =>
    seriesVisibility({ ...series, visibility: ofSeries }, { ...series, visibility: own });
  expect([after('private', undefined), after('confidential', 'public')]).toStrictEqual(['private', 'confidential']);
  expect([after('private', 'confidential'), after('confidential', 'private')]).toStrictEqual([
    'confidential',
    'private',
  ]);
  expect([after('public', 'private'), after('public', undefined), after(undefined, 'public')]).toStrictEqual([
    'private',
    undefined,
    'public',
  ]);
});

test('what is left of an exception without its fields is its place, and its status', () => {
  const own = { ...KEPT, summary: 'Own', cleared: ['location'], copy: { of: 'x', version: 1 } };
  expect(withoutOwnFields(own, 'cancelled', 9_500)).toStrictEqual({ ...KEPT, status: 'cancelled', updatedAtMs: 9_500 });
  expect(withoutOwnFields(own, undefined, 9_500)).toStrictEqual({ ...KEPT, updatedAtMs: 9_500 });
  expect(withoutOwnFields(own, undefined, 9_500)).not.toHaveProperty('status');
});

import { describe, expect, test } from '@jest/globals';
import { exceptionOf } from '#lib/calendar/events/write/exception';
import type { StoredEvent } from '#lib/calendar/model/event';
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
    expect(change(instance(series), { summary: 'Own' })).toEqual({ ...KEPT, summary: 'Own' });
  });

  test('remembers what it does not have', () => {
    expect(change(instance(series), { location: undefined })).toEqual({ ...KEPT, cleared: ['location'] });
  });

  test('keeps both times when one of them differs', () => {
    const end = { dateTime: '2026-03-24T15:00:00Z', timeZone: 'Europe/Zurich' };

    expect(change(instance(series), { end })).toEqual({ ...KEPT, start: KEPT.originalStart, end });
  });

  test('goes back to the series when it says the same', () => {
    const own = change(instance(series), { summary: 'Own', location: 'There' });

    expect(change(instance(series, own), { summary: 'Tuesdays' })).toEqual({ ...KEPT, version: 2, location: 'There' });
  });

  test('keeps what a change does not touch, even where the series has come to say the same', () => {
    const own = change(instance(series), { summary: 'Own' });
    const agreeing = { ...series, summary: 'Own' };

    expect(change(instance(agreeing, own), { location: 'Roof' })).toEqual({
      ...KEPT,
      version: 2,
      summary: 'Own',
      location: 'Roof',
    });
  });

  test('that is cancelled keeps what it was', () => {
    const own = change(instance(series), { summary: 'Own' });

    expect(change(instance(series, own), { status: 'cancelled' })).toEqual({
      ...KEPT,
      version: 2,
      status: 'cancelled',
      summary: 'Own',
    });
  });
});

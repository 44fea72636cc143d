import { describe, expect, test } from '@jest/globals';
import { readFields } from '#lib/calendar/events/body/read-body';
import { followSeries } from '#lib/calendar/events/write/follow-series';
import type { StoredEvent, StoredException } from '#lib/calendar/model/event';
import type { EventResource } from '#lib/calendar/resources/event';
import { timedAt } from '#lib/calendar/time/event-time';
import { aReading, storedEvent, tuesdays } from '#test/support/calendar/events';

const SECOND = '20260324T130000Z';
const THIRD = '20260331T120000Z';
const FOURTH = '20260407T120000Z';
const instantOf = (suffix: string): number =>
  Date.parse(suffix.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/, '$1-$2-$3:$4:'));

const exception = (suffix: string, change: Partial<StoredException> = {}): StoredException => ({
  id: `event_${suffix}`,
  iCalUID: 'event@example.com',
  createdAtMs: 1_000,
  updatedAtMs: 2_000,
  version: 3,
  recurringEventId: 'event',
  originalStart: timedAt(instantOf(suffix), 'Europe/Zurich'),
  status: 'confirmed',
  ...change,
});

const edited = (before: StoredEvent, body: EventResource): StoredEvent => ({
  ...before,
  ...readFields(body, aReading({ before })),
  version: before.version + 1,
});
const outcome = (before: StoredEvent, after: StoredEvent, stored: readonly StoredException[]) => {
  const { master, exceptions } = followSeries(before, after, stored, 9_000);
  return {
    counting: master.exceptions,
    written: Object.fromEntries(
      exceptions.map(({ id, status, version }) => [id.slice('event_'.length), [status, version]]),
    ),
  };
};

describe('exceptions after a change of their series', () => {
  const series = storedEvent(tuesdays(), { exceptions: [SECOND, FOURTH] });
  const stored = [exception(SECOND, { summary: 'Own' }), exception(FOURTH, { status: 'cancelled' })];

  test('are left alone by a change of anything but times, rules and status', () => {
    expect(outcome(series, edited(series, { ...tuesdays(), summary: 'New' }), stored)).toEqual({
      counting: [SECOND, FOURTH],
      written: {},
    });
  });

  test('are dropped when the rules no longer name them', () => {
    expect(outcome(series, edited(series, tuesdays('RRULE:FREQ=WEEKLY;COUNT=3')), stored)).toEqual({
      counting: [SECOND],
      written: { [FOURTH]: ['cancelled', 4] },
    });
  });

  test('come back as the series describes them when the rules name them again', () => {
    const short = storedEvent(tuesdays('RRULE:FREQ=WEEKLY;COUNT=3'), { exceptions: [SECOND] });

    expect(outcome(short, edited(short, tuesdays()), stored)).toEqual({
      counting: [SECOND, FOURTH],
      written: { [FOURTH]: [undefined, 4] },
    });
  });

  test('of a series that is none any more are cancelled', () => {
    const { recurrence: _rule, ...single } = tuesdays();

    expect(outcome(series, edited(series, single), stored)).toEqual({
      counting: undefined,
      written: { [SECOND]: ['cancelled', 4], [FOURTH]: ['cancelled', 4] },
    });
  });

  test('are cancelled with the series and restored with it', () => {
    const gone = edited(series, { ...tuesdays(), status: 'cancelled' });
    const deletion = followSeries(series, gone, stored, 9_000);

    expect(deletion.master.exceptions).toEqual([SECOND, FOURTH]);
    expect(deletion.exceptions.map(({ status, statusBefore }) => [status, statusBefore])).toEqual([
      ['cancelled', 'confirmed'],
      ['cancelled', 'cancelled'],
    ]);
    const back = followSeries(
      deletion.master,
      edited(deletion.master, { ...tuesdays(), status: 'confirmed' }),
      deletion.exceptions,
      10_000,
    );
    expect(back.exceptions.map(({ id, status, summary, statusBefore }) => [id, status, summary, statusBefore])).toEqual(
      [
        [`event_${SECOND}`, 'confirmed', 'Own', undefined],
        [`event_${FOURTH}`, 'cancelled', undefined, undefined],
      ],
    );
  });

  test('go with another time of day, but cancellations stay on their dates', () => {
    const later: EventResource = {
      ...tuesdays(),
      start: { dateTime: '2026-03-17T16:00:00', timeZone: 'Europe/Zurich' },
      end: { dateTime: '2026-03-17T17:00:00', timeZone: 'Europe/Zurich' },
    };

    expect(outcome(series, edited(series, later), stored)).toEqual({
      counting: ['20260407T140000Z'],
      written: { [SECOND]: ['cancelled', 4], [FOURTH]: ['cancelled', 4], '20260407T140000Z': ['cancelled', 1] },
    });
  });

  test('stay with another zone where the instants are the same', () => {
    const lagos: EventResource = {
      ...tuesdays(),
      start: { dateTime: '2026-03-17T14:00:00', timeZone: 'Africa/Lagos' },
      end: { dateTime: '2026-03-17T15:00:00', timeZone: 'Africa/Lagos' },
    };

    // Lagos is an hour ahead of UTC all the year: from the end of March on, its 14:00 is another instant than Zurich's.
    expect(outcome(series, edited(series, lagos), stored)).toEqual({
      counting: [SECOND, '20260407T130000Z'],
      written: { [FOURTH]: ['cancelled', 4], '20260407T130000Z': ['cancelled', 1] },
    });
  });

  test('that share the length of the series are filed anew when it changes', () => {
    const longer: EventResource = {
      ...tuesdays(),
      end: { dateTime: '2026-03-17T18:00:00', timeZone: 'Europe/Zurich' },
    };
    const moved = exception(THIRD, {
      start: { dateTime: '2026-04-01T10:00:00Z' },
      end: { dateTime: '2026-04-01T11:00:00Z' },
    });
    const before = { ...series, exceptions: [SECOND, THIRD] };

    expect(outcome(before, edited(before, longer), [exception(SECOND), moved])).toEqual({
      counting: [SECOND, THIRD],
      written: { [SECOND]: ['confirmed', 4] },
    });
  });
});

import { describe, expect, test } from '@jest/globals';
import { describeEvent, describeTombstone, type Rendering } from '#lib/calendar/events/read/describe-event';
import { eventTag, nextTick } from '#lib/calendar/model/change-clock';
import { plainInstance } from '#lib/calendar/model/instance';
import { timedAt } from '#lib/calendar/time/event-time';
import { ALICE, aCalendar, NINE, storedEvent, tuesdays } from '#test/support/calendar/events';

const rendering = (change: Partial<Rendering> = {}): Rendering => ({
  calendar: aCalendar(),
  email: ALICE,
  rootUrl: 'https://almanac.test/',
  ...change,
});

describe('an event on the wire', () => {
  test.each([
    ['alice@gmail.com', 'event alice@m'],
    ['c_1@group.calendar.google.com', 'event c_1@g'],
    ['alice@example.com', 'event alice@example.com'],
    ['alice~?~?@example.com', 'event alice~?~?@example.com'],
    ['renée.øåß@example.com', 'event renée.øåß@example.com'],
  ])('has a link that names it in %s', (id, text) => {
    for (const more of ['', '1', '12', '123', '1234']) {
      const { htmlLink = '' } = describeEvent(
        storedEvent(NINE, { id: `event${more}` }),
        undefined,
        rendering({ calendar: aCalendar({ id }) }),
      );

      expect(htmlLink).toMatch(/^https:\/\/almanac\.test\/calendar\/event\?eid=[\w-]+$/);
      expect(Buffer.from(htmlLink.split('eid=')[1] ?? '', 'base64url').toString()).toBe(
        text.replace('event', `event${more}`),
      );
    }
  });

  test('was created at a whole second and updated at a millisecond', () => {
    expect(
      describeEvent(storedEvent(NINE, { createdAtMs: 1_234, updatedAtMs: 5_678 }), undefined, rendering()),
    ).toMatchObject({ created: '1970-01-01T00:00:01.000Z', updated: '1970-01-01T00:00:05.678Z' });
  });

  test('shows a guest who may not see the others only the organiser and the own row', () => {
    const meeting = storedEvent({
      ...NINE,
      attendees: [{ email: 'bob@example.com' }, { email: ALICE }, { email: 'carol@example.com' }],
      guestsCanSeeOtherGuests: false,
    });
    const rowsIn = (id: string) => describeEvent(meeting, undefined, rendering({ calendar: aCalendar({ id }) }));

    expect(rowsIn('bob@example.com').attendees?.map(({ email, self, organizer }) => [email, self, organizer])).toEqual([
      ['bob@example.com', true, undefined],
      [ALICE, undefined, true],
    ]);
    expect(rowsIn('bob@example.com').attendeesOmitted).toBe(true);
    expect(rowsIn(ALICE).attendees).toHaveLength(3);
  });

  test('shows no label that the calendar has no more', () => {
    const labelled = storedEvent(NINE, { eventLabelId: 'l1' });

    expect(
      describeEvent(
        labelled,
        undefined,
        rendering({ calendar: aCalendar({ labels: [{ id: 'l1', backgroundColor: '#000000' }] }) }),
      ).eventLabelId,
    ).toBe('l1');
    expect(describeEvent(labelled, undefined, rendering())).not.toHaveProperty('eventLabelId');
  });

  test('that is cancelled says little in a list', () => {
    const instance = plainInstance(
      storedEvent(tuesdays(), { status: 'cancelled' }),
      timedAt(Date.parse('2026-03-24T13:00:00Z'), undefined),
    );

    expect(Object.keys(describeTombstone(storedEvent(), undefined, rendering()))).toEqual([
      'kind',
      'etag',
      'id',
      'status',
    ]);
    expect(describeTombstone(instance, undefined, rendering())).toMatchObject({
      id: 'event_20260324T130000Z',
      status: 'cancelled',
      recurringEventId: 'event',
      originalStartTime: { dateTime: '2026-03-24T14:00:00+01:00', timeZone: 'Europe/Zurich' },
    });
  });
});

describe('the tag of an event', () => {
  test('is twice its time until somebody changes something of their own', () => {
    expect(eventTag({ updatedAtMs: 1_000 }, undefined)).toBe('"2000000"');
    expect(eventTag({ updatedAtMs: 1_000 }, { updatedAtMs: 1_500 })).toBe('"2500000"');
    expect(eventTag({ updatedAtMs: 1_772_409_600_000 }, undefined)).toBe('"3544819200000000"');
    expect(eventTag({ updatedAtMs: 1_772_409_600_007 }, { updatedAtMs: 1_772_409_600_010 })).toBe('"3544819200017000"');
    expect(eventTag({ updatedAtMs: 500_000 }, undefined)).toBe('"1000000000"');
  });

  test('never comes back: clocks go on even where the machine stands still', () => {
    expect(nextTick(5, 5)).toBe(6);
    expect(nextTick(5, 3, 9)).toBe(10);
    expect(nextTick(5, 3)).toBe(5);
  });
});

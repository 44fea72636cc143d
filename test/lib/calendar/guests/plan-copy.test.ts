import { describe, expect, test } from '@jest/globals';
import { isBehind, planCopy } from '#lib/calendar/guests/plan-copy';
import type { StoredEvent, StoredException } from '#lib/calendar/model/event';
import type { EventWrite, IndexedItem } from '#lib/calendar/stores/events';
import {
  ALICE,
  BOB,
  CAROL,
  indexedItems,
  copyMark,
  meetingWith,
  SERIES,
  storedLunch,
  storedException,
} from '#test/support/calendar/meetings';

const NOW = Date.parse('2026-03-02T08:00:00Z');

/** What a calendar holds after the writes. */
function after(items: readonly IndexedItem[], writes: readonly EventWrite[]): IndexedItem[] {
  const written = new Map(writes.map(({ event, timeKey }) => [event.id, { ...event, timeKey, seq: 2, sharedSeq: 2 }]));
  return [...items.filter(({ id }) => !written.has(id)), ...written.values()];
}
const plan = (meeting: ReturnType<typeof meetingWith>, items: readonly IndexedItem[] = [], guest = BOB): EventWrite[] =>
  planCopy(meeting, { guest, items, arrival: {}, strangers: new Set() }, NOW);
const eventOf = (writes: readonly EventWrite[]): StoredEvent =>
  writes.find(({ event }) => event.id === 'lunch')?.event as StoredEvent;

describe('the copy of an event', () => {
  test("has what is shared, and nothing of what is the organizer's own", () => {
    const [write] = plan(
      meetingWith(
        storedLunch({
          colorId: '4',
          extendedProperties: { private: { a: '1' }, shared: { b: '2' } },
          heard: { [CAROL]: 4 },
        }),
      ),
    );

    expect(write?.event).toMatchObject({
      id: 'lunch',
      iCalUID: 'lunch@google.com',
      summary: 'Lunch',
      version: 1,
      extendedProperties: { shared: { b: '2' } },
      copy: { of: ALICE, version: 3 },
    });
    expect([write?.event.colorId, write?.event.extendedProperties?.private, write?.event.heard]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is written once: the same state again writes nothing', () => {
    const meeting = meetingWith(storedLunch());
    const items = after([], plan(meeting));

    expect(plan(meeting, items)).toEqual([]);
  });

  test('is not written for what only the organizer sees', () => {
    const items = after([], plan(meetingWith(storedLunch())));

    expect(plan(meetingWith(storedLunch({ version: 4, colorId: '9', heard: { [CAROL]: 1 } })), items)).toEqual([]);
  });

  test('does not go back to an older state, and says that it has seen more', () => {
    const items = after([], plan(meetingWith(storedLunch({ version: 5, summary: 'New' }))));
    const older = meetingWith(storedLunch({ version: 4, summary: 'Old' }));

    expect(isBehind(older, items)).toBe(true);
    expect(plan(older, items)).toEqual([]);
  });

  test('keeps what the guest has changed for the own calendar', () => {
    const items = indexedItems([
      storedLunch({
        version: 2,
        colorId: '3',
        transparency: 'transparent',
        extendedProperties: { private: { mine: '1' } },
        copy: copyMark({ version: 2 }),
      }),
    ]);

    expect(eventOf(plan(meetingWith(storedLunch({ summary: 'Dinner' })), items))).toMatchObject({
      summary: 'Dinner',
      colorId: '3',
      transparency: 'transparent',
      extendedProperties: { private: { mine: '1' } },
      version: 3,
    });
  });

  test('keeps an answer that the organizer has not heard of, and drops it when he has', () => {
    const awaiting = { version: 2, answer: { responseStatus: 'accepted' } };
    const items = indexedItems([storedLunch({ version: 2, copy: copyMark({ version: 2, awaiting }) })]);

    const unheard = eventOf(plan(meetingWith(storedLunch({ summary: 'Dinner' })), items));
    expect([unheard.attendees?.[0]?.responseStatus, unheard.copy?.awaiting]).toEqual(['accepted', awaiting]);
    // He heard it and has changed it since.
    const heard = eventOf(plan(meetingWith(storedLunch({ heard: { [BOB]: 2 } })), items));
    expect([heard.attendees?.[0]?.responseStatus, heard.copy?.awaiting]).toEqual(['needsAction', undefined]);
  });

  test.each<[string, Partial<StoredEvent>, number, string]>([
    ['see one another', {}, 197, 'accepted'],
    ['do not see one another', { guestsCanSeeOtherGuests: false }, 0, 'needsAction'],
    ['are more than 200', {}, 198, 'needsAction'],
  ])(
    'has the own answer and that of the organizer; where guests %s, those of others too',
    (_, fields, more, others) => {
      const crowd = Array.from({ length: more }, (_, index) => `guest-${String(index)}@example.com`);
      const answered = (responseStatus: string) => ({
        ...fields,
        attendees: [ALICE, BOB, CAROL, ...crowd].map((email) => ({ email, responseStatus })),
      });
      const items = after([], plan(meetingWith(storedLunch(answered('needsAction')))));

      const writes = plan(meetingWith(storedLunch({ ...answered('accepted'), version: 4, summary: 'Dinner' })), items);

      const [alice, bob, ...rest] = (eventOf(writes).attendees ?? []).map(({ responseStatus }) => responseStatus);
      expect([alice, bob, new Set(rest)]).toEqual(['accepted', 'accepted', new Set([others])]);
    },
  );

  test('that only has to forget what it awaits keeps its place among the changes', () => {
    const items = indexedItems([
      storedLunch({
        version: 2,
        timeKey: undefined,
        copy: copyMark({ version: 2, awaiting: { version: 2, answer: { responseStatus: 'needsAction' } } }),
      } as Partial<StoredEvent>),
    ]).map((item) => ({ ...item, timeKey: 'Eh#2026-03-10T11:00:00Z' }));

    expect(
      plan(meetingWith(storedLunch({ heard: { [BOB]: 2 } })), items).map(({ keepsPlace }) => keepsPlace?.seq),
    ).toEqual([1]);
  });

  test('that the guest has deleted stays deleted while the guest declines, and no longer', () => {
    const items = indexedItems([
      storedLunch({ version: 2, status: 'cancelled', copy: copyMark({ version: 2, isRemoved: true }) }),
    ]);
    const declined = storedLunch({ summary: 'Dinner', attendees: [{ email: BOB, responseStatus: 'declined' }] });

    expect(eventOf(plan(meetingWith(declined), items))).toMatchObject({
      status: 'cancelled',
      summary: 'Dinner',
      copy: { isRemoved: true },
    });
    const asked = eventOf(plan(meetingWith(storedLunch({ summary: 'Dinner' })), items));
    expect(asked).toMatchObject({ status: 'confirmed', summary: 'Dinner' });
    expect(asked?.copy).not.toHaveProperty('isRemoved');
  });

  test.each([
    ['cancelled', storedLunch({ status: 'cancelled', summary: 'Secret now' })],
    [
      'without the guest',
      storedLunch({ attendees: [{ email: CAROL, responseStatus: 'needsAction' }], summary: 'Secret now' }),
    ],
  ])('of a meeting that is %s is called off, and learns nothing new', (_, event) => {
    const items = indexedItems([storedLunch({ version: 2, copy: copyMark({ version: 2 }) })]);
    const writes = plan(meetingWith(event), items);

    expect(eventOf(writes)).toMatchObject({ status: 'cancelled', summary: 'Lunch', copy: { of: ALICE, version: 3 } });
    expect(plan(meetingWith(event), after(items, writes))).toEqual([]);
  });

  test('finds no room where the guest has an event of that id', () => {
    expect(plan(meetingWith(storedLunch()), indexedItems([storedLunch({ organizer: { email: BOB } })]))).toEqual([]);
  });

  test('takes the place of what has moved away', () => {
    const items = indexedItems([
      storedLunch({ organizer: { email: BOB }, status: 'cancelled', movedTo: ALICE, version: 7 }),
    ]);

    expect(eventOf(plan(meetingWith(storedLunch()), items))).toMatchObject({
      status: 'confirmed',
      organizer: { email: ALICE },
      version: 8,
    });
  });
});

describe('the copy of a series', () => {
  const [second, third] = ['20260324T130000Z', '20260331T120000Z'];
  const series = storedLunch(SERIES);
  const suffixesIn = (items: readonly IndexedItem[]): readonly string[] | undefined =>
    (items.find(({ id }) => id === 'lunch') as StoredEvent | undefined)?.exceptions;

  test('has the instances that differ, and writes them once', () => {
    const meeting = meetingWith(series, [
      storedException(second, { summary: 'Elsewhere', colorId: '8' }),
      storedException(third, { status: 'cancelled' }),
    ]);
    const items = after([], plan(meeting));

    expect(suffixesIn(items)).toEqual([second, third]);
    const copied = items.find(({ id }) => id === `lunch_${second}`) as StoredException;
    expect([copied.summary, copied.colorId, copied.start]).toEqual(['Elsewhere', undefined, undefined]);
    expect(plan(meeting, items)).toEqual([]);
  });

  test('keeps the colour of one instance, and loses what the guest renamed', () => {
    const items = indexedItems([
      storedLunch({ ...SERIES, version: 2, exceptions: [second], copy: copyMark({ version: 2 }) }),
      storedException(second, { colorId: '2', summary: 'Mine', copy: copyMark({ version: 0 }) }),
    ]);
    const copied = after(items, plan(meetingWith({ ...series, summary: 'Dinner' }), items)).find(
      ({ id }) => id === `lunch_${second}`,
    );

    expect([copied?.colorId, copied?.summary]).toEqual(['2', undefined]);
  });

  test('drops the instances that the rules no longer name', () => {
    const items = indexedItems([
      storedLunch({ ...SERIES, version: 2, exceptions: [third], copy: copyMark({ version: 2 }) }),
      storedException(third, { colorId: '2', copy: copyMark({ version: 0 }) }),
    ]);
    const shorter = { ...series, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] };
    const copied = after(items, plan(meetingWith(shorter), items));

    expect([suffixesIn(copied), copied.find(({ id }) => id === `lunch_${third}`)?.status]).toEqual([
      undefined,
      'cancelled',
    ]);
  });

  test('is called off with all its instances', () => {
    const meeting = meetingWith(series, [storedException(second, { summary: 'Elsewhere' })]);
    const items = after([], plan(meeting));
    const copied = after(items, plan(meetingWith({ ...meeting.event, status: 'cancelled', version: 4 }), items));

    expect(copied.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  test('an instance without the guest does not take place there', () => {
    const meeting = meetingWith(series, [
      storedException(second, { attendees: [{ email: CAROL, responseStatus: 'needsAction' }] }),
    ]);

    expect(plan(meeting).find(({ event }) => event.id === `lunch_${second}`)?.event.status).toBe('cancelled');
  });

  test('somebody invited to one instance gets that one alone, until the invitation is taken back or grows to the series', () => {
    const dave = 'dave@example.com';
    const row = { email: dave, responseStatus: 'needsAction' };
    const meeting = meetingWith(series, [storedException(second, { attendees: [row] })]);
    const items = after([], plan(meeting, [], dave));
    expect(
      items.map(({ id, status, recurringEventId }: IndexedItem & { recurringEventId?: string }) => [
        id,
        status,
        recurringEventId,
      ]),
    ).toEqual([[`lunch_${second}`, 'confirmed', undefined]]);

    const back = after(
      items,
      plan(meetingWith(series, [storedException(second, { version: 2, attendees: [] })]), items, dave),
    );
    expect(back.map(({ status }) => status)).toEqual(['cancelled']);

    const whole = after(
      items,
      plan(meetingWith({ ...series, attendees: [row] }, [storedException(second, { version: 2 })]), items, dave),
    );
    expect(whole.map(({ id, version }) => [id, version]).toSorted()).toEqual([
      ['lunch', 1],
      [`lunch_${second}`, 2],
    ]);
  });
});

describe('a copy that was forgotten', () => {
  test('comes back, and goes on counting where the organizer has heard of the guest', () => {
    const answer = { responseStatus: 'declined' };
    const meeting = meetingWith(storedLunch({ heard: { [BOB]: 7 } }));
    const [write] = planCopy(
      meeting,
      { guest: BOB, items: [], strangers: new Set(), arrival: { answers: new Map([['lunch', answer]]) } },
      NOW,
    );

    expect(write?.event).toMatchObject({ version: 1, copy: { after: 7, awaiting: { version: 8, answer } } });
    const later = plan(
      meetingWith(storedLunch({ version: 4, summary: 'Dinner', heard: { [BOB]: 8 } })),
      after(
        [],
        [write].flatMap((one) => one ?? []),
      ),
    );
    expect(eventOf(later).copy).toEqual({ of: ALICE, version: 4, after: 7 });
  });

  test('does not come back to somebody who had declined', () => {
    expect(
      plan(meetingWith(storedLunch({ heard: { [BOB]: 7 }, attendees: [{ email: BOB, responseStatus: 'declined' }] }))),
    ).toEqual([]);
  });
});

describe('an invitation that comes', () => {
  test('may be hidden, and answered by the calendar itself', () => {
    const answer = { responseStatus: 'declined', comment: 'Away' };
    const [write] = planCopy(
      meetingWith(storedLunch()),
      {
        guest: BOB,
        items: [],
        strangers: new Set(),
        arrival: { isHidden: true, answers: new Map([['lunch', answer]]) },
      },
      NOW,
    );

    expect(write?.event.attendees?.[0]).toEqual({ email: BOB, ...answer });
    expect(write?.event.copy).toEqual({ of: ALICE, version: 3, isHidden: true, awaiting: { version: 1, answer } });
  });
});

/** What becomes of a guest's change to a copy: what stays in it, what goes to the organizer, and what is refused. */
import { describe, expect, test } from '@jest/globals';
import { editAsGuest } from '#lib/calendar/events/guest-edits/guest-edit';
import type { Target } from '#lib/calendar/events/read/find-event';
import type { StoredEvent, StoredException } from '#lib/calendar/model/event';
import type { EventFields } from '#lib/calendar/model/event-fields';
import { resolveEvent } from '#lib/calendar/model/instance';
import { aCalendar } from '#test/support/calendar/events';
import { ALICE, BOB, CAROL, copyMark, SERIES, storedException, storedLunch } from '#test/support/calendar/meetings';

const DAVE = 'dave@example.com';
const needsAction = (email: string) => ({ email, responseStatus: 'needsAction' });
const accepted = (email: string) => ({ email, responseStatus: 'accepted' });

function targetIn(calendarId: string, event: StoredEvent, instance?: string, exception?: StoredException): Target {
  const id = instance === undefined ? event.id : `${event.id}_${instance}`;
  const resolved = resolveEvent(id, instance === undefined ? [event] : [exception, event]);
  if (resolved === undefined) throw new Error('no such event');
  const open = { calendar: aCalendar({ id: calendarId }), role: 'owner', detailLevel: 'everything', rules: [] };
  return { open: open as object as Target['open'], resolved, overlay: undefined, exceptions: [] };
}
const edit = (target: Target, fields: Partial<EventFields>, mail?: 'all') =>
  editAsGuest(
    target,
    { fields: { ...target.resolved.whole, ...fields }, reminders: { useDefault: false } },
    { eventId: target.resolved.whole.id, by: BOB, mail },
  );
const copyOf = (more: Partial<StoredEvent> = {}) => targetIn(BOB, storedLunch({ copy: copyMark(), ...more }));
const forbidden = (reason: string) => expect.objectContaining({ code: 403, reason });

describe("in the organizer's calendar", () => {
  test('an edit stays as it is', () => {
    const fields = { summary: 'Picnic', guestsCanModify: true, attendees: [needsAction(DAVE)] };

    const result = edit(targetIn(ALICE, storedLunch()), fields);

    expect(result.fields).toMatchObject(fields);
    expect(result.copy).toBeUndefined();
  });
});

describe("a guest's answer", () => {
  test('is in the own row, and on its way to the organizer', () => {
    const { fields, copy, reminders } = edit(copyOf(), { attendees: [accepted(BOB), accepted(CAROL)] });

    expect(fields.attendees).toStrictEqual([accepted(BOB), needsAction(CAROL)]);
    expect(copy).toStrictEqual({
      of: ALICE,
      version: 3,
      awaiting: { version: 4, answer: { responseStatus: 'accepted' } },
    });
    expect(reminders).toStrictEqual({ useDefault: false });
  });

  test('has a number after those of an earlier copy', () => {
    const { copy } = edit(copyOf({ copy: copyMark({ after: 10 }) }), { attendees: [accepted(BOB)] });

    expect(copy?.awaiting?.version).toBe(14);
  });

  test('has comment and further guests, and a new one replaces them', () => {
    const row = { email: BOB, responseStatus: 'tentative', comment: 'Late', additionalGuests: 2 };
    const first = edit(copyOf(), { attendees: [row, needsAction(CAROL)] });
    expect(first.copy?.awaiting?.answer).toStrictEqual({
      responseStatus: 'tentative',
      comment: 'Late',
      additionalGuests: 2,
    });

    const again = edit(copyOf({ attendees: [row] }), { attendees: [accepted(BOB)] });
    expect(again.fields.attendees).toStrictEqual([accepted(BOB)]);
  });

  test('that is the same is none, and a row that is left out stays', () => {
    for (const attendees of [undefined, [], [needsAction(BOB)]]) {
      const { fields, copy } = edit(copyOf(), { attendees });
      expect(fields.attendees).toStrictEqual([needsAction(BOB), needsAction(CAROL)]);
      expect(copy).toStrictEqual(copyMark());
    }
  });

  test('is "declined" when the copy is deleted, which only the guest has done', () => {
    const { fields, copy } = edit(copyOf(), { status: 'cancelled' });

    expect(fields).toMatchObject({ status: 'cancelled', attendees: [{ responseStatus: 'declined' }, {}] });
    expect(copy).toMatchObject({ isRemoved: true, awaiting: { answer: { responseStatus: 'declined' } } });
  });

  test('stays when a deleted copy comes back, and the copy is no longer deleted', () => {
    const rows = [{ email: BOB, responseStatus: 'declined' }];
    const removed = copyOf({ status: 'cancelled', attendees: rows, copy: copyMark({ isRemoved: true }) });

    const { fields, copy } = edit(removed, { status: 'confirmed' });

    expect(fields).toMatchObject({ status: 'confirmed', attendees: rows });
    expect(copy).toStrictEqual(copyMark());
  });

  test('does not bring back what the organizer has cancelled', () => {
    const { fields, copy } = edit(copyOf({ status: 'cancelled' }), { status: 'confirmed' });

    expect(fields.status).toBe('cancelled');
    expect(copy?.isRemoved).toBeUndefined();
  });

  test('of somebody who is no guest is none', () => {
    const target = copyOf({ attendees: [needsAction(CAROL)], guestsCanInviteOthers: true });
    const { fields, copy } = edit(target, { status: 'cancelled' });

    expect(fields.attendees).toStrictEqual([needsAction(CAROL)]);
    expect(copy).toStrictEqual({ ...copyMark(), isRemoved: true });
  });
});

describe('guests that a guest invites', () => {
  const added = { attendees: [needsAction(BOB), { ...accepted(DAVE), comment: 'I am in' }] };

  test('come after the others, have not answered, and are on their way to the organizer', () => {
    const { fields, copy } = edit(copyOf(), added, 'all');

    expect(fields.attendees).toStrictEqual([needsAction(BOB), needsAction(CAROL), needsAction(DAVE)]);
    expect(copy?.awaiting).toStrictEqual({ version: 4, invited: [needsAction(DAVE)], mail: { to: 'all', by: BOB } });
  });

  test('get no mail unless it was asked for', () => {
    expect(edit(copyOf(), added).copy?.awaiting?.mail).toBeUndefined();
  });

  test('are refused where guests may not invite, unless they may modify', () => {
    expect(() => edit(copyOf({ guestsCanInviteOthers: false }), added)).toThrow(forbidden('forbidden'));
    const target = copyOf({ guestsCanInviteOthers: false, guestsCanModify: true });
    expect(edit(target, added).fields.attendees).toHaveLength(3);
  });

  test('are not the organizer', () => {
    const { fields } = edit(copyOf(), { attendees: [accepted(ALICE)] });

    expect(fields.attendees).toStrictEqual([needsAction(BOB), needsAction(CAROL)]);
  });

  test('are 500 at most, with those who are there', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => needsAction(`g${String(index)}@x.test`));

    expect(edit(copyOf(), { attendees: many(498) }).fields.attendees).toHaveLength(500);
    expect(() => edit(copyOf(), { attendees: many(499) })).toThrow('An event has at most 500 attendees.');
  });
});

describe('other fields', () => {
  test('that guests may not modify stay in the copy', () => {
    const { fields, copy } = edit(copyOf(), { summary: 'Picnic', colorId: '3' }, 'all');

    expect(fields).toMatchObject({ summary: 'Picnic', colorId: '3' });
    expect(copy).toStrictEqual(copyMark());
  });

  test('that guests may modify are on their way to the organizer, with those that are emptied', () => {
    const target = copyOf({
      guestsCanModify: true,
      location: 'Canteen',
      extendedProperties: { private: { p: '1' }, shared: { a: '1' } },
    });
    const { copy } = edit(
      target,
      { summary: 'Picnic', location: undefined, colorId: '3', extendedProperties: { private: { p: '2' } } },
      'all',
    );

    expect(copy?.awaiting).toStrictEqual({
      version: 4,
      set: { summary: 'Picnic', extendedProperties: { shared: {} } },
      cleared: ['location'],
      mail: { to: 'all', by: BOB },
    });
  });

  const at = (hour: string) => ({ dateTime: `2026-03-11T${hour}:00:00Z` });
  test.each<Partial<EventFields>>([
    { summary: 'x' },
    { description: 'x' },
    { location: 'x' },
    { start: at('11') },
    { end: at('13') },
    { recurrence: ['RRULE:FREQ=DAILY'] },
    { visibility: 'private' },
    { conferenceData: { notes: 'x' } },
    { hangoutLink: 'https://x.ch' },
    { attachments: [{ fileUrl: 'https://x.ch' }] },
  ])('%j is among those that guests may modify', (set) => {
    expect(edit(copyOf({ guestsCanModify: true }), set).copy?.awaiting).toStrictEqual({ version: 4, set });
  });

  test.each<Partial<EventFields>>([
    { transparency: 'transparent' },
    { colorId: '1' },
    { eventLabelId: 'l' },
    { source: { url: 'https://x.ch' } },
    { extendedProperties: { private: { a: '1' } } },
  ])('%j stays in the copy of a guest who may modify', (own) => {
    expect(edit(copyOf({ guestsCanModify: true }), own).copy).toStrictEqual(copyMark());
  });

  test('that are the same are not sent', () => {
    expect(edit(copyOf({ guestsCanModify: true }), { colorId: '3' }).copy).toStrictEqual(copyMark());
    const emptied = edit(copyOf({ guestsCanModify: true, location: 'X' }), { location: undefined });
    expect(emptied.copy?.awaiting).toStrictEqual({ version: 4, cleared: ['location'] });
  });

  test.each(['guestsCanInviteOthers', 'guestsCanModify', 'guestsCanSeeOtherGuests', 'anyoneCanAddSelf'] as const)(
    'like %s are the organizer’s alone',
    (name) => {
      const value = name === 'guestsCanModify' || name === 'anyoneCanAddSelf';
      expect(() => edit(copyOf(), { [name]: value })).toThrow(forbidden('forbiddenForNonOrganizer'));
      expect(() => edit(copyOf({ [name]: value }), {})).not.toThrow();
    },
  );

  test('like shared properties are changed by guests who may modify, and by those whose copy follows nobody', () => {
    const shared = { extendedProperties: { shared: { a: '2' } } };

    expect(() => edit(copyOf(), shared)).toThrow(
      'Shared properties can only be changed by the organizer of the event.',
    );
    expect(edit(copyOf({ guestsCanModify: true }), shared).copy?.awaiting?.set).toStrictEqual(shared);
    expect(edit(targetIn(BOB, storedLunch()), shared).fields).toMatchObject(shared);
    expect(() => edit(copyOf(), { extendedProperties: { private: { a: '1' }, shared: {} } })).not.toThrow();
  });
});

describe('a change that comes after one that is still on its way', () => {
  test('joins it', () => {
    const awaiting = { version: 3, answer: { responseStatus: 'accepted' } };
    const target = copyOf({ guestsCanModify: true, copy: copyMark({ awaiting }) });

    expect(edit(target, { summary: 'Picnic' }).copy?.awaiting).toMatchObject({
      version: 4,
      answer: { responseStatus: 'accepted' },
      set: { summary: 'Picnic' },
    });
  });
});

describe('an event whose copy follows nobody, such as one that was imported', () => {
  test('takes the answer and has no mark', () => {
    const { fields, copy } = edit(targetIn(BOB, storedLunch()), { attendees: [accepted(BOB)] });

    expect(fields.attendees).toStrictEqual([accepted(BOB), needsAction(CAROL)]);
    expect(copy).toBeUndefined();
  });

  test('may come back after it was deleted', () => {
    const { fields } = edit(targetIn(BOB, storedLunch({ status: 'cancelled', attendees: undefined })), {
      status: 'confirmed',
    });

    expect(fields).toMatchObject({ status: 'confirmed' });
    expect(fields.attendees).toBeUndefined();
  });
});

describe('one instance of a series', () => {
  const series = (copy = copyMark()) => storedLunch({ ...SERIES, copy, exceptions: ['20260324T130000Z'] });
  const decline = { attendees: [{ email: BOB, responseStatus: 'declined' }] };

  test('that only the guest has changed has a mark of its own, hidden as the series is', () => {
    expect(edit(targetIn(BOB, series(), '20260317T130000Z'), decline).copy).toStrictEqual({
      of: ALICE,
      version: 0,
      awaiting: { version: 1, answer: { responseStatus: 'declined' } },
    });
    expect(edit(targetIn(BOB, series(copyMark({ isHidden: true })), '20260317T130000Z'), decline).copy).toMatchObject({
      isHidden: true,
    });
  });

  test('that the organizer has changed keeps its mark', () => {
    const exception = storedException('20260324T130000Z', { version: 6, copy: copyMark({ version: 9 }) });

    expect(edit(targetIn(BOB, series(), '20260324T130000Z', exception), decline).copy).toMatchObject({
      version: 9,
      awaiting: { version: 7 },
    });
  });
});

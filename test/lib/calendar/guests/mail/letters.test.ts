import { describe, expect, test } from '@jest/globals';
import { lettersFor, type MailedChange } from '#lib/calendar/guests/mail/letters';
import type { StoredEvent } from '#lib/calendar/model/event';
import { mailTo } from '#lib/calendar/model/mail-choice';
import { ALICE, BOB, CAROL, storedLunch } from '#test/support/calendar/meetings';

const OUTSIDE = 'friend@elsewhere.example';
const ROOM = 'c_room@group.calendar.google.com';
const rows = (...emails: readonly string[]) => emails.map((email) => ({ email, responseStatus: 'needsAction' }));
const told = (more: Partial<MailedChange>): [string, string][] =>
  lettersFor({
    calendarId: ALICE,
    organizer: ALICE,
    by: ALICE,
    mail: 'all',
    before: undefined,
    after: storedLunch(),
    ...more,
  }).map(({ method, to }) => [method, to]);

describe('which guests get mail', () => {
  test.each([
    [{}, undefined],
    [{ sendUpdates: 'none' }, undefined],
    [{ sendNotifications: false }, undefined],
    [{ sendNotifications: true }, 'all'],
    [{ sendNotifications: true, sendUpdates: 'none' }, undefined],
    [{ sendNotifications: false, sendUpdates: 'externalOnly' }, 'externalOnly'],
    [{ sendUpdates: 'all' }, 'all'],
  ])('%j: %s', (wish, expected) => {
    expect(mailTo(wish)).toBe(expected);
  });
});

describe('letters about a meeting', () => {
  test('go to its guests, not to rooms, calendars, the organizer or whoever made the change', () => {
    const attendees = [
      ...rows(ALICE, BOB, CAROL, ROOM),
      { email: 'beamer@example.com', resource: true, responseStatus: 'accepted' },
    ];

    expect(told({ by: CAROL, after: storedLunch({ attendees }) })).toEqual([['REQUEST', BOB]]);
  });

  test('go to those of other domains only, when asked so', () => {
    expect(told({ mail: 'externalOnly', after: storedLunch({ attendees: rows(BOB, OUTSIDE) }) })).toEqual([
      ['REQUEST', OUTSIDE],
    ]);
  });

  test("are not written about answers and what is the organizer's own", () => {
    const after = storedLunch({
      colorId: '2',
      attendees: [{ email: BOB, responseStatus: 'accepted' }, ...rows(CAROL)],
    });

    expect(told({ before: storedLunch(), after })).toEqual([]);
  });

  test('invite again when it is restored', () => {
    expect(told({ before: storedLunch({ status: 'cancelled' }), after: storedLunch() })).toEqual([
      ['REQUEST', BOB],
      ['REQUEST', CAROL],
    ]);
  });

  describe('to a guest who declined', () => {
    const declined = { attendees: [{ email: BOB, responseStatus: 'declined' }] };

    test.each<[string, Partial<StoredEvent>, boolean]>([
      ['another title', { summary: 'Brunch' }, false],
      ['another description', { description: 'Bring a friend.' }, false],
      ['another guest', { attendees: [...declined.attendees, ...rows(CAROL)] }, false],
      ['another start', { start: { dateTime: '2026-03-10T10:00:00Z' } }, true],
      ['another end', { end: { dateTime: '2026-03-10T12:30:00Z' } }, true],
      ['another rule', { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] }, true],
      ['another place', { location: 'Room 2' }, true],
      ['a new question for an answer', { summary: 'Brunch', attendees: rows(BOB) }, true],
      ['being needed or not', { attendees: [{ email: BOB, responseStatus: 'declined', optional: true }] }, true],
    ])('about %s', (_, fields, isTold) => {
      const letters = told({ before: storedLunch(declined), after: storedLunch({ ...declined, ...fields }) });
      expect(letters.filter(([, to]) => to === BOB)).toEqual(isTold ? [['REQUEST', BOB]] : []);
    });

    test('about the end of it: programs that still show it take it away', () => {
      const after = storedLunch({ ...declined, status: 'cancelled' });
      expect(told({ before: storedLunch(declined), after })).toEqual([['CANCEL', BOB]]);
    });
  });

  test('tell those who are no longer invited only what they knew', () => {
    const [letter] = lettersFor({
      calendarId: ALICE,
      organizer: ALICE,
      by: ALICE,
      mail: 'all',
      before: storedLunch({ attendees: rows(BOB) }),
      after: storedLunch({ summary: 'Without Bob', attendees: rows(), sequence: 1 }),
    });

    expect(letter).toMatchObject({
      method: 'CANCEL',
      to: BOB,
      event: { summary: 'Lunch', status: 'cancelled', sequence: 1 },
    });
  });
});

describe("letters about a guest's copy", () => {
  const answered = storedLunch({ attendees: [{ email: BOB, responseStatus: 'accepted' }, ...rows(CAROL)] });
  const inCopy = { calendarId: BOB, by: BOB };

  test('tell the organizer the answer', () => {
    expect(told({ ...inCopy, before: storedLunch(), after: answered })).toEqual([['REPLY', ALICE]]);
  });

  test('are not written about anything else', () => {
    expect(told({ ...inCopy, before: storedLunch(), after: storedLunch({ summary: 'Mine' }) })).toEqual([]);
  });

  test('go to an organizer of another domain only, when asked so', () => {
    expect(told({ ...inCopy, mail: 'externalOnly', before: storedLunch(), after: answered })).toEqual([]);
    expect(
      told({ ...inCopy, mail: 'externalOnly', organizer: OUTSIDE, before: storedLunch(), after: answered }),
    ).toEqual([['REPLY', OUTSIDE]]);
  });
});

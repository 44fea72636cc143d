import { describe, expect, test } from '@jest/globals';
import {
  meetingsChangedByGuests,
  concernsOthers,
  meetingsChangedByOrganizers,
  type ItemChange,
} from '#lib/calendar/guests/changed-meetings';
import { ALICE, BOB, CAROL, copyMark, storedLunch, storedException } from '#test/support/calendar/meetings';

const change = (more: Partial<ItemChange>): ItemChange => ({ sequenceNumber: '1', calendarId: ALICE, ...more });
const alone = storedLunch({ attendees: undefined });
const awaiting = { version: 4, answer: { responseStatus: 'accepted' } };

describe('a change concerns others', () => {
  test.each<[string, boolean, Partial<ItemChange>]>([
    ['an event without guests', false, { after: alone }],
    ['a new meeting', true, { after: storedLunch() }],
    ['a meeting that lost its last guest', true, { before: storedLunch({ version: 2 }), after: alone }],
    ['reminders of one person', false, { before: storedLunch(), after: storedLunch() }],
    ['an import', false, { after: storedLunch(), telling: { eventId: 'lunch', by: ALICE, isImport: true } }],
    [
      'an import that takes a guest off the list',
      true,
      {
        before: storedLunch({ version: 2 }),
        after: alone,
        telling: { eventId: 'lunch', by: ALICE, isImport: true, uninvited: [BOB] },
      },
    ],
    ['an instance, which may inherit its guests', true, { after: storedException('20260324T130000Z') }],
    ['a copy that was brought up to date', false, { after: storedLunch({ copy: copyMark() }) }],
    ['a copy whose guest has answered', true, { after: storedLunch({ copy: copyMark({ awaiting }) }) }],
    ['a copy that is swept away', false, { before: storedLunch({ copy: copyMark({ awaiting }) }) }],
    ['a meeting that is swept away', true, { before: storedLunch() }],
  ])('%s: %s', (_, expected, more) => {
    expect(concernsOthers(change(more))).toBe(expected);
  });
});

test('changes of one series are one concern, with everybody who was or is invited', () => {
  const changes = [
    change({
      before: storedLunch({ version: 2 }),
      after: storedLunch({ attendees: [{ email: BOB }, { email: 'new@example.com' }] }),
    }),
    change({
      sequenceNumber: '2',
      after: storedException('20260324T130000Z', { attendees: [{ email: 'once@example.com' }] }),
    }),
    change({ sequenceNumber: '3', calendarId: BOB, after: storedLunch() }),
  ];

  expect(meetingsChangedByOrganizers(changes)).toEqual([
    {
      calendarId: ALICE,
      eventId: 'lunch',
      sequenceNumber: '1',
      guests: new Set([BOB, CAROL, 'new@example.com', 'once@example.com']),
      invited: new Set(['new@example.com', 'once@example.com']),
      isImport: false,
    },
    {
      calendarId: BOB,
      eventId: 'lunch',
      sequenceNumber: '3',
      guests: new Set([BOB, CAROL]),
      invited: new Set([BOB, CAROL]),
      isImport: false,
    },
  ]);
});

test('an import concerns those alone whom it takes off the list, unless somebody else changes the meeting too', () => {
  const telling = { eventId: 'lunch', by: ALICE, isImport: true, uninvited: [CAROL] };
  const before = storedLunch({ version: 2 });
  const imported = change({ before, after: storedLunch({ attendees: [{ email: BOB }] }), telling });

  expect(meetingsChangedByOrganizers([imported])).toMatchObject([
    { guests: new Set([CAROL]), invited: new Set(), isImport: true },
  ]);
  expect(meetingsChangedByOrganizers([imported, change({ before, after: storedLunch() })])).toMatchObject([
    { guests: new Set([CAROL, BOB]), isImport: false },
  ]);
});

test('what is restored invites anew', () => {
  const [concern] = meetingsChangedByOrganizers([
    change({ before: storedLunch({ version: 2, status: 'cancelled' }), after: storedLunch() }),
  ]);

  expect(concern?.invited).toEqual(new Set([BOB, CAROL]));
});

test('what guests change of one meeting is one concern of its organizer, however many they are', () => {
  const copy = storedLunch({ copy: copyMark({ awaiting }) });
  const changes = [
    change({ calendarId: BOB, after: copy }),
    change({
      sequenceNumber: '2',
      calendarId: CAROL,
      after: storedException('20260324T130000Z', { copy: copyMark({ awaiting }) }),
    }),
    change({ sequenceNumber: '3', calendarId: BOB, before: copy, after: { ...copy, version: 5 } }),
    change({ sequenceNumber: '4', calendarId: BOB, after: { ...copy, copy: copyMark({ of: CAROL, awaiting }) } }),
  ];

  expect(meetingsChangedByGuests(changes)).toEqual([
    { of: ALICE, eventId: 'lunch', sequenceNumber: '1', by: new Set([BOB, CAROL]) },
    { of: CAROL, eventId: 'lunch', sequenceNumber: '4', by: new Set([BOB]) },
  ]);
  expect(meetingsChangedByOrganizers(changes)).toEqual([]);
});

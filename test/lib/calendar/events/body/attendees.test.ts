import { describe, expect, test } from '@jest/globals';
import { readAttendees } from '#lib/calendar/events/body/attendees';
import { ALICE } from '#test/support/calendar/events';
import { thrownBy } from '#test/support/thrown';

const read = (email: string | undefined) =>
  readAttendees({ attendees: [{ email }] }, { by: ALICE, self: ALICE, organizer: ALICE });

describe('attendees', () => {
  test.each(['a@b.ch', "o'hara+calendar@example.co.uk", 'x.y_z-1@sub.domain.example.com', '{odd}!#$@example.com'])(
    '%s is an address',
    (email) => {
      expect(read(email)).toStrictEqual([{ email, responseStatus: 'needsAction' }]);
    },
  );

  test.each([
    undefined,
    '',
    'nope',
    'a@',
    '@b.ch',
    'a@b',
    'a b@c.ch',
    'a@b..ch',
    'a@-b.ch',
    'a@b.ch,c@d.ch',
    `${'a'.repeat(65)}@b.ch`,
  ])('%s is none', (email) => {
    expect(thrownBy(() => read(email))).toMatchObject({
      code: 400,
      reason: 'invalid',
      message: 'Invalid attendee email.',
    });
  });

  test('a room stays a room, and nobody becomes one later', () => {
    const before = [{ email: 'room@example.com', resource: true }, { email: 'bob@example.com' }];

    const rows = readAttendees(
      { attendees: [{ email: 'room@example.com' }, { email: 'bob@example.com', resource: true }] },
      { by: ALICE, self: ALICE, organizer: ALICE, before },
    );

    expect(rows).toStrictEqual([
      { email: 'room@example.com', resource: true, responseStatus: 'needsAction' },
      { email: 'bob@example.com', responseStatus: 'needsAction' },
    ]);
  });

  test('the organiser accepts in any case', () => {
    expect(
      readAttendees(
        { attendees: [{ email: ALICE, responseStatus: 'declined' }] },
        { by: ALICE, self: ALICE, organizer: ALICE },
      ),
    ).toStrictEqual([{ email: ALICE, responseStatus: 'accepted' }]);
  });

  test('a body with only the own row changes only that one', () => {
    const before = [
      { email: 'bob@example.com', responseStatus: 'accepted' },
      { email: ALICE, responseStatus: 'needsAction' },
    ];
    const meeting = { by: ALICE, self: ALICE, organizer: 'bob@example.com', before };

    expect(
      readAttendees({ attendeesOmitted: true, attendees: [{ email: ALICE, responseStatus: 'declined' }] }, meeting),
    ).toStrictEqual([before[0], { email: ALICE, responseStatus: 'declined' }]);
    expect(readAttendees({ attendees: [{ email: ALICE, responseStatus: 'declined' }] }, meeting)).toHaveLength(1);
  });
});

describe('a row', () => {
  const rowOf = (row: object) =>
    readAttendees({ attendees: [{ email: 'Bob@Example.com', ...row }] }, { by: ALICE, self: ALICE, organizer: ALICE });
  const bob = { email: 'bob@example.com', responseStatus: 'needsAction' };

  test.each([
    [{ displayName: 'Bob', optional: true, comment: 'Late', additionalGuests: 2, responseStatus: 'tentative' }],
    [{ resource: true }],
  ])('keeps %j', (row) => {
    expect(rowOf(row)).toStrictEqual([{ ...bob, ...row }]);
  });

  test('leaves out what says nothing', () => {
    const empty = { displayName: '', optional: false, comment: '', additionalGuests: 0, resource: false };
    expect(rowOf(empty)).toStrictEqual([bob]);
  });

  test.each([
    [{ responseStatus: 'maybe' }, 'Invalid response status.'],
    [{ additionalGuests: -1 }, 'Invalid number of additional guests.'],
  ])('with %j is refused', (row, message) => {
    expect(thrownBy(() => rowOf(row))).toMatchObject({ code: 400, reason: 'invalid', message });
  });

  test('comes once, the first time, and in the order of the body', () => {
    const attendees = [{ email: 'c@x.ch', comment: '1' }, { email: 'a@x.ch' }, { email: 'C@x.ch', comment: '2' }];
    expect(readAttendees({ attendees }, { by: ALICE, self: ALICE, organizer: ALICE })).toStrictEqual([
      { email: 'c@x.ch', comment: '1', responseStatus: 'needsAction' },
      { email: 'a@x.ch', responseStatus: 'needsAction' },
    ]);
  });
});

test('an address has 254 characters at most, and a calendar can be invited by its id', () => {
  const domain = (length: number) => `${'a.'.repeat(length)}ch`;
  expect(read(`a@${domain(125)}`)).toHaveLength(1);
  expect(thrownBy(() => read(`a@${domain(126)}`))).toMatchObject({ message: 'Invalid attendee email.' });
  expect(read(`c_${'0'.repeat(100)}@group.calendar.google.com`)).toHaveLength(1);
  expect(thrownBy(() => read(`c ${'0'.repeat(100)}@group.calendar.google.com`))).toMatchObject({ code: 400 });
  expect(read('  Bob@Example.com ')).toStrictEqual([{ email: 'bob@example.com', responseStatus: 'needsAction' }]);
});

test('an event has 500 attendees at most', () => {
  const many = (count: number) => ({
    attendees: Array.from({ length: count }, (_, index) => ({ email: `g${String(index)}@x.ch` })),
  });
  const meeting = { by: ALICE, self: ALICE, organizer: ALICE };
  expect(readAttendees(many(500), meeting)).toHaveLength(500);
  expect(thrownBy(() => readAttendees(many(501), meeting))).toMatchObject({
    code: 400,
    message: 'An event has at most 500 attendees.',
  });
});

test('a service account invites nobody, but keeps those who are invited', () => {
  const by = 'robot@project.iam.gserviceaccount.com';
  const before = [{ email: 'bob@example.com', responseStatus: 'accepted' }];
  const change = (attendees: { email: string; responseStatus?: string }[]) =>
    readAttendees({ attendees }, { by, self: by, organizer: by, before });

  expect(change(before)).toStrictEqual(before);
  expect(thrownBy(() => change([{ email: 'carol@example.com' }]))).toMatchObject({
    code: 403,
    reason: 'forbiddenForServiceAccounts',
    message: 'Service accounts cannot invite attendees without acting for somebody.',
  });
});

describe('a body that omits attendees', () => {
  const before = [{ email: 'bob@example.com', responseStatus: 'accepted' }];
  const omitting = (attendees: { email: string }[]) =>
    readAttendees({ attendees, attendeesOmitted: true }, { by: ALICE, self: ALICE, organizer: ALICE, before });

  test('and names others replaces them, and without any there are none', () => {
    expect(omitting([{ email: 'carol@example.com' }])).toStrictEqual([
      { email: 'carol@example.com', responseStatus: 'needsAction' },
    ]);
    expect(omitting([])).toBeUndefined();
  });
});

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
      expect(read(email)).toEqual([{ email, responseStatus: 'needsAction' }]);
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

    expect(rows).toEqual([
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
    ).toEqual([{ email: ALICE, responseStatus: 'accepted' }]);
  });

  test('a body with only the own row changes only that one', () => {
    const before = [
      { email: 'bob@example.com', responseStatus: 'accepted' },
      { email: ALICE, responseStatus: 'needsAction' },
    ];
    const meeting = { by: ALICE, self: ALICE, organizer: 'bob@example.com', before };

    expect(
      readAttendees({ attendeesOmitted: true, attendees: [{ email: ALICE, responseStatus: 'declined' }] }, meeting),
    ).toEqual([before[0], { email: ALICE, responseStatus: 'declined' }]);
    expect(readAttendees({ attendees: [{ email: ALICE, responseStatus: 'declined' }] }, meeting)).toHaveLength(1);
  });
});

import { describe, expect, test } from '@jest/globals';
import { followGuests, invitesOthers } from '#lib/calendar/events/write/series-guests';
import type { EventAttendeeResource } from '#lib/calendar/resources/event';
import { BOB, CAROL, SERIES, storedException, storedLunch } from '#test/support/calendar/meetings';

const DAVE = 'dave@example.com';
const rows = (...emails: string[]): EventAttendeeResource[] =>
  emails.map((email) => ({ email, responseStatus: 'needsAction' }));
const series = (...emails: string[]) =>
  storedLunch({ ...SERIES, attendees: emails.length === 0 ? undefined : rows(...emails) });
const own = (attendees?: EventAttendeeResource[]) => storedException('20260324T130000Z', { attendees });
const follow = (exception: ReturnType<typeof own>, before: string[], after: string[]) =>
  followGuests(series(...before), series(...after), exception, 9_000);

test('a series invites others when its guests change, whatever their order', () => {
  expect(invitesOthers(series(BOB, CAROL), series(CAROL, BOB))).toBe(false);
  expect(invitesOthers(series(BOB), series(CAROL))).toBe(true);
  expect(invitesOthers(series(BOB), series(BOB, CAROL))).toBe(true);
  expect(invitesOthers(series(BOB, CAROL), series(BOB))).toBe(true);
  expect(invitesOthers(series(), series())).toBe(false);
});

describe('an instance with answers of its own', () => {
  test('gets new guests, loses those who are gone, and keeps its answers', () => {
    const declined = [{ email: BOB, responseStatus: 'declined', comment: 'Away' }, ...rows(CAROL)];

    expect(follow(own(declined), [BOB, CAROL], [DAVE, BOB])).toStrictEqual({
      ...own([...rows(DAVE), { email: BOB, responseStatus: 'declined', comment: 'Away' }]),
      updatedAtMs: 9_000,
    });
  });

  test('has no list of its own when the series has no guests any more', () => {
    const after = follow(own(rows(BOB)), [BOB], []);

    expect(after).not.toHaveProperty('attendees');
    expect(after.updatedAtMs).toBe(9_000);
  });

  test('stays as it is when it has other guests, none of its own, or the same', () => {
    for (const [exception, before, after] of [
      [own(rows(BOB, DAVE)), [BOB], [BOB, CAROL]],
      [own(undefined), [BOB], [BOB, CAROL]],
      [own(rows(BOB)), [BOB], [BOB]],
    ] as const)
      expect(follow(exception, [...before], [...after])).toBe(exception);
  });
});

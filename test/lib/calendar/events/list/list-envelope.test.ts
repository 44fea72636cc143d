import { describe, expect, test } from '@jest/globals';
import type { OpenCalendar } from '#lib/calendar/access/permissions';
import { describeList } from '#lib/calendar/events/list/list-envelope';
import { primaryEntry, type Reminder } from '#lib/calendar/model/list-entry';
import { ALICE, aCalendar } from '#test/support/calendar/events';

const opened = (...defaultReminders: Reminder[]): OpenCalendar => ({
  calendar: aCalendar(),
  rules: [],
  user: undefined,
  role: 'owner',
  detailLevel: 'times',
  entry: { ...primaryEntry(ALICE, 0), seq: 1, defaultReminders },
});

describe('the tag of a list of events', () => {
  test('is the same in whatever order the database gives the fields of a reminder', () => {
    const tagOf = (reminder: Reminder) => describeList(opened(reminder), undefined, []).etag;

    expect(tagOf({ method: 'popup', minutes: 30 })).toBe(tagOf({ minutes: 30, method: 'popup' }));
    expect(tagOf({ method: 'popup', minutes: 30 })).not.toBe(tagOf({ method: 'popup', minutes: 10 }));
  });

  test('moves with the zone in which the list is asked for', () => {
    expect(describeList(opened(), 'Asia/Tokyo', []).etag).not.toBe(describeList(opened(), undefined, []).etag);
  });
});

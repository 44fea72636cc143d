/** The body of a new event from a sentence, with the calendar's zone and the user's settings. */
import type { OpenCalendar } from '#lib/calendar/access/permissions';
import type { EventResource } from '#lib/calendar/resources/event';
import type { EventDateTime } from '#lib/calendar/time/event-time';
import { settingOf } from '#lib/calendar/users/settings';
import { quickAdd } from './quick-add.ts';

const FIELD_ORDERS = ['MDY', 'DMY', 'YMD'] as const;

const onTheWire = ({ date, dateTime, timeZone }: EventDateTime) => ({
  ...(typeof date === 'string' && { date }),
  ...(typeof dateTime === 'string' && { dateTime }),
  ...(typeof timeZone === 'string' && { timeZone }),
});

export function quickAddDraft(
  text: string,
  { calendar, user }: Pick<OpenCalendar, 'calendar' | 'user'>,
  now: Date,
): EventResource {
  const order = settingOf(user, 'dateFieldOrder');
  const { start, end, recurrence, attendees, ...words } = quickAdd(text, {
    now: now.getTime(),
    timeZone: calendar.timeZone,
    dateFieldOrder: FIELD_ORDERS.find((known) => known === order) ?? 'MDY',
    defaultEventLengthMinutes: Number(settingOf(user, 'defaultEventLength')),
  });
  return {
    ...words,
    start: onTheWire(start),
    end: onTheWire(end),
    ...(recurrence !== undefined && { recurrence: [...recurrence] }),
    ...(attendees !== undefined && { attendees: attendees.map(({ email }) => ({ email })) }),
  };
}

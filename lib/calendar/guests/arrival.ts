/**
 * What a new invitation meets in the guest's calendar: it may stay hidden until it is answered, and focus time or time
 * out of office may decline it at once.
 */
import { domainOf } from '#lib/api/text/address';
import type { User } from '#lib/calendar/model/user';
import type { Instant } from '#lib/calendar/time/civil';
import { settingOf } from '#lib/calendar/users/settings';
import { automaticAnswers } from './conflicts.ts';
import type { Arrival } from './copy-event.ts';
import type { Meeting, CalendarSeries } from './meeting.ts';
import type { Propagation } from './propagation.ts';

/** Senders of the guest's own domain count as known. */
function isHiddenOnArrival(user: User | undefined, sender: string): boolean {
  const setting = settingOf(user, 'hideInvitationsSetting');
  return (
    setting === 'UNRESPONDED' ||
    (setting === 'UNKNOWN_SENDER' && user !== undefined && domainOf(user.email) !== domainOf(sender))
  );
}

/** Secondary calendars hide nothing and hold no focus time or time out of office. */
export async function decideArrival(
  { stores, log }: Pick<Propagation, 'stores' | 'log'>,
  { calendar, items }: CalendarSeries,
  meeting: Meeting,
  now: Instant,
): Promise<Arrival> {
  if (!calendar.isPrimary) return {};
  const [user, answers] = await Promise.all([
    stores.users.find(calendar.owner),
    automaticAnswers({ events: stores.events, log }, calendar, meeting, items, now),
  ]);
  return { isHidden: isHiddenOnArrival(user, meeting.event.creator.email), answers };
}

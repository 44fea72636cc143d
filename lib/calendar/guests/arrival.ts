/** What happens to an invitation when it comes: it may stay hidden until it is answered, and time set apart answers it at once. */
import { isBusy } from '../busy-times.ts';
import type { Calendar } from '../calendar.ts';
import { isMaster, type StoredEvent } from '../event.ts';
import { windowInOrder } from '../event-window.ts';
import type { WholeEvent } from '../instance.ts';
import { settingOf, type User } from '../settings.ts';
import type { CalendarStores } from '../stores.ts';
import { intervalOf } from '../time/event-time.ts';
import { rowOf, type Answer } from './copy.ts';
import type { Arrival } from './copy-event.ts';

const READ_AT_ONCE = 100;

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Senders of the guest's own domain are known. */
export function isHiddenOnArrival(user: User | undefined, sender: string): boolean {
  const setting = settingOf(user, 'hideInvitationsSetting');
  return setting === 'UNRESPONDED' || (setting === 'UNKNOWN_SENDER' && user !== undefined && domainOf(user.email) !== domainOf(sender));
}

/** The answer of time that is set apart for something else. */
export function refusalOf({ focusTimeProperties, outOfOfficeProperties }: Pick<WholeEvent, 'focusTimeProperties' | 'outOfOfficeProperties'>): Answer | undefined {
  const { autoDeclineMode = 'declineNone', declineMessage = '' } = focusTimeProperties ?? outOfOfficeProperties ?? {};
  if (autoDeclineMode === 'declineNone') return undefined;
  return { responseStatus: 'declined', ...(declineMessage !== '' && { comment: declineMessage }) };
}

/** Of a series only the guest can say; it may still fit on most days. */
async function answerAtOnce({ events }: Pick<CalendarStores, 'events'>, calendar: Calendar, invitation: StoredEvent): Promise<Answer | undefined> {
  const isOpen = rowOf(invitation.attendees, calendar.id)?.responseStatus === 'needsAction' && isBusy(invitation, calendar.id);
  if (!isOpen || isMaster(invitation)) return undefined;
  const { start, end } = intervalOf(invitation, calendar.timeZone);
  const query = { window: { after: start, before: end }, horizon: end, isExpanded: true, listsTombstones: false, wanted: READ_AT_ONCE };
  for await (const run of windowInOrder(events, calendar, query)) {
    for (const { whole } of run) {
      const refusal = refusalOf(whole);
      if (refusal !== undefined) return refusal;
    }
  }
  return undefined;
}

export async function arrivalOf(stores: Pick<CalendarStores, 'events' | 'users'>, calendar: Calendar, invitation: StoredEvent): Promise<Arrival> {
  if (!calendar.isPrimary) return {};
  const [user, answer] = await Promise.all([stores.users.find(calendar.owner), answerAtOnce(stores, calendar, invitation)]);
  return { isHidden: isHiddenOnArrival(user, invitation.creator.email), answer };
}

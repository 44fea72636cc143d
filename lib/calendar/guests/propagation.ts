/** What copies of meetings need: stores, clock and log. */
import type { Clock, Logger } from '#lib/api/context';
import type { QuotaStore } from '#lib/api/quota';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { InvitationStore } from '#lib/calendar/stores/invitations';
import type { MailingStore } from '#lib/calendar/stores/mailings';
import type { ReminderStore } from '#lib/calendar/stores/reminders';
import type { WakeUps } from '#lib/calendar/stores/wake-ups';

export interface Propagation {
  readonly stores: Pick<CalendarStores, 'calendars' | 'entries' | 'events' | 'groups' | 'jobs' | 'users'> & {
    readonly waiting: InvitationStore;
    readonly mailings: MailingStore;
    readonly reminders: ReminderStore;
    readonly quota: QuotaStore;
  };
  /** How many copies the meetings of one sender may add to other calendars in a day; 0 is no ceiling. */
  readonly copiesPerDay: number;
  /** False on a stage that sends no mail. */
  readonly sendsMail: boolean;
  /** To the function that sends letters; without it, the schedule finds them. */
  readonly wakeUps?: WakeUps | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

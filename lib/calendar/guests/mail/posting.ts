/** What sending letters needs. */
import type { QuotaStore } from '#lib/api/quota';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { MailingStore } from '#lib/calendar/stores/mailings';
import type { ReminderStore } from '#lib/calendar/stores/reminders';
import type { WakeUps } from '#lib/calendar/stores/wake-ups';
import type { Mailer } from '#lib/mail/mailer';
import type { MailDependencies } from './send-once.ts';

export interface Posting extends MailDependencies {
  readonly stores: MailDependencies['stores'] &
    Pick<CalendarStores, 'calendars' | 'events' | 'groups'> & {
      readonly mailings: MailingStore;
      readonly reminders: ReminderStore;
    };
  /** Absent on a stage that sends no mail. */
  readonly mailer?: Mailer | undefined;
  readonly quota: QuotaStore;
  /** What the letters of one user may count together on one day; 0 for any number. */
  readonly lettersPerDay: number;
  /** Also reminders of what is over by now are sent: those that a jump of a laptop's clock has passed over. */
  readonly sendsPastReminders: boolean;
  /** Without it, the schedule alone sends letters. */
  readonly wakeUps?: WakeUps | undefined;
}

/** What this folder needs: stores, mail, clock and log. */
import type { Clock, Logger } from '#lib/api/context';
import type { QuotaStore } from '#lib/api/quota';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { InvitationStore } from '#lib/calendar/stores/invitations';
import type { LetterStore } from '#lib/calendar/stores/letters';
import type { Mailer } from '#lib/mail/mailer';

export interface Propagation {
  readonly stores: Pick<CalendarStores, 'calendars' | 'entries' | 'events' | 'groups' | 'jobs' | 'users'> & {
    readonly waiting: InvitationStore;
    readonly letters: LetterStore;
    readonly quota: QuotaStore;
  };
  /** How many copies the meetings of one sender may add to other calendars in a day; 0 is no ceiling. */
  readonly copiesPerDay: number;
  /** Absent on a stage that sends no mail. */
  readonly mailer?: Mailer | undefined;
  readonly clock: Clock;
  wait(ms: number): Promise<unknown>;
  readonly log: Logger;
}

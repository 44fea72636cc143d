/** What keeping the copies of meetings alike needs. */
import type { Clock, Logger } from '#lib/api/context';
import type { Mailer } from '#lib/mail/mailer';
import type { LetterStore } from '../mail/send-once.ts';
import type { CalendarStores } from '../stores.ts';

/** An invitation to an address that is nobody's calendar here, kept until somebody comes with it. */
export interface Waiting {
  readonly email: string;
  readonly calendarId: string;
  readonly eventId: string;
}

export interface WaitingStore {
  add(invitations: readonly Waiting[]): Promise<void>;
  list(email: string): Promise<Waiting[]>;
  remove(invitations: readonly Waiting[]): Promise<void>;
}

export interface Propagation {
  readonly stores: Pick<CalendarStores, 'calendars' | 'events' | 'users'> & { readonly waiting: WaitingStore; readonly letters: LetterStore };
  /** Absent on a stage that sends no mail. */
  readonly mailer?: Mailer | undefined;
  readonly clock: Clock;
  wait(ms: number): Promise<unknown>;
  readonly log: Logger;
}

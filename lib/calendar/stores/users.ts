/** Storage of users. */
import type { Calendar } from '#lib/calendar/model/calendar';
import type { ListEntry } from '#lib/calendar/model/list-entry';
import type { AccessRule } from '#lib/calendar/model/rule';
import type { User } from '#lib/calendar/model/user';
import type { Telling } from './page.ts';

export interface NewUser {
  readonly user: User;
  readonly calendar: Calendar;
  readonly rule: AccessRule;
  readonly entry: ListEntry;
}

/** The user whose list changes, with the change counter as last read. */
export type ListOwner = Pick<User, 'email' | 'seq'>;

export interface UserStore {
  /** The user with all settings, or undefined before the first request. */
  find(email: string): Promise<User | undefined>;
  /**
   * Creates the user with a primary calendar, its list entry and owner rule in one transaction; false when the user
   * exists.
   */
  provision(newUser: NewUser): Promise<boolean>;
  /** Changes one setting; false when it has this value already, or there is no such user. */
  changeSetting(email: string, id: string, value: string, atMs: number, telling?: Telling): Promise<boolean>;
}

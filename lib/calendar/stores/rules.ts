/** Storage of access rules. */
import type { Calendar } from '#lib/calendar/model/calendar';
import type { Job } from '#lib/calendar/model/job';
import type { ListEntry } from '#lib/calendar/model/list-entry';
import type { AccessRule } from '#lib/calendar/model/rule';
import type { User } from '#lib/calendar/model/user';
import type { Page, Telling, WithSeq } from './page.ts';

/** Somebody who loses access, with their list entry. */
export interface Leaver {
  readonly user: User;
  readonly entry: WithSeq<ListEntry>;
}

export interface RuleStore {
  /** Also a removed rule, with the role `none`. */
  find(calendarId: string, ruleId: string): Promise<WithSeq<AccessRule> | undefined>;
  /** All rules by id, removed ones included. */
  list(calendarId: string, after: string | undefined, limit: number): Promise<Page<WithSeq<AccessRule>>>;
  /** Rules changed after `seq`, oldest change first. */
  listChanges(
    calendarId: string,
    seq: number,
    after: string | undefined,
    limit: number,
  ): Promise<Page<WithSeq<AccessRule>>>;
  /** Writes a rule if it is still as read. Answers the number of the change; false on a conflict. */
  replace(
    calendar: Calendar,
    rule: AccessRule,
    previous: WithSeq<AccessRule> | undefined,
    telling?: Telling,
  ): Promise<number | false>;
  /**
   * Removes a rule if it is still as read. The job removes the calendar from the lists of users who lost access; from that
   * of `leaver` it is removed at once.
   */
  remove(calendar: Calendar, rule: AccessRule, previous: WithSeq<AccessRule>, leaver?: Leaver): Promise<Job | false>;
}

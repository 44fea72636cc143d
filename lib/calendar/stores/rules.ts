/** What the rules ask of the storage of access rules. */
import type { Calendar } from '#lib/calendar/model/calendar';
import type { Job } from '#lib/calendar/model/job';
import type { AccessRule } from '#lib/calendar/model/rule';
import type { WithSeq, Page } from './page.ts';

export interface RuleStore {
  /** Removed ones included, with the role `none`. */
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
  /**
   * Writes a rule if it is still as it was read; answers the number of the change, or false when somebody was faster.
   */
  replace(calendar: Calendar, rule: AccessRule, previous: WithSeq<AccessRule> | undefined): Promise<number | false>;
  /**
   * Takes a role away if the rule is still as it was read; the job takes the calendar off the lists of those who are
   * shut out.
   */
  remove(calendar: Calendar, rule: AccessRule, previous: WithSeq<AccessRule>): Promise<Job | false>;
}

/** What the rules ask of the storage of access rules. */
import type { Numbered, Page } from './page.ts';
import type { Rule } from '#lib/calendar/model/rule';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { Job } from '#lib/calendar/model/job';

export interface RuleStore {
  /** Removed ones included, with the role `none`. */
  find(calendarId: string, ruleId: string): Promise<Numbered<Rule> | undefined>;
  /** All rules by id, removed ones included. */
  list(calendarId: string, after: string | undefined, limit: number): Promise<Page<Numbered<Rule>>>;
  /** Rules changed after `seq`, oldest change first. */
  listChanges(calendarId: string, seq: number, after: string | undefined, limit: number): Promise<Page<Numbered<Rule>>>;
  /** Writes a rule if it is still as it was read; answers the number of the change, or false when somebody was faster. */
  replace(calendar: Calendar, rule: Rule, previous: Numbered<Rule> | undefined): Promise<number | false>;
  /** Takes a role away if the rule is still as it was read; the job takes the calendar off the lists of those who are shut out. */
  remove(calendar: Calendar, rule: Rule, previous: Numbered<Rule>): Promise<Job | false>;
}

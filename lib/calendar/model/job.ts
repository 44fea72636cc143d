/** Work that one request could not finish, and a schedule continues. */

export type JobKind = 'remove' | 'clear' | 'revoke';

export interface Job {
  /**
   * `remove`: delete the items of a calendar. `clear`: write tombstones. `revoke`: update the lists of users who lost
   * access with a rule.
   */
  readonly kind: JobKind;
  readonly calendarId: string;
  /** The rule of a revocation. */
  readonly ruleId?: string | undefined;
  /** The calendar's change number at the request: distinguishes it from an earlier job of the same kind. */
  readonly seq: number;
  /** How far it has come. */
  readonly cursor?: string | undefined;
}

/** Work that a request leaves behind because one call could not finish it. */

export type JobKind = 'remove' | 'clear' | 'revoke';

export interface Job {
  /**
   * `remove`: sweep a deleted calendar away. `clear`: write tombstones. `revoke`: look whom a removed rule has shut
   * out.
   */
  readonly kind: JobKind;
  readonly calendarId: string;
  /** The rule of a revocation. */
  readonly ruleId?: string | undefined;
  /** The calendar's change number when it was asked for: tells a job from an earlier one of the same kind. */
  readonly seq: number;
  /** How far it has come. */
  readonly cursor?: string | undefined;
}

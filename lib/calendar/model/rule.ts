/** A rule that gives somebody a role on a calendar. */
import type { Role } from './roles.ts';

export interface AccessRule {
  /** `user:EMAIL`, `group:EMAIL`, `domain:NAME` or `default`. */
  readonly id: string;
  /** `none` after it was removed: kept so that a sync can report it. */
  readonly role: Role;
  readonly updatedAtMs: number;
}

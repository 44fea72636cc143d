/** A rule that gives somebody a role on a calendar. */
import type { Role } from './roles.ts';

export interface AccessRule {
  /** `user:EMAIL`, `group:EMAIL`, `domain:NAME` or `default`. */
  readonly id: string;
  /** `none` once it was removed: kept so that a sync can tell. */
  readonly role: Role;
  readonly updatedAtMs: number;
}

/** What the rules ask of the storage of groups. */
import type { Group, Groups } from '#lib/calendar/model/groups';

export interface GroupStore {
  /** Which import the groups are from. */
  version(): Promise<number>;
  /** All groups; those of an import that is under way may be among them, under the version before. */
  load(): Promise<{ readonly version: number; readonly groups: readonly Group[] }>;
  /** Others stay as they are; a group without members is removed. */
  replace(groups: readonly Group[]): Promise<void>;
}

export interface KnownGroups {
  /** As of a minute ago at most. */
  latest(): Promise<Groups>;
  /**
   * A read that depends on what somebody wants of the groups. When what is known of them may be outdated, it is begun
   * with that all the same, the database is asked beside it, and it is repeated only if the difference matters to it.
   */
  reading<W, T>(wanted: (groups: Groups) => W, read: (wanted: W) => Promise<T>): Promise<T>;
}

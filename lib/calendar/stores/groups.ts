/** Storage of groups. */
import type { Group, Groups } from '#lib/calendar/model/groups';

export interface GroupStore {
  /** The number of the last import. */
  version(): Promise<number>;
  /** All groups. During an import, some may be new while the version is still the old one. */
  load(): Promise<{ readonly version: number; readonly groups: readonly Group[] }>;
  /** Replaces these groups and leaves the others; a group without members is removed. */
  replace(groups: readonly Group[]): Promise<void>;
}

export interface KnownGroups {
  /** At most a minute old. */
  latest(): Promise<Groups>;
  /**
   * A read that depends on the groups. If the cached groups may be outdated, the read starts with them all the same
   * while the database is asked, and is repeated only if the difference matters to it.
   */
  reading<W, T>(wanted: (groups: Groups) => W, read: (wanted: W) => Promise<T>): Promise<T>;
}

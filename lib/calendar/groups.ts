/** Who belongs to which group of the stage, kept in memory, and reads that depend on it. */
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#lib/api/context';

export interface Group {
  readonly address: string;
  readonly members: readonly string[];
}

/** All groups of a stage, looked up from both sides. */
export interface Groups {
  /** Undefined when it is no group. */
  membersOf(address: string): readonly string[] | undefined;
  groupsOf(email: string): readonly string[];
}

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

/** A change of a group counts after a minute at the latest, like a revoked API key. */
const RECENT_MS = 60_000;

export function groupsFrom(groups: readonly Group[]): Groups {
  const members = new Map(groups.map((group) => [group.address, group.members]));
  const memberships = new Map<string, string[]>();
  for (const group of groups) {
    for (const email of group.members) {
      const known = memberships.get(email);
      if (known === undefined) memberships.set(email, [group.address]);
      else known.push(group.address);
    }
  }
  return { membersOf: (address) => members.get(address), groupsOf: (email) => memberships.get(email) ?? [] };
}

const NONE = groupsFrom([]);

export function knownGroups(store: GroupStore, clock: Clock): KnownGroups {
  let known: { readonly version: number; readonly groups: Groups; readonly askedAtMs: number } | undefined;
  let asking: Promise<Groups> | undefined;

  async function ask(): Promise<Groups> {
    const askedAtMs = clock.now().getTime();
    if (known !== undefined && (await store.version()) === known.version) known = { ...known, askedAtMs };
    else {
      const { version, groups } = await store.load();
      known = { version, groups: groupsFrom(groups), askedAtMs };
    }
    return known.groups;
  }

  const recent = (): Groups | undefined =>
    known !== undefined && clock.now().getTime() - known.askedAtMs < RECENT_MS ? known.groups : undefined;

  /** Requests of one process that wait for it wait for the same answer. */
  function askOnce(): Promise<Groups> {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    latest: async () => recent() ?? askOnce(),

    async reading(wanted, read) {
      const groups = recent();
      if (groups !== undefined) return read(wanted(groups));
      const supposed = wanted(known?.groups ?? NONE);
      const [found, latest] = await Promise.all([read(supposed), askOnce()]);
      const right = wanted(latest);
      return isDeepStrictEqual(right, supposed) ? found : read(right);
    },
  };
}

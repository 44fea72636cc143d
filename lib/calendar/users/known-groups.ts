/** Who belongs to which group of the stage, kept in memory, and reads that depend on it. */
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#lib/api/context';
import { type Groups, groupsFrom } from '#lib/calendar/model/groups';
import type { GroupStore, KnownGroups } from '#lib/calendar/stores/groups';

/** A change of a group counts after a minute at the latest, like a revoked API key. */
const RECENT_MS = 60_000;
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

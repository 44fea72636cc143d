/** The groups of the stage, cached in memory, and reads that depend on them. */
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#lib/api/context';
import { remembered } from '#lib/api/process/remembered';
import { type Groups, groupsFrom } from '#lib/calendar/model/groups';
import type { GroupStore, KnownGroups } from '#lib/calendar/stores/groups';

/** A change of a group applies after at most a minute, like a revoked API key. */
const RECENT_MS = 60_000;
const NONE = groupsFrom([]);

/** They are forgotten when a local stack replaces its data. */
export function knownGroups(store: GroupStore, clock: Clock): KnownGroups {
  const current = remembered(() => groupsInMemory(store, clock));
  return {
    latest: () => current().latest(),
    reading: (wanted, read) => current().reading(wanted, read),
  };
}

function groupsInMemory(store: GroupStore, clock: Clock): KnownGroups {
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

  /** Requests of one process share one read. */
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
      const assumed = wanted(known?.groups ?? NONE);
      const [found, latest] = await Promise.all([read(assumed), askOnce()]);
      const actual = wanted(latest);
      return isDeepStrictEqual(actual, assumed) ? found : read(actual);
    },
  };
}

/** conversion.updateAvailability: each mark is judged and set for itself; the last one written counts. */
import { EMPTY_SETUP, setupsOf } from '#lib/ads/attribution/advertiser-setup';
import { allOrError, tryEntry, entriesOf, successes, mapSuccesses } from '#lib/ads/batch/batch';
import { findDistinct } from '#lib/ads/batch/find-distinct';
import type { AdsStores } from '#lib/ads/stores/all';
import type { Clock } from '#lib/api/context';
import { advertiserRef, markOf, readAvailability, requireAdvertiser, type AvailabilityFields } from './availability.ts';

interface Dependencies {
  readonly stores: Pick<AdsStores, 'advertisers' | 'availability' | 'entities' | 'grants'>;
  readonly caller: { readonly email: string };
  readonly clock: Clock;
}

export async function updateAvailability(
  body: unknown,
  { stores, caller, clock }: Dependencies,
): Promise<AvailabilityFields[]> {
  const entries = entriesOf(body, 'availabilities');
  const nowMs = clock.now().getTime();
  const read = entries.map((entry) => tryEntry(() => readAvailability(entry, nowMs)));

  const [grants, advertiserOf] = await Promise.all([
    stores.grants.listFor(caller.email),
    findDistinct(successes(read).map(advertiserRef), (refs) => stores.entities.findAll(refs)),
  ]);
  const allowed = mapSuccesses(read, (fields) => ({
    fields,
    advertiserId: requireAdvertiser(fields, advertiserOf(advertiserRef(fields)), grants),
  }));
  const setupOf = await setupsOf(
    successes(allowed).map(({ advertiserId }) => advertiserId),
    stores,
  );
  const marked = mapSuccesses(allowed, ({ fields, advertiserId }) =>
    markOf(fields, advertiserId, setupOf(advertiserId) ?? EMPTY_SETUP, nowMs),
  );

  await stores.availability.putAll(successes(marked).map(({ mark }) => mark));
  return allOrError(marked, () => '').map(({ answer }) => answer);
}

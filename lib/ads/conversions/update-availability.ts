/** conversion.updateAvailability: each mark is judged and set for itself; the last one written counts. */
import type { Clock } from '#lib/api/context';
import { EMPTY_SETUP, setupsOf } from '#lib/ads/attribution/advertiser-setup';
import { advertiserRef, markOf, readAvailability, requireAdvertiser, type AvailabilityFields } from './availability.ts';
import { allOrError, attempt, entriesOf, good, onward } from '#lib/ads/batch/batch';
import { findDistinct } from '#lib/ads/batch/find-distinct';
import type { AdsStores } from '#lib/ads/stores/all';

interface Surroundings {
  readonly stores: Pick<AdsStores, 'advertisers' | 'availability' | 'entities' | 'grants'>;
  readonly caller: { readonly email: string };
  readonly clock: Clock;
}

export async function updateAvailability(body: unknown, { stores, caller, clock }: Surroundings): Promise<AvailabilityFields[]> {
  const entries = entriesOf(body, 'availabilities');
  const nowMs = clock.now().getTime();
  const read = entries.map((entry) => attempt(() => readAvailability(entry, nowMs)));

  const [grants, advertiserOf] = await Promise.all([
    stores.grants.listFor(caller.email),
    findDistinct(good(read).map(advertiserRef), (refs) => stores.entities.findAll(refs)),
  ]);
  const allowed = onward(read, (fields) => ({ fields, advertiserId: requireAdvertiser(fields, advertiserOf(advertiserRef(fields)), grants) }));
  const setupOf = await setupsOf(
    good(allowed).map(({ advertiserId }) => advertiserId),
    stores,
  );
  const marked = onward(allowed, ({ fields, advertiserId }) => markOf(fields, advertiserId, setupOf(advertiserId) ?? EMPTY_SETUP, nowMs));

  await stores.availability.putAll(good(marked).map(({ mark }) => mark));
  return allOrError(marked, () => '').map(({ answer }) => answer);
}

/**
 * Attributes the entries of a batch together: two steps of look-ups, however many entries there are; one when no click
 * is among them.
 */
import { successes, mapSuccesses, type Outcome } from '#lib/ads/batch/batch';
import { findDistinct } from '#lib/ads/batch/find-distinct';
import type { AdvertiserSetup } from '#lib/ads/model/advertiser';
import type { ConversionFields } from '#lib/ads/model/conversion';
import { clickNotFound } from '#lib/ads/model/fault';
import type { Grant } from '#lib/ads/model/grant';
import type { Visit } from '#lib/ads/model/visit';
import type { AdsStores } from '#lib/ads/stores/all';
import { setupsOf } from './advertiser-setup.ts';
import { attributeToKeyword, attributeToVisit, checkClickAge, refsOfPath, requireVisit } from './attribution.ts';
import type { Attribution, ClickOrKeyword, CLICK_DAYS } from './attribution.ts';

export interface Claimed {
  readonly fields: ConversionFields;
  readonly claim: ClickOrKeyword;
}

interface Purpose {
  readonly clicks: keyof typeof CLICK_DAYS;
  readonly needsSetup: (fields: ConversionFields) => boolean;
}

interface Dependencies {
  readonly stores: Pick<AdsStores, 'advertisers' | 'entities' | 'settings' | 'visits'>;
  /** Promised: they are read in parallel with what the entries name. */
  readonly grants: Promise<readonly Grant[]>;
  readonly nowMs: number;
}

interface Attributed<C> {
  readonly attributed: Outcome<C & { readonly attribution: Attribution }>[];
  /** Knows the advertisers of all entries that `needsSetup` asked it for. */
  readonly setupOf: (advertiserId: string) => AdvertiserSetup | undefined;
}

const advertiserNamed = ({ fields, claim }: Claimed): string[] =>
  claim.mode === 'keyword' && fields.advertiserId !== undefined ? [fields.advertiserId] : [];

export async function attributeAll<C extends Claimed>(
  claimed: readonly Outcome<C>[],
  { clicks, needsSetup }: Purpose,
  { stores, grants: granted, nowMs }: Dependencies,
): Promise<Attributed<C>> {
  const claims = successes(claimed).map(({ claim }) => claim);
  const inNeed = successes(claimed).filter(({ fields }) => needsSetup(fields));
  const [grants, namedSetup, visitOf, keywordEntity] = await Promise.all([
    granted,
    setupsOf(inNeed.flatMap(advertiserNamed), stores),
    findDistinct(
      claims.flatMap((claim) => (claim.mode === 'visit' ? [claim.clickId] : [])),
      (clickIds) => stores.visits.findAll(clickIds),
    ),
    findDistinct(
      claims.flatMap((claim) =>
        claim.mode === 'keyword' ? [claim.criterion, ...(claim.ad === undefined ? [] : [claim.ad])] : [],
      ),
      (refs) => stores.entities.findAll(refs),
    ),
  ]);

  const visited = mapSuccesses(claimed, (entry) => {
    if (entry.claim.mode === 'keyword') return { entry, visit: undefined };
    const visit = requireVisit(entry.claim.clickId, visitOf(entry.claim.clickId), grants);
    if (stores.settings.rejectsOldClicks) checkClickAge(visit, clicks, nowMs);
    return { entry, visit };
  });
  const advertiserFound = ({ claim }: Claimed, visit: Visit | undefined): string | undefined =>
    claim.mode === 'keyword' ? keywordEntity(claim.criterion)?.legacy.advertiserId : visit?.legacy.advertiserId;
  const [visitEntity, foundSetup] = await Promise.all([
    findDistinct(
      successes(visited).flatMap(({ visit }) => (visit === undefined ? [] : refsOfPath(visit.legacy))),
      (refs) => stores.entities.findAll(refs),
    ),
    setupsOf(
      successes(visited).flatMap(({ entry, visit }) => {
        const advertiserId = needsSetup(entry.fields) ? advertiserFound(entry, visit) : undefined;
        return advertiserId === undefined || namedSetup(advertiserId) !== undefined ? [] : [advertiserId];
      }),
      stores,
    ),
  ]);

  const attributionOf = ({ fields, claim }: Claimed, visit: Visit | undefined): Attribution => {
    if (claim.mode === 'keyword')
      return attributeToKeyword(fields, keywordEntity(claim.criterion), claim.ad && keywordEntity(claim.ad), grants);
    if (visit === undefined) throw clickNotFound(claim.clickId);
    return attributeToVisit(fields, visit, visitEntity);
  };
  return {
    attributed: mapSuccesses(visited, ({ entry, visit }) => ({ ...entry, attribution: attributionOf(entry, visit) })),
    setupOf: (advertiserId) => namedSetup(advertiserId) ?? foundSetup(advertiserId),
  };
}

/** Attributes the entries of a batch together: two steps of look-ups, however many entries there are. */
import { attributeToKeyword, attributeToVisit, checkClickAge, refsOfPath, requireVisit } from './attribution.ts';
import type { Attribution, Claim, CLICK_DAYS, Visit } from './attribution.ts';
import { good, onward, type Outcome } from './batch.ts';
import type { ConversionFields } from './conversion.ts';
import { clickNotFound } from './fault.ts';
import { findDistinct } from './find-distinct.ts';
import type { Grant } from './grant.ts';
import type { AdsStores } from './stores.ts';

export interface Claimed {
  readonly fields: ConversionFields;
  readonly claim: Claim;
}

interface Surroundings {
  readonly stores: Pick<AdsStores, 'entities' | 'visits'>;
  /** On their way: they are read together with what the entries name. */
  readonly grants: Promise<readonly Grant[]>;
  readonly nowMs: number;
}

export async function attributeAll<C extends Claimed>(
  claimed: readonly Outcome<C>[],
  purpose: keyof typeof CLICK_DAYS,
  { stores, grants: granted, nowMs }: Surroundings,
): Promise<Outcome<C & { readonly attribution: Attribution }>[]> {
  const claims = good(claimed).map(({ claim }) => claim);
  const [grants, visitOf, keywordEntity] = await Promise.all([
    granted,
    findDistinct(
      claims.flatMap((claim) => (claim.mode === 'visit' ? [claim.clickId] : [])),
      (clickIds) => stores.visits.findAll(clickIds),
    ),
    findDistinct(
      claims.flatMap((claim) => (claim.mode === 'keyword' ? [claim.criterion, ...(claim.ad === undefined ? [] : [claim.ad])] : [])),
      (refs) => stores.entities.findAll(refs),
    ),
  ]);

  const visited = onward(claimed, (entry) => {
    if (entry.claim.mode === 'keyword') return { entry, visit: undefined };
    const visit = requireVisit(entry.claim.clickId, visitOf(entry.claim.clickId), grants);
    checkClickAge(visit, purpose, nowMs);
    return { entry, visit };
  });
  const visitEntity = await findDistinct(
    good(visited).flatMap(({ visit }) => (visit === undefined ? [] : refsOfPath(visit.legacy))),
    (refs) => stores.entities.findAll(refs),
  );

  const attributionOf = ({ fields, claim }: Claimed, visit: Visit | undefined): Attribution => {
    if (claim.mode === 'keyword') return attributeToKeyword(fields, keywordEntity(claim.criterion), claim.ad && keywordEntity(claim.ad), grants);
    if (visit === undefined) throw clickNotFound(claim.clickId);
    return attributeToVisit(fields, visit, visitEntity);
  };
  return onward(visited, ({ entry, visit }) => ({ ...entry, attribution: attributionOf(entry, visit) }));
}

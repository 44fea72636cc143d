/** Whether the ids of a scope belong together, and what of them the caller may see. */
import { refuse } from '#lib/ads/batch/batch';
import type { Entity } from '#lib/ads/model/entity';
import { mayRead, type Grant } from '#lib/ads/model/grant';
import type { EntityRef } from '#lib/ads/model/visit';
import type { Scope } from '#lib/ads/reports/plan/plan';
import type { Visible } from '#lib/ads/reports/plan/warehouse';
import { forbidden } from '#lib/api/errors';

const KINDS = [
  ['adId', 'AD'],
  ['keywordId', 'CRITERION'],
  ['adGroupId', 'AD_GROUP'],
  ['campaignId', 'CAMPAIGN'],
  ['engineAccountId', 'ACCOUNT'],
  ['advertiserId', 'ADVERTISER'],
] as const;

/** The lowest entities of a scope: a keyword and an ad can be given together. */
export function lowestOf(scope: Scope): EntityRef[] {
  const refs = KINDS.flatMap(([level, kind]): EntityRef[] => {
    const id = scope[level];
    return id === undefined ? [] : [{ space: 'legacy', kind, id }];
  });
  return refs.slice(0, scope.adId !== undefined && scope.keywordId !== undefined ? 2 : 1);
}

const LINE = ['agencyId', 'advertiserId', 'engineAccountId', 'campaignId', 'adGroupId'] as const;

/** What the caller may see of the scope; `found` answers `lowestOf`. */
export function requireScope(
  scope: Scope,
  found: readonly (Entity | undefined)[],
  grants: readonly Grant[],
): Visible[] {
  const { agencyId, advertiserId } = scope;
  const ofAgency = agencyId === undefined ? grants : grants.filter((grant) => grant.agencyId === agencyId);
  const mayNot =
    agencyId !== undefined &&
    (advertiserId === undefined ? ofAgency.length === 0 : !mayRead(grants, { agencyId, advertiserId }));
  if (mayNot)
    throw forbidden(
      'forbidden',
      `User does not have permission to view ${advertiserId === undefined ? `agency ${agencyId}` : `advertiser ${advertiserId}`}.`,
    );
  for (const entity of found) {
    if (entity === undefined) throw refuse('reportScope names something that does not exist.');
    const wrong = LINE.find((level) => scope[level] !== undefined && scope[level] !== entity.legacy[level]);
    if (wrong !== undefined) throw refuse(`reportScope: ${wrong} is not of the same line as the other ids.`);
  }
  if (agencyId !== undefined && advertiserId !== undefined) return [{ agencyId, advertiserId }];
  return ofAgency.map((grant) => ({ agencyId: grant.agencyId, advertiserId: grant.advertiserId }));
}

/**
 * Attribution: which click, keyword and ad a conversion belongs to. Read `claimOf` (what the uploader says) first, then
 * `attributeToVisit` and `attributeToKeyword`; `attribute-all.ts` does the look-ups for a batch.
 *
 * Every entity has ids in two spaces: `legacy` (agency 1, advertiser 2, account 3, campaign 4, ad group 5, keyword 6)
 * and `new` (customer 1231231234, campaign 40, ad group 50, keyword 60). A conversion gets both paths.
 *
 * - By click: `{ clickId: 'c1' }` finds the visit, which knows its legacy path. Other ids may be given, but must agree:
 *   with `criterionId: '7'` the answer is "Field 'criterionId' does not agree with click ID 'c1'".
 * - By keyword: `{ customerId: '123-123-1234', campaignId: '40', adGroupId: '50', criterionId: '60', adId: '0' }` finds
 *   keyword 60 in ad group 50 of the customer. Ids on the way must be right; ad 0 means "not known".
 */
import type { ConversionFields, IdField } from '#lib/ads/model/conversion';
import { customerDigits, type Entity, type LegacyPath, type NewPath } from '#lib/ads/model/entity';
import { clickNotFound, Fault, missingField } from '#lib/ads/model/fault';
import { mayRead, requireWritable, type Grant } from '#lib/ads/model/grant';
import type { EntityRef, Visit } from '#lib/ads/model/visit';

/** What a conversion or an update says about where it belongs. */
export type ClickOrKeyword =
  | { readonly mode: 'visit'; readonly clickId: string }
  | { readonly mode: 'keyword'; readonly criterion: EntityRef; readonly ad: EntityRef | undefined };

export interface Attribution {
  readonly legacy: LegacyPath & { readonly advertiserId: string };
  readonly modern?: NewPath | undefined;
  readonly visit?: Visit | undefined;
}

/** The ad that stands for "not known". */
const UNKNOWN_AD = '0';

const required = (fields: ConversionFields, field: IdField): string => {
  const value = fields[field];
  if (value === undefined) throw missingField(field);
  return value;
};

function keywordClaim(fields: ConversionFields): ClickOrKeyword {
  const { adId, criterionId: id = '' } = fields;
  const hasAd = adId !== undefined && adId !== UNKNOWN_AD;
  if (fields.customerId !== undefined) {
    const customerId = customerDigits(fields.customerId);
    required(fields, 'campaignId');
    const adGroupId = required(fields, 'adGroupId');
    const refTo = (kind: 'CRITERION' | 'AD', lowest: string): EntityRef => ({
      space: 'new',
      kind,
      customerId,
      adGroupId,
      id: lowest,
    });
    return { mode: 'keyword', criterion: refTo('CRITERION', id), ad: hasAd ? refTo('AD', adId) : undefined };
  }
  for (const field of ['agencyId', 'advertiserId', 'engineAccountId', 'campaignId'] as const) required(fields, field);
  return {
    mode: 'keyword',
    criterion: { space: 'legacy', kind: 'CRITERION', id },
    ad: hasAd ? { space: 'legacy', kind: 'AD', id: adId } : undefined,
  };
}

/** The click decides where both a click and a keyword are given. */
export function claimOf(fields: ConversionFields): ClickOrKeyword {
  if (fields.clickId !== undefined) return { mode: 'visit', clickId: fields.clickId };
  if (fields.criterionId === undefined) throw missingField('clickId or criterionId');
  return keywordClaim(fields);
}

const TOP = ['agencyId', 'advertiserId', 'engineAccountId'] as const;
const BRANCH = ['campaignId', 'adGroupId', 'criterionId', 'adId'] as const;

/** The first given id that differs from the path; undefined when all agree. */
export function differingField(
  fields: ConversionFields,
  legacy: LegacyPath,
  modern: NewPath | undefined,
): IdField | undefined {
  const branch = fields.customerId === undefined ? legacy : modern;
  const isOther = (given: string | undefined, actual: string | undefined): boolean =>
    given !== undefined && given !== actual;
  const isOtherAd = (given: string | undefined, actual: string | undefined): boolean =>
    isOther(given, actual) && !(given === UNKNOWN_AD && actual === undefined);
  if (fields.customerId !== undefined && customerDigits(fields.customerId) !== modern?.customerId) return 'customerId';
  return (
    TOP.find((field) => isOther(fields[field], legacy[field])) ??
    BRANCH.find((field) => (field === 'adId' ? isOtherAd : isOther)(fields[field], branch?.[field]))
  );
}

/** The visit behind a click id, of an advertiser that the caller may see. */
export function requireVisit(clickId: string, visit: Visit | undefined, grants: readonly Grant[]): Visit {
  if (visit === undefined || !mayRead(grants, visit.legacy)) throw clickNotFound(clickId);
  requireWritable(grants, visit.legacy);
  return visit;
}

/** The lowest entities of a path, which know its ids in the new space. */
export function refsOfPath(legacy: LegacyPath): EntityRef[] {
  const lowest = (
    [
      ['CRITERION', legacy.criterionId],
      ['AD_GROUP', legacy.adGroupId],
      ['CAMPAIGN', legacy.campaignId],
      ['ACCOUNT', legacy.engineAccountId],
    ] as const
  ).find(([, id]) => id !== undefined);
  const refTo = (kind: 'CRITERION' | 'AD_GROUP' | 'CAMPAIGN' | 'ACCOUNT' | 'AD', id: string): EntityRef => ({
    space: 'legacy',
    kind,
    id,
  });
  return [
    ...(lowest?.[1] === undefined ? [] : [refTo(lowest[0], lowest[1])]),
    ...(legacy.adId === undefined || legacy.adId === UNKNOWN_AD ? [] : [refTo('AD', legacy.adId)]),
  ];
}

const modernOf = (entity: Entity | undefined, adId: string | undefined): NewPath | undefined =>
  entity?.modern === undefined ? undefined : { ...entity.modern, ...(adId !== undefined && { adId }) };

/** The same path in the new space, as far as the entities know it. */
export function modernPathOf(
  legacy: LegacyPath,
  entityOf: (ref: EntityRef) => Entity | undefined,
): NewPath | undefined {
  const refs = refsOfPath(legacy);
  const lowest = refs.find(({ kind }) => kind !== 'AD');
  const ad = refs.find(({ kind }) => kind === 'AD');
  return modernOf(
    lowest && entityOf(lowest),
    legacy.adId === UNKNOWN_AD ? UNKNOWN_AD : (ad && entityOf(ad))?.modern?.adId,
  );
}

/** By click: the visit's own ids, and what the entities know about the new space. */
export function attributeToVisit(
  fields: ConversionFields,
  visit: Visit,
  entityOf: (ref: EntityRef) => Entity | undefined,
): Attribution {
  const modern = modernPathOf(visit.legacy, entityOf);
  const other = differingField(fields, visit.legacy, modern);
  if (other !== undefined) throw new Fault(`Field '${other}' does not agree with click ID '${visit.clickId}'`);
  return { legacy: visit.legacy, modern, visit };
}

/** By keyword: every id that leads to it must be right. */
export function attributeToKeyword(
  fields: ConversionFields,
  criterion: Entity | undefined,
  ad: Entity | undefined,
  grants: readonly Grant[],
): Attribution {
  const { agencyId = '', advertiserId, criterionId = '', adId } = fields;
  if (fields.customerId === undefined) requireWritable(grants, { agencyId, advertiserId });
  if (criterion === undefined) throw new Fault(`Criterion ID '${criterionId}' is not found`);
  const owner = criterion.legacy.advertiserId ?? '';
  requireWritable(grants, { agencyId: criterion.legacy.agencyId, advertiserId: owner });

  const { adId: _, ...withoutAd } = fields;
  const isAdKnown = adId !== undefined && adId !== UNKNOWN_AD;
  const other = differingField(withoutAd, criterion.legacy, criterion.modern);
  if (other !== undefined) throw new Fault(`Field '${other}' does not lead to criterion ID '${criterionId}'`);
  if (criterion.legacy.adGroupId !== undefined && fields.adGroupId === undefined) throw missingField('adGroupId');
  if (isAdKnown && (ad === undefined || ad.legacy.adGroupId !== criterion.legacy.adGroupId))
    throw new Fault(`Ad ID '${adId}' is not found`);

  const legacyAd = isAdKnown ? ad?.legacy.adId : adId;
  return {
    legacy: { ...criterion.legacy, advertiserId: owner, ...(legacyAd !== undefined && { adId: legacyAd }) },
    modern: modernOf(criterion, isAdKnown ? ad?.modern?.adId : adId),
  };
}

const DAY_MS = 86_400_000;
export const CLICK_DAYS = { insert: 90, update: 60 } as const;

/** Old clicks are refused. */
export function checkClickAge({ clickId, timestampMs }: Visit, purpose: keyof typeof CLICK_DAYS, nowMs: number): void {
  const days = CLICK_DAYS[purpose];
  if (nowMs - timestampMs > days * DAY_MS) throw new Fault(`Click ID '${clickId}' is older than ${String(days)} days`);
}

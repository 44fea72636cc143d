/** conversion.get and getByCustomerId: the conversions of one account, day by day, page by page. */
import { hash } from 'node:crypto';
import { toWire, type AnswerSpace, type Conversion, type ConversionFields } from '#lib/ads/model/conversion';
import { customerDigits, type Entity } from '#lib/ads/model/entity';
import { requireVisible } from '#lib/ads/model/grant';
import type { EntityRef } from '#lib/ads/model/visit';
import type { conversionWindow } from '#lib/ads/parameters';
import type { AdsStores, Bookmark, ConversionWindow } from '#lib/ads/stores/all';
import { notFound } from '#lib/api/errors';
import type { StaticParameters } from '#lib/api/schema';
import { daysBetween } from './conversion-days.ts';
import { MIN_PASSED, readPage, type Page } from './conversion-pages.ts';

type Window = StaticParameters<typeof conversionWindow>;

export interface AccountQuestion extends Window {
  readonly agencyId?: string | undefined;
  readonly advertiserId?: string | undefined;
  readonly engineAccountId?: string | undefined;
  readonly customerId?: string | undefined;
}

interface Dependencies {
  readonly stores: Pick<AdsStores, 'bookmarks' | 'conversions' | 'entities' | 'grants'>;
  readonly caller: { readonly email: string };
}

const refOf = ({ customerId, engineAccountId }: AccountQuestion): EntityRef =>
  engineAccountId === undefined
    ? { space: 'new', kind: 'ACCOUNT', customerId: customerDigits(customerId ?? '') }
    : { space: 'legacy', kind: 'ACCOUNT', id: engineAccountId };

/** Every id that the question gives must lead to the account. */
function requireLineage({ legacy, modern }: Entity, question: AccountQuestion): void {
  const isOther = (given: string | undefined, actual: string | undefined): boolean =>
    given !== undefined && given !== actual;
  const { agencyId, advertiserId, engineAccountId, customerId } = question;
  const isForeign =
    isOther(agencyId, legacy.agencyId) ||
    isOther(advertiserId, legacy.advertiserId) ||
    isOther(engineAccountId, legacy.engineAccountId) ||
    isOther(customerId && customerDigits(customerId), modern?.customerId);
  if (isForeign) throw notFound();
}

const FILTERS = ['campaignId', 'adGroupId', 'criterionId', 'adId'] as const;

type Filter = (typeof FILTERS)[number];

/** What the filters of the new id space name, by field; a criterion or an ad is known within its ad group alone. */
function filterRefs({ customerId, ...question }: AccountQuestion): [Filter, EntityRef][] {
  if (customerId === undefined) return [];
  const named = { space: 'new', customerId: customerDigits(customerId) } as const;
  const { campaignId, adGroupId, criterionId, adId } = question;
  return [
    ...(campaignId === undefined ? [] : [['campaignId', { ...named, kind: 'CAMPAIGN', id: campaignId }] as const]),
    ...(adGroupId === undefined ? [] : [['adGroupId', { ...named, kind: 'AD_GROUP', id: adGroupId }] as const]),
    ...(adGroupId === undefined || criterionId === undefined
      ? []
      : [['criterionId', { ...named, kind: 'CRITERION', adGroupId, id: criterionId }] as const]),
    ...(adGroupId === undefined || adId === undefined
      ? []
      : [['adId', { ...named, kind: 'AD', adGroupId, id: adId }] as const]),
  ].map(([field, ref]): [Filter, EntityRef] => [field, ref]);
}

/**
 * Filters speak the id space of the question. A conversion has ids of the new space only when its keyword has one, so what
 * a filter names there is compared by the legacy id of the entity as well.
 */
function matcher(
  question: AccountQuestion,
  { space }: AnswerSpace,
  named: ReadonlyMap<Filter, Entity | undefined>,
): (conversion: Conversion) => boolean {
  const wanted = FILTERS.filter((field) => question[field] !== undefined);
  return ({ legacy, modern }) =>
    wanted.every((field) => {
      if (space === 'legacy') return legacy[field] === question[field];
      const legacyId = named.get(field)?.legacy[field];
      return modern?.[field] === question[field] || (legacyId !== undefined && legacy[field] === legacyId);
    });
}

function windowOf({ legacy, networkTimeZone }: Entity, { startDate, endDate }: AccountQuestion): ConversionWindow {
  return {
    advertiserId: legacy.advertiserId ?? '',
    engineAccountId: legacy.engineAccountId,
    ...daysBetween(startDate, endDate, networkTimeZone),
  };
}

/** Pages of the same question share their bookmarks; another caller's pages do not mix in. */
const readerOf = (email: string, { startRow: _, rowCount: __, ...question }: AccountQuestion): string =>
  hash('sha256', JSON.stringify([email, Object.entries(question).sort()]), 'base64url');

const isSame = (one: ConversionWindow, other: ConversionWindow): boolean =>
  one.advertiserId === other.advertiserId &&
  one.engineAccountId === other.engineAccountId &&
  one.fromMs === other.fromMs &&
  one.untilMs === other.untilMs;

/**
 * A client that pages through meets the process that answered its last page, most of the time: its page is then read
 * while its rights are, and nothing of it is used before they are known. Where the page begins is kept meanwhile, for
 * processes that answer pages after it.
 */
export async function listConversions(
  question: AccountQuestion,
  { stores, caller }: Dependencies,
): Promise<ConversionFields[]> {
  const { startDate, endDate, startRow, rowCount, customerId } = question;
  daysBetween(startDate, endDate, 'UTC');
  const answer: AnswerSpace = customerId === undefined ? { space: 'legacy' } : { space: 'new', customerId };
  const reader = readerOf(caller.email, question);
  const refs = filterRefs(question);
  // A bookmark that is lost costs another process some rows to pass over, and no client its answer.
  const keep = (bookmark: Bookmark): Promise<void> => stores.bookmarks.keep(reader, bookmark).catch(() => undefined);
  const page = (
    window: ConversionWindow,
    bookmark: Bookmark | undefined,
    named: readonly (Entity | undefined)[] = [],
  ): Promise<Page> => {
    const matches = matcher(question, answer, new Map(refs.map(([field], index) => [field, named[index]])));
    return readPage(stores.conversions, { window, bookmark, startRow, rowCount, matches, keep });
  };

  const recalled = stores.bookmarks.recall(reader, startRow);
  const [grants, found, kept, early, named] = await Promise.all([
    stores.grants.listFor(caller.email),
    stores.entities.find(refOf(question)),
    recalled === undefined && startRow >= MIN_PASSED ? stores.bookmarks.find(reader, startRow) : recalled,
    // With filters that have to be looked up first, the page waits for them.
    refs.length === 0 ? recalled && page(recalled.window, recalled) : undefined,
    refs.length === 0 ? [] : stores.entities.findAll(refs.map(([, ref]) => ref)),
    recalled !== undefined && startRow >= MIN_PASSED ? keep(recalled) : undefined,
  ]);
  const account = requireVisible(grants, found);
  requireLineage(account, question);

  const window = windowOf(account, question);
  const bookmark = kept !== undefined && isSame(kept.window, window) ? kept : undefined;
  const read = early !== undefined && bookmark !== undefined ? early : await page(window, bookmark, named);
  if (read.next !== undefined) stores.bookmarks.remember(reader, read.next);
  return read.conversions.map((conversion) => toWire(conversion, answer));
}

/** An empty list has no `conversion` at all. */
export const conversionList = (conversion: ConversionFields[]): { kind: string; conversion?: ConversionFields[] } => ({
  kind: 'doubleclicksearch#conversionList',
  ...(conversion.length > 0 && { conversion }),
});

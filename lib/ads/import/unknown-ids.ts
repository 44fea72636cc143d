/**
 * Ids in a file that nothing imported has. Files may come in any order, so their rows are kept and count from the import
 * that brings the entity on; but whoever mistyped an id must hear of it.
 */
import type { AdsStores } from '#lib/ads/stores/all';
import type { Kind } from './kinds.ts';
import type { UnknownIds } from './report.ts';

const LEVELS: Readonly<Record<string, 'AGENCY' | 'ADVERTISER' | 'ACCOUNT' | 'CAMPAIGN'>> = {
  agencyId: 'AGENCY',
  advertiserId: 'ADVERTISER',
  accountId: 'ACCOUNT',
  engineAccountId: 'ACCOUNT',
  campaignId: 'CAMPAIGN',
};

const SHOWN_IDS = 5;
/** Of one column; a file with more of them is checked as far as this. */
export const MAX_CHECKED_IDS = 10_000;

/** Columns of a kind that name entities, from the agency down to the campaign. */
export const placeColumns = ({ columns }: Kind): string[] =>
  columns.map(({ name }) => name).filter((name) => LEVELS[name] !== undefined);

/** `idsOf` has the distinct ids of a column. */
export async function findUnknownIds(
  kind: Kind,
  idsOf: (column: string) => Promise<readonly string[]>,
  { entities }: Pick<AdsStores, 'entities'>,
): Promise<UnknownIds[]> {
  const unknown: UnknownIds[] = [];
  for (const column of placeColumns(kind)) {
    const ids = await idsOf(column);
    const found = await entities.findAll(ids.map((id) => ({ space: 'legacy', kind: LEVELS[column] ?? 'AGENCY', id })));
    const missing = ids.filter((_, index) => found[index] === undefined);
    if (missing.length > 0) unknown.push({ column, count: missing.length, ids: missing.slice(0, SHOWN_IDS) });
  }
  return unknown;
}

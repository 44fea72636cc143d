/** The newest matches first; those of one date by text score or, when there are very many, by quality. */
import type { SearchRequest, SearchResult } from '#lib/books/stores/all';
import { among, countMatches, idsOf } from './candidates.ts';
import { type Condition, JOINED } from './match-condition.ts';
import { type OpenIndex, prepare, rowsIn } from './open-index.ts';

/** What a hit weighs in each of `COLUMNS` where FTS5 scores it. */
const WEIGHTS = '10, 4, 6, 4, 2, 2, 1, 10, 6';
/** Scoring more matches than this takes longer than finding them. */
const MAX_SCORED_TIES = 2000;

type Page = Pick<SearchRequest, 'startIndex' | 'maxResults'>;

/** All matches are read, to be put in order. */
function sorted(index: OpenIndex, condition: Condition, order: string, { startIndex, maxResults }: Page): string[] {
  const sql = `SELECT id ${JOINED} ${condition.where} ORDER BY ${order} LIMIT :limit OFFSET :offset`;
  const found = prepare(index, sql).all({ ...condition.parameters, limit: maxResults, offset: startIndex });
  return found.map(({ id }) => String(id));
}

/** Whether a volume matches is found out in the time in which so many matches are sorted. */
const SORTED_IN_A_LOOK = 12;
const FIRST_LOOKS = 100;

/**
 * Volumes are looked at in their order until there are enough matches, which are soon there for a word of many volumes.
 * Undefined when so few of those that were looked at match that sorting the matches takes less.
 */
function firstOf(index: OpenIndex, condition: Condition, matches: number, page: Page): string[] | undefined {
  const end = Math.min(matches, page.startIndex + page.maxResults);
  const newest = prepare(index, 'SELECT row FROM volumes ORDER BY newness DESC, id LIMIT ? OFFSET ?');
  const found: number[] = [];
  for (let looked = 0, looks = FIRST_LOOKS; found.length < end; looks = looked) {
    const rows = rowsIn(newest.all(looks, looked));
    const matching = new Set(among(index, condition, rows, rows.length));
    found.push(...rows.filter((row) => matching.has(row)));
    looked += looks;
    const looksNeeded = (looked * end) / found.length;
    if (found.length < end && looksNeeded * SORTED_IN_A_LOOK > matches) return undefined;
  }
  return idsOf(index, found.slice(page.startIndex, end));
}

export function newestFirst(index: OpenIndex, condition: Condition, page: Page): SearchResult {
  const totalItems = countMatches(index, condition);
  if (page.maxResults === 0 || page.startIndex >= totalItems) return { totalItems, ids: [] };
  const ids =
    totalItems <= MAX_SCORED_TIES
      ? sorted(index, condition, `published DESC, bm25(text, ${WEIGHTS}), id`, page)
      : (firstOf(index, condition, totalItems, page) ?? sorted(index, condition, 'newness DESC, id', page));
  return { totalItems, ids };
}

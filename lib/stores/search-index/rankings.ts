/** The order of all that a query finds by relevance, and its pages. */
import { identifierTerm } from '#lib/books/search/expression';
import { bareIsbn, type Query, titleText } from '#lib/books/search/query';
import { rank } from '#lib/books/search/ranking';
import { titleKeys, wantedWords } from '#lib/books/search/wanted-words';
import type { SearchRequest, SearchResult } from '#lib/books/stores/all';
import { candidateRows, detailsOf, idsOf, laterIds } from './candidates.ts';
import type { Lookup } from './lookup.ts';
import type { Condition } from './match-condition.ts';
import { type OpenIndex, prepare, rowsMatching } from './open-index.ts';

const ROWS_BY_TITLE =
  'SELECT row FROM volumes WHERE title_key IN (SELECT value FROM json_each(?)) ORDER BY row LIMIT 40';

const identifiedRows = (index: OpenIndex, query: Query): number[] => {
  const isbn = bareIsbn(query);
  return isbn === undefined ? [] : rowsMatching(index, `identifiers : "${identifierTerm(isbn)}"`);
};

/** What a query finds, on all pages. */
export interface Ranking {
  readonly condition: Condition;
  readonly totalItems: number;
  /** Rows of the candidates, and their ids in order. */
  readonly rows: readonly number[];
  readonly ids: readonly string[];
}

/** Volumes with exactly the ISBN or the title of the query come first, then the other candidates by their score. */
export function rankingOf(
  index: OpenIndex,
  { query, variants, anywhere, inNames }: Lookup,
  language: string | undefined,
  best: readonly number[],
): Ranking {
  const words = wantedWords(titleText(query), variants);
  const keys = titleKeys(words);
  const identified = identifiedRows(index, query);
  const first = (): number[] => {
    const titled = prepare(index, ROWS_BY_TITLE).all(JSON.stringify(keys));
    return [...identified, ...titled.map(({ row }) => Number(row))];
  };
  const { rows, total: totalItems } = candidateRows(index, { condition: anywhere, best }, inNames, first);
  const candidates = detailsOf(index, rows, new Set(idsOf(index, identified)));
  const ranked = rank(candidates, { title: words, titleKeys: new Set(keys), language });
  return { condition: anywhere, totalItems, rows, ids: ranked.map(({ id }) => id) };
}

/** Behind the candidates come the other matches in the order of their rows. */
export function pageOf(
  index: OpenIndex,
  { condition, totalItems, rows, ids }: Ranking,
  { startIndex, maxResults }: SearchRequest,
): SearchResult {
  const end = startIndex + maxResults;
  const limit = Math.max(0, Math.min(end, totalItems) - Math.max(startIndex, rows.length));
  const offset = Math.max(0, startIndex - rows.length);
  const later = limit === 0 ? [] : laterIds(index, condition, rows, { limit, offset });
  return { totalItems, ids: [...ids.slice(startIndex, end), ...later] };
}

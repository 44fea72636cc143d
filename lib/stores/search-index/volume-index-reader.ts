/** Searches one index file. */
import { dayNumber } from '#lib/books/model/volume';
import { FEW } from '#lib/books/search/attempts';
import { identifierTerm, matchExpressions } from '#lib/books/search/expression';
import { bareIsbn, type Query, titleText } from '#lib/books/search/query';
import { type Candidate, rank } from '#lib/books/search/ranking';
import { titleKeys, wantedWords } from '#lib/books/search/wanted-words';
import type { SearchRequest, SearchResult } from '#lib/books/stores/all';
import { bestRows, candidateRows, countMatches, detailsOf, laterIds } from './candidates.ts';
import { interpret, type Interpretation } from './interpretation.ts';
import { type Condition, conditionOf, JOINED } from './match-condition.ts';
import { openIndex, type OpenIndex, preorderRows, prepare, rowsMatching } from './open-index.ts';

const ROWS_BY_TITLE =
  'SELECT row FROM volumes WHERE title_key IN (SELECT value FROM json_each(?)) ORDER BY row LIMIT 40';
/** What a hit weighs in each of `COLUMNS` where FTS5 scores it. */
const WEIGHTS = '10, 4, 6, 4, 2, 2, 1, 10, 6';
/** Scoring more matches than this takes longer than finding them. */
const MAX_SCORED_TIES = 2000;

interface Preorders {
  readonly preorders: ReadonlySet<string>;
  readonly unknown: readonly string[];
}

export interface IndexReader {
  search(request: SearchRequest): SearchResult;
  preorders(ids: readonly string[], today: string): Preorders;
  close(): void;
}

const identifiedRows = (index: OpenIndex, query: Query): number[] => {
  const isbn = bareIsbn(query);
  return isbn === undefined ? [] : rowsMatching(index, `identifiers : "${identifierTerm(isbn)}"`);
};

/** A query as it is understood, and where it matches. */
interface Lookup extends Interpretation {
  readonly anywhere: Condition;
  readonly inNames: () => Condition;
}

/** Undefined when nothing can match. */
function lookupOf(index: OpenIndex, { filters }: SearchRequest, reading: Interpretation): Lookup | undefined {
  const match = matchExpressions(reading.query, reading.variants, index.words.inflections);
  if (match === undefined) return undefined;
  const hidden = preorderRows(index, filters.today);
  return {
    ...reading,
    anywhere: conditionOf(match.anywhere, filters, hidden),
    inNames: () => conditionOf(match.inNames, filters, hidden),
  };
}

/**
 * Volumes with exactly the ISBN or the title of the query come first, then the other candidates by their score, then
 * the other matches in the order of their rows.
 */
function byRelevance(
  index: OpenIndex,
  { query, variants, anywhere, inNames }: Lookup,
  { startIndex, maxResults, language }: SearchRequest,
  best: readonly number[],
): SearchResult {
  const words = wantedWords(titleText(query), variants);
  const keys = titleKeys(words);
  const identified = identifiedRows(index, query);
  const first = (): number[] => {
    const titled = prepare(index, ROWS_BY_TITLE).all(JSON.stringify(keys));
    return [...identified, ...titled.map(({ row }) => Number(row))];
  };
  const { rows, total: totalItems } = candidateRows(index, { condition: anywhere, best }, inNames, first);
  const end = startIndex + maxResults;
  const later = {
    limit: Math.max(0, Math.min(end, totalItems) - Math.max(startIndex, rows.length)),
    offset: Math.max(0, startIndex - rows.length),
  };
  const laterOnes = later.limit === 0 ? [] : laterIds(index, anywhere, rows, later);
  if (startIndex >= rows.length) return { totalItems, ids: laterOnes };
  const candidates = detailsOf(index, rows).map((details): Candidate => ({
    ...details,
    isExactIdentifier: identified.includes(details.row),
  }));
  const ranked = rank(candidates, { title: words, titleKeys: new Set(keys), language }).map(({ id }) => id);
  return { totalItems, ids: [...ranked.slice(startIndex, end), ...laterOnes] };
}

/** Volumes of one date are ordered by text score; when there are very many matches, by the quality of their records. */
function byDate(index: OpenIndex, condition: Condition, { startIndex, maxResults }: SearchRequest): SearchResult {
  const totalItems = countMatches(index, condition);
  if (maxResults === 0 || startIndex >= totalItems) return { totalItems, ids: [] };
  const order = totalItems <= MAX_SCORED_TIES ? `published DESC, bm25(text, ${WEIGHTS}), id` : 'newness DESC, id';
  const sql = `SELECT id ${JOINED} ${condition.where} ORDER BY ${order} LIMIT :limit OFFSET :offset`;
  const found = prepare(index, sql).all({ ...condition.parameters, limit: maxResults, offset: startIndex });
  return { totalItems, ids: found.map(({ id }) => String(id)) };
}

function search(index: OpenIndex, request: SearchRequest): SearchResult {
  const asTyped = { query: request.query, variants: index.words.inflections };
  if (request.orderBy === 'relevance') {
    // Most queries find enough as they are typed, and need no second look at what they may mean.
    const typed = lookupOf(index, request, asTyped);
    const best = typed === undefined ? [] : bestRows(index, typed.anywhere);
    if (typed !== undefined && best.length >= FEW) return byRelevance(index, typed, request, best);
  }
  const lookup = lookupOf(index, request, interpret(index, asTyped));
  if (lookup === undefined) return { totalItems: 0, ids: [] };
  return request.orderBy === 'newest'
    ? byDate(index, lookup.anywhere, request)
    : byRelevance(index, lookup, request, bestRows(index, lookup.anywhere));
}

function preorders(index: OpenIndex, ids: readonly string[], today: string): Preorders {
  const sql = 'SELECT id, on_sale FROM volumes WHERE id IN (SELECT value FROM json_each(?))';
  const known = prepare(index, sql).all(JSON.stringify(ids));
  const unreleased = known.filter((row) => Number(row['on_sale']) > dayNumber(today));
  const seen = new Set(known.map((row) => String(row['id'])));
  return {
    preorders: new Set(unreleased.map((row) => String(row['id']))),
    unknown: ids.filter((id) => !seen.has(id)),
  };
}

export function readIndex(path: string): IndexReader {
  const index = openIndex(path);
  return {
    search: (request) => search(index, request),
    preorders: (ids, today) => preorders(index, ids, today),
    close() {
      index.database.close();
    },
  };
}

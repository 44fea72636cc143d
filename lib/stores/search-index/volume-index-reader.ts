/** Searches one index file. */
import { dayNumber } from '#lib/books/model/volume';
import { identifierTerm, matchExpression, type Variants } from '#lib/books/search/expression';
import { bareIsbn, type Query, titleText } from '#lib/books/search/query';
import { type Candidate, rank } from '#lib/books/search/ranking';
import { plainWords, titleKey } from '#lib/books/search/words';
import type { SearchRequest, SearchResult } from '#lib/books/stores/all';
import { bestMatches, BM25, countMatches, type FirstRows } from './best-matches.ts';
import { type Condition, conditionOf, JOINED } from './match-condition.ts';
import { openIndex, type OpenIndex, preorderRows, prepare, rowsMatching } from './open-index.ts';

/** This many of the best matches by text are ranked by everything else that is known about them. */
const RANKED = 100;
const ROWS_BY_TITLE = 'SELECT row FROM volumes WHERE title_key = :titleKey ORDER BY quality DESC, row LIMIT 40';
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

/** Volumes with exactly the ISBN or the title of the query come first. */
function firstRows(index: OpenIndex, query: Query, title: readonly string[]): FirstRows {
  const isbn = bareIsbn(query);
  if (isbn !== undefined) {
    const identified = rowsMatching(index, `identifiers : "${identifierTerm(isbn)}"`);
    return {
      order: 'hit IN (SELECT value FROM json_each(:identified)) DESC, ',
      parameters: { identified: JSON.stringify(identified) },
      identified,
    };
  }
  if (title.length === 0) return { order: '', parameters: {}, identified: [] };
  return { order: `hit IN (${ROWS_BY_TITLE}) DESC, `, parameters: { titleKey: titleKey(title) }, identified: [] };
}

/** Matches behind the first `RANKED` keep the order of their text scores. */
function byRelevance(index: OpenIndex, condition: Condition, request: SearchRequest): SearchResult {
  const { query, startIndex, maxResults, language } = request;
  const title = plainWords(titleText(query));
  const first = firstRows(index, query, title);
  const offset = startIndex < RANKED ? 0 : startIndex;
  const limit = Math.max(RANKED, startIndex + maxResults) - offset;
  const { total: totalItems, found } = bestMatches(index, condition, first, { limit, offset });
  if (offset > 0) return { totalItems, ids: found.slice(0, maxResults).map(({ id }) => id) };
  const candidates = found
    .slice(0, RANKED)
    .map((match): Candidate => ({ ...match, isExactIdentifier: first.identified.includes(match.row) }));
  const ids = [...rank(candidates, { title, language }), ...found.slice(RANKED)].map(({ id }) => id);
  return { totalItems, ids: ids.slice(startIndex, startIndex + maxResults) };
}

/** Volumes of one date are ordered by text score; when there are very many matches, by the quality of their records. */
function byDate(index: OpenIndex, condition: Condition, { startIndex, maxResults }: SearchRequest): SearchResult {
  const totalItems = countMatches(index, condition);
  if (maxResults === 0 || startIndex >= totalItems) return { totalItems, ids: [] };
  const order = totalItems <= MAX_SCORED_TIES ? `published DESC, ${BM25}, id` : 'newness DESC, id';
  const sql = `SELECT id ${JOINED} ${condition.where} ORDER BY ${order} LIMIT :limit OFFSET :offset`;
  const found = prepare(index, sql).all({ ...condition.parameters, limit: maxResults, offset: startIndex });
  return { totalItems, ids: found.map(({ id }) => String(id)) };
}

function searchWith(index: OpenIndex, request: SearchRequest, variants: Variants): SearchResult {
  const match = matchExpression(request.query, variants, index.words.inflections);
  if (match === undefined) return { totalItems: 0, ids: [] };
  const condition = conditionOf(match, request.filters, preorderRows(index, request.filters.today));
  return request.orderBy === 'newest' ? byDate(index, condition, request) : byRelevance(index, condition, request);
}

/** Words that occur in some volume are not misspelled, even if the filters exclude every such volume. */
function isSpelledRight(index: OpenIndex, query: Query): boolean {
  const match = matchExpression(query, index.words.inflections);
  if (match === undefined) return false;
  return prepare(index, 'SELECT rowid FROM text WHERE text MATCH :match LIMIT 1').get({ match }) !== undefined;
}

function search(index: OpenIndex, request: SearchRequest): SearchResult {
  const exact = searchWith(index, request, index.words.inflections);
  return exact.totalItems > 0 || isSpelledRight(index, request.query)
    ? exact
    : searchWith(index, request, index.words.typos);
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

/** Searches one index file. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { dayNumber, UNDETERMINED } from '#lib/books/model/volume';
import { COLUMNS, identifierTerm, matchExpression, type Variants } from '#lib/books/search/expression';
import type { SearchFilters } from '#lib/books/search/filters';
import { bareIsbn, type Query, titleText } from '#lib/books/search/query';
import { type Candidate, rank } from '#lib/books/search/ranking';
import { plainWords, titleKey } from '#lib/books/search/words';
import type { SearchRequest, SearchResult } from '#lib/books/stores/all';
import { indexWords } from './index-words.ts';
import { openForReading } from './volume-index-file.ts';

/** So many of the best matches by text are put in order by everything else that is known about them. */
const WINDOW = 100;
const ROWS_BY_TITLE = 'SELECT row FROM volumes WHERE title_key = :titleKey ORDER BY quality DESC, row LIMIT 40';
/** Scoring more matches than this takes longer than finding them. */
const TIES_BY_TEXT = 2000;

const BM25 = `bm25(text, ${Object.values(COLUMNS).join(', ')})`;

type Parameters = Record<string, SQLInputValue>;
interface Condition {
  /** Whether it names columns of the volumes table: the bare match touches no other table. */
  readonly isAboutVolumes: boolean;
  readonly where: string;
  readonly parameters: Parameters;
}

const JOINED = 'FROM text JOIN volumes ON volumes.row = text.rowid';
const matching = ({ isAboutVolumes, where }: Condition): string => `${isAboutVolumes ? JOINED : 'FROM text'} ${where}`;

function conditionOf(match: string, filters: SearchFilters, preorders: readonly number[]): Condition {
  const tests: string[] = [];
  const parameters: Parameters = { match };
  if (filters.required !== 0 || filters.forbidden !== 0) {
    tests.push('(coalesce(country_facets ->> :country, facets) & :mask) = :required');
    Object.assign(parameters, {
      country: filters.country,
      mask: filters.required | filters.forbidden,
      required: filters.required,
    });
  }
  if (filters.language !== undefined) {
    tests.push(
      `(coalesce(language, '${UNDETERMINED}') = :language OR substr(language, 1, instr(language, '-') - 1) = :language)`,
    );
    parameters['language'] = filters.language.toLowerCase();
  }
  if (filters.within !== undefined) {
    tests.push('id IN (SELECT value FROM json_each(:within))');
    parameters['within'] = JSON.stringify(filters.within);
  }
  const isAboutVolumes = tests.length > 0;
  if (!filters.showPreorders && preorders.length > 0) {
    tests.push('text.rowid NOT IN (SELECT value FROM json_each(:preorders))');
    parameters['preorders'] = JSON.stringify(preorders);
  }
  return { isAboutVolumes, where: `WHERE ${['text MATCH :match', ...tests].join(' AND ')}`, parameters };
}

export interface IndexReader {
  search(request: SearchRequest): SearchResult;
  preorders(ids: readonly string[], today: string): { preorders: ReadonlySet<string>; unknown: readonly string[] };
  close(): void;
}

/** A match with what its place is decided by. */
type Match = Omit<Candidate, 'isExactIdentifier'> & { readonly row: number };

const DETAILS = 'row, score, id, work_key, title, authors, quality, language';
type MatchRow = readonly [
  total: number | null,
  row: number,
  score: number,
  id: string,
  workKey: string,
  title: string,
  authors: string,
  quality: number,
  language: string | null,
];

const matchOf = ([, row, score, id, workKey, title, authors, quality, language]: MatchRow): Match => ({
  row,
  id,
  workKey,
  textScore: -score,
  title,
  authors,
  quality,
  language: language ?? undefined,
});

/** How rows that come first are put there. */
interface First {
  readonly order: string;
  readonly parameters: Parameters;
  readonly identified: readonly number[];
}

const rowsIn = (rows: readonly Record<string, unknown>[]): number[] => rows.map(({ row }) => Number(row));

export function readIndex(path: string): IndexReader {
  const database: DatabaseSync = openForReading(path);
  const { inflections, slips } = indexWords(database);
  const rowsByText = database.prepare('SELECT rowid AS row FROM text WHERE text MATCH ?');
  // The first half of the test is what the partial index is about.
  const rowsOnSaleAfter = database.prepare('SELECT row FROM volumes WHERE on_sale > 0 AND on_sale > ?');
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  let preordersOf: { readonly today: string; readonly rows: readonly number[] } | undefined;

  const prepared = (sql: string): ReturnType<DatabaseSync['prepare']> => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  /** The file never changes, so one day has the same ones all day. */
  const rowsOfPreorders = (today: string): readonly number[] => {
    if (preordersOf?.today !== today) preordersOf = { today, rows: rowsIn(rowsOnSaleAfter.all(dayNumber(today))) };
    return preordersOf.rows;
  };

  const countOf = (condition: Condition): number =>
    Number(prepared(`SELECT count(*) AS n ${matching(condition)}`).get(condition.parameters)?.['n'] ?? 0);

  /** What comes first whatever its text scores: the very number, the very title. */
  function firstOf(query: Query, title: readonly string[]): First {
    const isbn = bareIsbn(query);
    if (isbn !== undefined) {
      const identified = rowsIn(rowsByText.all(`identifiers : "${identifierTerm(isbn)}"`));
      return {
        order: 'hit IN (SELECT value FROM json_each(:identified)) DESC, ',
        parameters: { identified: JSON.stringify(identified) },
        identified,
      };
    }
    if (title.length === 0) return { order: '', parameters: {}, identified: [] };
    return { order: `hit IN (${ROWS_BY_TITLE}) DESC, `, parameters: { titleKey: titleKey(title) }, identified: [] };
  }

  /**
   * The best matches, and the number of all. Hits of one word are found again faster than they are kept for counting;
   * hits of
   * several words are found and counted in one pass. What else is known is read only for the best.
   */
  function bestMatches(
    condition: Condition,
    { order, parameters: listed }: First,
    limit: number,
    offset: number,
  ): { readonly total: number; readonly found: Match[] } {
    const isOneWord = !String(condition.parameters['match']).includes(' ');
    const hits = `SELECT text.rowid AS hit, ${BM25} AS score ${matching(condition)}`;
    const [kept, from, total] = isOneWord
      ? ['', `(${hits})`, 'NULL']
      : [`WITH hits AS MATERIALIZED (${hits})`, 'hits', '(SELECT count(*) FROM hits)'];
    // The cross join keeps the order of its left side.
    const statement = prepared(
      `${kept} SELECT ${total}, ${DETAILS} FROM (SELECT hit, score FROM ${from} ORDER BY ${order}score, hit LIMIT :limit OFFSET :offset) CROSS JOIN volumes ON row = hit`,
    );
    statement.setReturnArrays(true);
    const answer: unknown = statement.all({ ...condition.parameters, ...listed, limit, offset });
    const rows = answer as MatchRow[];
    const isEnd = rows.length < limit && (rows.length > 0 || offset === 0);
    return { total: isEnd ? offset + rows.length : (rows[0]?.[0] ?? countOf(condition)), found: rows.map(matchOf) };
  }

  /** Behind the window the order of the text stands as it is. */
  function byRelevance(condition: Condition, { query, startIndex, maxResults, language }: SearchRequest): SearchResult {
    const title = plainWords(titleText(query));
    const first = firstOf(query, title);
    const offset = startIndex < WINDOW ? 0 : startIndex;
    const { total: totalItems, found } = bestMatches(
      condition,
      first,
      Math.max(WINDOW, startIndex + maxResults) - offset,
      offset,
    );
    if (offset > 0) return { totalItems, ids: found.slice(0, maxResults).map(({ id }) => id) };
    const candidates = found
      .slice(0, WINDOW)
      .map((match): Candidate => ({ ...match, isExactIdentifier: first.identified.includes(match.row) }));
    const ids = [...rank(candidates, { title, language }), ...found.slice(WINDOW)].map(({ id }) => id);
    return { totalItems, ids: ids.slice(startIndex, startIndex + maxResults) };
  }

  /** Of equal dates the better match comes first; among many thousands, the more complete record. */
  function byDate(condition: Condition, { startIndex, maxResults }: SearchRequest): SearchResult {
    const totalItems = countOf(condition);
    if (maxResults === 0 || startIndex >= totalItems) return { totalItems, ids: [] };
    const order = totalItems <= TIES_BY_TEXT ? `published DESC, ${BM25}, id` : 'newness DESC, id';
    const found = prepared(`SELECT id ${JOINED} ${condition.where} ORDER BY ${order} LIMIT :limit OFFSET :offset`).all({
      ...condition.parameters,
      limit: maxResults,
      offset: startIndex,
    });
    return { totalItems, ids: found.map(({ id }) => String(id)) };
  }

  function searchWith(request: SearchRequest, variants: Variants): SearchResult {
    const match = matchExpression(request.query, variants, inflections);
    if (match === undefined) return { totalItems: 0, ids: [] };
    const condition = conditionOf(match, request.filters, rowsOfPreorders(request.filters.today));
    return request.orderBy === 'newest' ? byDate(condition, request) : byRelevance(condition, request);
  }

  /** What stands in some volume is not misspelled, even if every such volume is filtered out. */
  function isSpelledRight(query: Query): boolean {
    const match = matchExpression(query, inflections);
    return (
      match !== undefined &&
      prepared('SELECT rowid FROM text WHERE text MATCH :match LIMIT 1').get({ match }) !== undefined
    );
  }

  return {
    search(request) {
      const exact = searchWith(request, inflections);
      return exact.totalItems > 0 || isSpelledRight(request.query) ? exact : searchWith(request, slips);
    },
    preorders(ids, today) {
      const known = database
        .prepare('SELECT id, on_sale FROM volumes WHERE id IN (SELECT value FROM json_each(?))')
        .all(JSON.stringify(ids));
      const preorders = known
        .filter((row) => Number(row['on_sale']) > dayNumber(today))
        .map((row) => String(row['id']));
      const seen = new Set(known.map((row) => String(row['id'])));
      return { preorders: new Set(preorders), unknown: ids.filter((id) => !seen.has(id)) };
    },
    close() {
      database.close();
    },
  };
}

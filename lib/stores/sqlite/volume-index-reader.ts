/** Searches one index file. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { COLUMNS, identifierTerm, matchExpression, type Variants } from '#lib/books/search/expression';
import type { SearchFilters } from '#lib/books/search/filters';
import { bareIsbn, type Query, titleText } from '#lib/books/search/query';
import { type Candidate, rank } from '#lib/books/search/ranking';
import { stem } from '#lib/books/search/stem';
import { isSlipOf, toleranceFor } from '#lib/books/search/typos';
import { plainWords, titleKey } from '#lib/books/search/words';
import type { SearchRequest, SearchResult } from '#lib/books/stores';
import { UNDETERMINED } from '#lib/books/volume';
import { dayNumber, openForReading } from './volume-index-file.ts';

/** So many of the best matches by text are put in order by everything else that is known about them. */
const WINDOW = 100;
const EXACT_TITLES = 40;
/** Scoring more matches than this takes longer than finding them. */
const TIES_BY_TEXT = 2000;
const SLIPS = 12;

const BM25 = `bm25(text, ${Object.values(COLUMNS).join(', ')})`;

type Parameters = Record<string, SQLInputValue>;
interface Condition {
  readonly sql: string;
  readonly parameters: Parameters;
}

/** Joined only when a filter needs it: the bare match touches no other table. */
function conditionOf(match: string, filters: SearchFilters): Condition {
  const tests: string[] = [];
  const parameters: Parameters = { match };
  if (filters.required !== 0 || filters.forbidden !== 0) {
    tests.push('(coalesce(country_facets ->> :country, facets) & :mask) = :required');
    Object.assign(parameters, { country: filters.country, mask: filters.required | filters.forbidden, required: filters.required });
  }
  if (filters.language !== undefined) {
    tests.push(`(coalesce(language, '${UNDETERMINED}') = :language OR substr(language, 1, instr(language, '-') - 1) = :language)`);
    parameters['language'] = filters.language.toLowerCase();
  }
  if (filters.within !== undefined) {
    tests.push('id IN (SELECT value FROM json_each(:within))');
    parameters['within'] = JSON.stringify(filters.within);
  }
  const join = tests.length > 0 ? 'JOIN volumes ON volumes.row = text.rowid' : '';
  if (!filters.showPreorders) {
    // The first half of the test is what the partial index is about.
    tests.push('text.rowid NOT IN (SELECT row FROM volumes WHERE on_sale > 0 AND on_sale > :today)');
    parameters['today'] = dayNumber(filters.today);
  }
  return { sql: `FROM text ${join} WHERE ${['text MATCH :match', ...tests].join(' AND ')}`, parameters };
}

export interface IndexReader {
  search(request: SearchRequest): SearchResult;
  preorders(ids: readonly string[], today: string): { preorders: ReadonlySet<string>; unknown: readonly string[] };
  close(): void;
}

export function readIndex(path: string): IndexReader {
  const database: DatabaseSync = openForReading(path);
  const wordsByStem = database.prepare('SELECT word FROM words WHERE stem = ? LIMIT 24');
  const wordsByLength = database.prepare('SELECT word FROM words WHERE length BETWEEN ? AND ?');
  const rowsByTitle = database.prepare(`SELECT row FROM volumes WHERE title_key = ? ORDER BY quality DESC, row LIMIT ${String(EXACT_TITLES)}`);
  const rowsByText = database.prepare('SELECT rowid AS row FROM text WHERE text MATCH ?');
  const details = database.prepare('SELECT row, id, work_key, title, authors, quality, language FROM volumes WHERE row IN (SELECT value FROM json_each(?))');
  const idOf = database.prepare('SELECT id FROM volumes WHERE row = ?');
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  const prepared = (sql: string): ReturnType<DatabaseSync['prepare']> => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  const inflections: Variants = (word) => wordsByStem.all(stem(word)).map((row) => String(row['word']));

  const slips: Variants = (word) => {
    const reach = Math.max(toleranceFor(word.length + 1), toleranceFor(word.length));
    if (reach === 0) return inflections(word);
    const candidates = [];
    for (const { word: candidate } of wordsByLength.iterate(word.length - reach, word.length + reach)) {
      if (isSlipOf(word, String(candidate))) candidates.push(String(candidate));
      if (candidates.length >= SLIPS) break;
    }
    return [...inflections(word), ...candidates];
  };

  const countOf = ({ sql, parameters }: Condition): number => Number(prepared(`SELECT count(*) AS n ${sql}`).get(parameters)?.['n'] ?? 0);

  /** Rows that come first whatever their text scores: the very title, the very number. */
  function firstRows(query: Query, title: readonly string[]): { readonly identified: ReadonlySet<number>; readonly all: number[] } {
    const isbn = bareIsbn(query);
    const identified = isbn === undefined ? [] : rowsByText.all(`identifiers : "${identifierTerm(isbn)}"`).map((row) => Number(row['row']));
    const titled = title.length === 0 ? [] : rowsByTitle.all(titleKey(title)).map((row) => Number(row['row']));
    return { identified: new Set(identified), all: [...identified, ...titled] };
  }

  interface Match {
    readonly row: number;
    readonly score: number;
  }

  function matches({ sql, parameters }: Condition, order: string, limit: number, offset: number): Match[] {
    const found = prepared(`SELECT text.rowid AS row, ${BM25} AS score ${sql} ORDER BY ${order} LIMIT :limit OFFSET :offset`).all({ ...parameters, limit, offset });
    return found.map(({ row, score }) => ({ row: Number(row), score: Number(score) }));
  }

  function ranked(found: readonly Match[], title: readonly string[], identified: ReadonlySet<number>, language: string | undefined): string[] {
    const scores = new Map(found.map(({ row, score }) => [row, -score]));
    const candidates = details.all(JSON.stringify([...scores.keys()])).map(
      (row): Candidate => ({
        id: String(row['id']),
        workKey: String(row['work_key']),
        textScore: scores.get(Number(row['row'])) ?? 0,
        title: String(row['title']).split(' '),
        authors: String(row['authors']).split(' '),
        quality: Number(row['quality']),
        isExactIdentifier: identified.has(Number(row['row'])),
        language: row['language'] === null ? undefined : String(row['language']),
      }),
    );
    return rank(candidates, { title, language }).map(({ id }) => id);
  }

  const idsOf = (found: readonly Match[]): string[] => found.flatMap(({ row }) => String(idOf.get(row)?.['id'] ?? ''));

  /** One pass over the matches in the order of their text; behind the window that order stands as it is. */
  function byRelevance(condition: Condition, { query, startIndex, maxResults, language }: SearchRequest): SearchResult {
    const title = plainWords(titleText(query));
    const { identified, all } = firstRows(query, title);
    const order = all.length === 0 ? 'score, text.rowid' : 'text.rowid IN (SELECT value FROM json_each(:first)) DESC, score, text.rowid';
    const ordered = all.length === 0 ? condition : { ...condition, parameters: { ...condition.parameters, first: JSON.stringify(all) } };
    const offset = startIndex < WINDOW ? 0 : startIndex;
    const limit = Math.max(WINDOW, startIndex + maxResults) - offset;
    const found = matches(ordered, order, limit, offset);
    const totalItems = found.length > 0 && found.length < limit ? offset + found.length : countOf(condition);
    if (offset > 0) return { totalItems, ids: idsOf(found.slice(0, maxResults)) };
    const ids = [...ranked(found.slice(0, WINDOW), title, identified, language), ...idsOf(found.slice(WINDOW))];
    return { totalItems, ids: ids.slice(startIndex, startIndex + maxResults) };
  }

  /** Of equal dates the better match comes first; among many thousands, the more complete record. */
  function byDate(condition: Condition, { startIndex, maxResults }: SearchRequest): SearchResult {
    const totalItems = countOf(condition);
    if (maxResults === 0 || startIndex >= totalItems) return { totalItems, ids: [] };
    const order = totalItems <= TIES_BY_TEXT ? `dated.published DESC, ${BM25}, dated.id` : 'dated.newness DESC, dated.id';
    const { sql, parameters } = condition;
    const found = prepared(
      `SELECT dated.id AS id ${sql.replace('FROM text', 'FROM text JOIN volumes AS dated ON dated.row = text.rowid')} ORDER BY ${order} LIMIT :limit OFFSET :offset`,
    ).all({ ...parameters, limit: maxResults, offset: startIndex });
    return { totalItems, ids: found.map(({ id }) => String(id)) };
  }

  function searchWith(request: SearchRequest, variants: Variants): SearchResult {
    const match = matchExpression(request.query, variants, inflections);
    if (match === undefined) return { totalItems: 0, ids: [] };
    const condition = conditionOf(match, request.filters);
    return request.orderBy === 'newest' ? byDate(condition, request) : byRelevance(condition, request);
  }

  return {
    search(request) {
      const exact = searchWith(request, inflections);
      return exact.totalItems > 0 ? exact : searchWith(request, slips);
    },
    preorders(ids, today) {
      const known = database.prepare('SELECT id, on_sale FROM volumes WHERE id IN (SELECT value FROM json_each(?))').all(JSON.stringify(ids));
      const preorders = known.filter((row) => Number(row['on_sale']) > dayNumber(today)).map((row) => String(row['id']));
      const seen = new Set(known.map((row) => String(row['id'])));
      return { preorders: new Set(preorders), unknown: ids.filter((id) => !seen.has(id)) };
    },
    close() {
      database.close();
    },
  };
}

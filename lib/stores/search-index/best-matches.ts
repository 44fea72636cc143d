/** The best matches of a condition by the score of their text, with what ranking needs to know about each. */
import { COLUMNS } from '#lib/books/search/expression';
import type { Candidate } from '#lib/books/search/ranking';
import { type Condition, matching, type Parameters } from './match-condition.ts';
import { type OpenIndex, prepare } from './open-index.ts';

export const BM25 = `bm25(text, ${Object.values(COLUMNS).join(', ')})`;

/** A match and what it is ranked by. */
export type Match = Omit<Candidate, 'isExactIdentifier'> & { readonly row: number };

/** Rows that come before all others, whatever their text scores. */
export interface FirstRows {
  /** Begins the `ORDER BY`. */
  readonly order: string;
  readonly parameters: Parameters;
  /** Rows with exactly the ISBN of the query. */
  readonly identified: readonly number[];
}

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

export const countMatches = (index: OpenIndex, condition: Condition): number =>
  Number(prepare(index, `SELECT count(*) AS n ${matching(condition)}`).get(condition.parameters)?.['n'] ?? 0);

/**
 * Matches of one word are searched twice, once to count them: that is faster than keeping them. Matches of several
 * words are searched and counted in one pass. Details are read for the best matches only.
 */
export function bestMatches(
  index: OpenIndex,
  condition: Condition,
  first: FirstRows,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): { readonly total: number; readonly found: Match[] } {
  const isOneWord = !String(condition.parameters['match']).includes(' ');
  const hits = `SELECT text.rowid AS hit, ${BM25} AS score ${matching(condition)}`;
  const [kept, from, total] = isOneWord
    ? ['', `(${hits})`, 'NULL']
    : [`WITH hits AS MATERIALIZED (${hits})`, 'hits', '(SELECT count(*) FROM hits)'];
  const best = `SELECT hit, score FROM ${from} ORDER BY ${first.order}score, hit LIMIT :limit OFFSET :offset`;
  // The cross join keeps the order of its left side.
  const statement = prepare(
    index,
    `${kept} SELECT ${total}, ${DETAILS} FROM (${best}) CROSS JOIN volumes ON row = hit`,
  );
  statement.setReturnArrays(true);
  const answer: unknown = statement.all({ ...condition.parameters, ...first.parameters, limit, offset });
  const rows = answer as MatchRow[];
  const isEnd = rows.length < limit && (rows.length > 0 || offset === 0);
  return {
    total: isEnd ? offset + rows.length : (rows[0]?.[0] ?? countMatches(index, condition)),
    found: rows.map(matchOf),
  };
}

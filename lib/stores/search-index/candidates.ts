/**
 * The matches that are worth ranking. Rows are in the order of what is known before any query, so the first of them
 * are taken and the rest is only counted; those with the exact title, and those with all words in their names, are
 * taken before the others.
 */
import type { Candidate } from '#lib/books/search/ranking';
import { type Condition, matching } from './match-condition.ts';
import { type OpenIndex, prepare } from './open-index.ts';

/** So many are ranked: reading more takes longer than a search may. */
export const RANKED = 250;
/** Of them, so many at most for their names, and for their exact title or number. */
const NAMED = 170;
const FIRST = 60;

export type Details = Candidate & { readonly row: number };

const DETAILS = 'row, volumes.id, work_key, title_key, title, names, quality, language';
type DetailsRow = readonly [
  row: number,
  id: string,
  workKey: string,
  titleKey: string,
  title: string,
  names: string,
  quality: number,
  language: string | null,
];

const rowsOf = (index: OpenIndex, sql: string, parameters: Condition['parameters']): number[] => {
  const statement = prepare(index, sql);
  statement.setReturnArrays(true);
  const answer: unknown = statement.all(parameters);
  return (answer as [number][]).map(([row]) => row);
};

/** Rows of the matches in order; `where` narrows them further. */
export const matchingRows = (
  index: OpenIndex,
  condition: Condition,
  { limit, offset = 0, where = '' }: { readonly limit: number; readonly offset?: number; readonly where?: string },
  parameters: Condition['parameters'] = {},
): number[] =>
  rowsOf(index, `SELECT text.rowid ${matching(condition)} ${where} ORDER BY text.rowid LIMIT :limit OFFSET :offset`, {
    ...condition.parameters,
    ...parameters,
    limit,
    offset,
  });

const AMONG = 'AND text.rowid IN (SELECT value FROM json_each(:rows))';
const NOT_AMONG = 'AND text.rowid NOT IN (SELECT value FROM json_each(:rows))';

/** Those of the rows that match. */
const among = (index: OpenIndex, condition: Condition, rows: readonly number[], limit: number): number[] =>
  rows.length === 0 ? [] : matchingRows(index, condition, { limit, where: AMONG }, { rows: JSON.stringify(rows) });

export function countMatches(index: OpenIndex, condition: Condition): number {
  const known = index.counts.get(condition.key);
  if (known !== undefined) return known;
  const count = countAnew(index, condition);
  index.counts.set(condition.key, count);
  return count;
}

function countAnew(index: OpenIndex, condition: Condition): number {
  const { isAboutVolumes, hidden, parameters } = condition;
  if (!isAboutVolumes) {
    const match = parameters['match'] ?? '';
    const stored = prepare(index, 'SELECT volumes FROM counts WHERE match = ?').get(match)?.['volumes'];
    if (stored !== undefined) {
      const all = { ...condition, where: 'WHERE text MATCH :match', parameters: { match } };
      return Number(stored) - among(index, all, hidden, hidden.length).length;
    }
  }
  return Number(prepare(index, `SELECT count(*) AS n ${matching(condition)}`).get(parameters)?.['n'] ?? 0);
}

export interface Candidates {
  readonly rows: readonly number[];
  readonly total: number;
}

/** The first matches, one more than are ranked. */
export const bestRows = (index: OpenIndex, condition: Condition): number[] =>
  matchingRows(index, condition, { limit: RANKED + 1 });

/**
 * Of the best rows and others. `first` are rows that come first if they match, looked up when there are more matches than
 * are ranked.
 */
export function candidateRows(
  index: OpenIndex,
  { condition, best }: { readonly condition: Condition; readonly best: readonly number[] },
  inNames: () => Condition,
  first: () => readonly number[],
): Candidates {
  if (best.length <= RANKED) return { rows: best, total: best.length };
  const rows = new Set([
    ...among(index, condition, first(), FIRST),
    ...matchingRows(index, inNames(), { limit: NAMED }),
    ...best,
  ]);
  return { rows: [...rows].slice(0, RANKED), total: countMatches(index, condition) };
}

/** Ids of the matches behind the candidates, in the order of their rows. */
export function laterIds(
  index: OpenIndex,
  condition: Condition,
  candidates: readonly number[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): string[] {
  const rows = matchingRows(
    index,
    condition,
    { limit, offset, where: NOT_AMONG },
    { rows: JSON.stringify(candidates) },
  );
  return detailsOf(index, rows).map(({ id }) => id);
}

/** In the order of the rows that were asked for. */
export function detailsOf(index: OpenIndex, rows: readonly number[]): Details[] {
  // The cross join keeps the order of its left side.
  const statement = prepare(index, `SELECT ${DETAILS} FROM json_each(?) CROSS JOIN volumes ON row = value`);
  statement.setReturnArrays(true);
  const answer: unknown = statement.all(JSON.stringify(rows));
  return (answer as DetailsRow[]).map(([row, id, workKey, titleKey, title, names, quality, language]) => ({
    row,
    id,
    workKey,
    titleKey,
    title,
    names,
    quality,
    isExactIdentifier: false,
    language: language ?? undefined,
  }));
}

/**
 * The matches that are worth ranking. Rows are in the order of what is known before any query, so the first of them
 * are taken and the rest is only counted; those with the exact title, and those with all words in their names, are
 * taken before the others.
 */
import type { Candidate } from '#lib/books/search/ranking';
import { type Condition, matching } from './match-condition.ts';
import { type OpenIndex, prepare } from './open-index.ts';

/** So many are ranked: reading more takes longer than a search may. */
const RANKED = 250;
/** Of them, so many at most for their names, and for their exact title or number. */
const NAMED = 170;
const FIRST = 60;
/** Reading so many rows takes half a millisecond. */
const COUNTED = 1000;

const DETAILS = 'volumes.id, work_key, title_key, title, names, quality, language';
type DetailsRow = readonly [
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
const matchingRows = (
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
export const among = (index: OpenIndex, condition: Condition, rows: readonly number[], limit: number): number[] =>
  rows.length === 0 ? [] : matchingRows(index, condition, { limit, where: AMONG }, { rows: JSON.stringify(rows) });

/** What the file says of a match that many volumes have. */
function storedCount(index: OpenIndex, { isAboutVolumes, parameters }: Condition): number | undefined {
  if (isAboutVolumes) return undefined;
  const found = prepare(index, 'SELECT volumes FROM counts WHERE match = ?').get(parameters['match'] ?? '');
  return found === undefined ? undefined : Number(found['volumes']);
}

/** `first` are the first matches, if there are more and they are known: only those behind them are counted. */
export function countMatches(index: OpenIndex, condition: Condition, first: readonly number[] = []): number {
  const known = index.counts.get(condition.key);
  if (known !== undefined) return known;
  const count = countAnew(index, condition, first);
  index.counts.set(condition.key, count);
  return count;
}

function countAnew(index: OpenIndex, condition: Condition, first: readonly number[]): number {
  const { hidden, parameters } = condition;
  const stored = storedCount(index, condition);
  if (stored === undefined) {
    const count = prepare(index, `SELECT count(*) AS n ${matching(condition)} AND text.rowid > :after`);
    // FTS5 begins at a row only if that is an integer to SQLite; a number of JavaScript is not.
    return first.length + Number(count.get({ ...parameters, after: BigInt(first.at(-1) ?? 0) })?.['n'] ?? 0);
  }
  const all = { ...condition, where: 'WHERE text MATCH :match', parameters: { match: parameters['match'] ?? '' } };
  return stored - among(index, all, hidden, hidden.length).length;
}

export interface Candidates {
  readonly rows: readonly number[];
  readonly total: number;
}

/**
 * The first matches, at least one more than are ranked if there are as many. Where nobody has counted the matches, more
 * are read: when that is all of them, a second pass only to count them is saved.
 */
export function bestRows(index: OpenIndex, condition: Condition): number[] {
  const isCounted = index.counts.get(condition.key) !== undefined || storedCount(index, condition) !== undefined;
  if (isCounted) return matchingRows(index, condition, { limit: RANKED + 1 });
  const rows = matchingRows(index, condition, { limit: COUNTED + 1 });
  if (rows.length > RANKED && rows.length <= COUNTED) index.counts.set(condition.key, rows.length);
  return rows;
}

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
    ...best.slice(0, RANKED),
  ]);
  return { rows: [...rows].slice(0, RANKED), total: countMatches(index, condition, best) };
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
  return idsOf(index, rows);
}

/** Columns of volumes in the order of the rows that were asked for. */
function columnsOf(index: OpenIndex, columns: string, rows: readonly number[]): unknown {
  // The cross join keeps the order of its left side.
  const statement = prepare(index, `SELECT ${columns} FROM json_each(?) CROSS JOIN volumes ON row = value`);
  statement.setReturnArrays(true);
  return statement.all(JSON.stringify(rows));
}

export const idsOf = (index: OpenIndex, rows: readonly number[]): string[] =>
  rows.length === 0 ? [] : (columnsOf(index, 'volumes.id', rows) as [string][]).map(([id]) => id);

/** `identified` are the ids of those that have the number that was looked for. */
export const detailsOf = (index: OpenIndex, rows: readonly number[], identified: ReadonlySet<string>): Candidate[] =>
  (columnsOf(index, DETAILS, rows) as DetailsRow[]).map(([id, workKey, titleKey, title, names, quality, language]) => ({
    id,
    workKey,
    titleKey,
    title,
    names,
    quality,
    isExactIdentifier: identified.has(id),
    language: language ?? undefined,
  }));

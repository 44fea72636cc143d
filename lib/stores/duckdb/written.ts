import { literalOf, type SqlValue } from '#lib/ads/reports/sql/sql';

/** A question mark between quotes stands for itself. */
const QUOTED_OR_PLACE = /'[^']*'|"[^"]*"|\?/g;

/** DuckDB takes a statement for one that ends at this character. */
const END = '\0';

const canBeWritten = (value: SqlValue): boolean => typeof value === 'string' && !value.includes(END);

/**
 * What is handed to DuckDB for a statement whose question marks stand for values. It plans a statement with values twice,
 * once before it knows them: they are written into it as literals where they can be.
 */
export function written(sql: string, values: readonly SqlValue[]): [sql: string, values?: SqlValue[]] {
  if (!values.every(canBeWritten)) return [sql, [...values]];
  let place = 0;
  const statement = sql.replace(QUOTED_OR_PLACE, (found) => (found === '?' ? literalOf(values[place++] ?? '') : found));
  if (place !== values.length)
    throw new Error(`The statement has ${String(place)} places for ${String(values.length)} values.`);
  return [statement];
}

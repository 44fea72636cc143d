/** Where the SQL of the warehouses differs. */
import type { Sql } from './sql.ts';

export interface Dialect {
  /** Text under a key of an object kept as JSON text; null when there is none. */
  jsonText(json: Sql, key: string): Sql;
  /** JSON under a key, as text. */
  jsonPart(json: Sql, key: string): Sql;
  /** Whether a list kept as JSON text holds a text. */
  listHolds(list: Sql, value: Sql): Sql;
  /** A moment as ISO 8601 in UTC with milliseconds. */
  isoMoment(moment: Sql): Sql;
  /** Milliseconds since 1970 as a moment. */
  momentOf(milliseconds: Sql): Sql;
  /** The day of a moment in a time zone. */
  dayIn(zone: Sql, moment: Sql): Sql;
  /** A table of one column `day`: all days from the first to the last. */
  daysBetween(first: Sql, last: Sql): Sql;
  /** A number with at most six decimals and none that are zero, as text; null for what is no number. */
  decimalText(number: Sql): Sql;
  /** Whether a text matches a regular expression of our own. */
  matches(text: Sql, pattern: string): Sql;
}

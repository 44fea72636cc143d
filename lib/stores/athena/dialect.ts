/** SQL that is specific to Athena (Trino). */
import type { Dialect } from '#lib/ads/reports/sql/dialect';
import { raw, sql } from '#lib/ads/reports/sql/sql';

export const athenaDialect: Dialect = {
  jsonText: (json, key) =>
    sql`COALESCE(json_extract_scalar(${json}, ${raw(`'$.${key}'`)}), json_format(json_extract(${json}, ${raw(`'$.${key}'`)})))`,
  jsonPart: (json, key) => sql`json_format(json_extract(${json}, ${raw(`'$.${key}'`)}))`,
  listHolds: (list, value) => sql`COALESCE(json_array_contains(${list}, ${value}), FALSE)`,
  isoMoment: (moment) => sql`format_datetime(${moment}, 'yyyy-MM-dd''T''HH:mm:ss.SSS''Z''')`,
  momentOf: (milliseconds) => sql`CAST(at_timezone(from_unixtime(${milliseconds} / 1e3), 'UTC') AS TIMESTAMP)`,
  dayIn: (zone, moment) => sql`CAST(at_timezone(with_timezone(${moment}, 'UTC'), ${zone}) AS DATE)`,
  daysBetween: (first, last) =>
    sql`SELECT CAST(d AS DATE) AS day FROM UNNEST(sequence(${first}, ${last}, INTERVAL '1' DAY)) AS t (d)`,
  // Trino's rtrim takes blanks only.
  decimalText: (number) =>
    sql`regexp_replace(regexp_replace(CAST(TRY_CAST(${number} AS DECIMAL(38, 6)) AS VARCHAR), '0+$', ''), '[.]$', '')`,
  matches: (text, pattern) => sql`regexp_like(${text}, ${raw(`'${pattern}'`)})`,
};

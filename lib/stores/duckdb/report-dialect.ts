/** SQL that is specific to DuckDB. */
import type { Dialect } from '#lib/ads/reports/sql/dialect';
import { raw, sql } from '#lib/ads/reports/sql/sql';

export const duckDialect: Dialect = {
  jsonText: (json, key) => sql`json_extract_string(${json}, ${raw(`'$.${key}'`)})`,
  jsonPart: (json, key) => sql`CAST(json_extract(${json}, ${raw(`'$.${key}'`)}) AS VARCHAR)`,
  listHolds: (list, value) => sql`COALESCE(list_contains(from_json(${list}, '["VARCHAR"]'), ${value}), FALSE)`,
  isoMoment: (moment) => sql`strftime(${moment}, '%Y-%m-%dT%H:%M:%S.%gZ')`,
  momentOf: (milliseconds) => sql`make_timestamptz(CAST(${milliseconds} * 1000 AS BIGINT))`,
  dayIn: (zone, moment) => sql`CAST(timezone(${zone}, ${moment}) AS DATE)`,
  daysBetween: (first, last) =>
    sql`SELECT CAST(unnest(generate_series(${first}, ${last}, INTERVAL 1 DAY)) AS DATE) AS day`,
  decimalText: (number) => sql`rtrim(rtrim(CAST(TRY_CAST(${number} AS DECIMAL(38, 6)) AS VARCHAR), '0'), '.')`,
  matches: (text, pattern) => sql`regexp_matches(${text}, ${raw(`'${pattern}'`)})`,
};

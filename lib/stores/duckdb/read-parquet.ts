import { sqlText } from '#lib/api/text/sql-text';

/** What DuckDB reads files with: as one table, with the columns that any of them has. */
export const readParquet = (paths: readonly string[]): string =>
  `read_parquet([${paths.map(sqlText).join(', ')}], union_by_name = true)`;

import { sqlText } from '#lib/api/text/sql-text';

/** What DuckDB reads the files with. Small ones may be of a release whose kinds had fewer columns. */
export const readParquet = (paths: readonly string[]): string =>
  `read_parquet([${paths.map(sqlText).join(', ')}], union_by_name = true)`;

/** A compiled report, ready to be put to a warehouse. */
import type { Sql } from '#lib/ads/reports/sql/sql';
import type { ValueType } from '#lib/ads/reports/sql/value-type';

export interface OutputColumn {
  readonly header: string;
  readonly type: ValueType;
}

export interface Statement extends Sql {
  /** In order: `c0`, `c1` and so on in the result. */
  readonly columns: readonly OutputColumn[];
}

export interface Page {
  readonly startRow: number;
  readonly rowCount: number;
}

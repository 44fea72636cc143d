/** The result of a statement as text that stands in files. */
import type { Dialect } from '#lib/ads/reports/sql/dialect';
import { sql, type Sql } from '#lib/ads/reports/sql/sql';
import { isText, type ValueType } from '#lib/ads/reports/sql/value-type';
import type { Shape } from './statement.ts';

export interface FileForm {
  readonly format: 'csv' | 'tsv';
  /** Text that a spreadsheet would take for a formula gets an apostrophe in front. */
  readonly guardsFormulas: boolean;
}

const FORMULA = '^[=+@\\t\\r-]';

function cellSql(cell: Sql, type: ValueType, { format, guardsFormulas }: FileForm, dialect: Dialect): Sql {
  if (type === 'Number' || type === 'Money') return dialect.decimalText(cell);
  if (type === 'Boolean') return sql`CASE WHEN ${cell} THEN 'true' WHEN NOT ${cell} THEN 'false' END`;
  const text = isText(type) ? sql`NULLIF(${cell}, '')` : sql`CAST(${cell} AS VARCHAR)`;
  const guarded =
    guardsFormulas && isText(type)
      ? sql`CASE WHEN ${dialect.matches(text, FORMULA)} THEN '''' || ${text} ELSE ${text} END`
      : text;
  return format === 'tsv' && (isText(type) || type === 'List')
    ? sql`translate(${guarded}, chr(9) || chr(10) || chr(13), '   ')`
    : guarded;
}

/** Every cell as text. A row of CSV that is one empty cell is `""`: readers pass over blank lines. */
export const textCells =
  (form: FileForm, dialect: Dialect): NonNullable<Shape['present']> =>
  (cell, type, isOnly) => {
    const text = cellSql(cell, type, form, dialect);
    return isOnly && form.format === 'csv' ? sql`COALESCE(${text}, '')` : text;
  };

/** SQL that reads a file of one kind, row by row: values in their types, and what is wrong with a row. */
import type { Column, ColumnType, FileFormat, Kind } from './kinds.ts';

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const name = (value: string): string => `"${value.replaceAll('"', '""')}"`;

const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'VARCHAR',
  id: 'BIGINT',
  customer: 'BIGINT',
  integer: 'BIGINT',
  number: 'DOUBLE',
  date: 'DATE',
  time: 'TIMESTAMPTZ',
  boolean: 'BOOLEAN',
  json: 'JSON',
};

const MEANING: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  id: 'an id',
  customer: 'a customer id',
  integer: 'a whole number',
  number: 'a number',
  date: 'a day (YYYY-MM-DD)',
  time: 'a moment (RFC 3339)',
  boolean: 'true or false',
  json: 'JSON',
};

const rawOf = ({ name: column, type }: Column): string => (type === 'customer' ? `replace(${name(column)}, '-', '')` : name(column));
const valueOf = (column: Column): string => (column.type === 'text' ? name(column.name) : `TRY_CAST(${rawOf(column)} AS ${SQL_TYPES[column.type]})`);

function problemsOf(column: Column): string[] {
  const raw = name(column.name);
  const missing = `WHEN ${raw} IS NULL THEN ${text(`${column.name} is missing`)}`;
  const wrong = (condition: string, what: string): string => `WHEN ${raw} IS NOT NULL AND ${condition} THEN ${text(`${column.name} is not ${what}: `)} || left(${raw}, 60)`;
  return [
    ...(column.isRequired ? [missing] : []),
    ...(column.oneOf === undefined ? [] : [wrong(`${raw} NOT IN (${column.oneOf.map(text).join(', ')})`, `one of ${column.oneOf.join(', ')}`)]),
    ...(column.type === 'text' ? [] : [wrong(`${valueOf(column)} IS NULL`, MEANING[column.type])]),
    ...(column.type === 'id' || column.type === 'customer' ? [wrong(`${valueOf(column)} < 0`, MEANING[column.type])] : []),
  ];
}

/** Reads every field of a CSV file as text; lines that are no records are set aside by DuckDB. */
const readCsv = (path: string, header: readonly string[]): string =>
  `read_csv(${text(path)}, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '', store_rejects = true, columns = {${header
    .map((column) => `${text(column)}: 'VARCHAR'`)
    .join(', ')}})`;

/** A line that is no object of JSON becomes a row without values. */
const readNdjson = (path: string, columns: readonly Column[]): string =>
  `read_json(${text(path)}, format = 'newline_delimited', ignore_errors = true, maximum_object_size = 4194304, columns = {${columns
    .map(({ name: column }) => `${text(column)}: 'VARCHAR'`)
    .join(', ')}})`;

/** Columns of the kind that a header lacks, though no row can do without them. */
export const missingColumns = ({ columns }: Kind, header: readonly string[]): string[] =>
  columns.filter((column) => column.isRequired && !header.includes(column.name)).map((column) => column.name);

/** Creates the table `staged`: the kind's columns in order, and `problem`, which is null in good rows. */
export function stagingSql(kind: Kind, path: string, format: FileFormat, header: readonly string[]): string {
  const isThere = ({ name: column }: Column): boolean => format === 'ndjson' || header.includes(column);
  const present = kind.columns.filter(isThere);
  const values = kind.columns.map((column) => `${isThere(column) ? valueOf(column) : `NULL::${SQL_TYPES[column.type]}`} AS ${name(column.name)}`);
  const problem = `CASE ${present.flatMap(problemsOf).join(' ')} END AS problem`;
  return `CREATE OR REPLACE TEMP TABLE staged AS SELECT ${[...values, problem].join(', ')} FROM ${format === 'csv' ? readCsv(path, header) : readNdjson(path, kind.columns)}`;
}

/** A predicate that two rows have the same key; values that are absent are equal to each other. */
export const sameKey = ({ key }: Kind, left: string, right: string): string =>
  key.map((column) => `${left}.${name(column)} IS NOT DISTINCT FROM ${right}.${name(column)}`).join(' AND ');

export const keyList = ({ key }: Kind): string => key.map(name).join(', ');
export const columnList = ({ columns }: Kind): string => columns.map((column) => name(column.name)).join(', ');

/** SQL that reads a file of one kind, row by row: values in their types, and what is wrong with a row. */
import { CURRENCIES } from '#lib/ads/model/currencies';
import { sqlText } from '#lib/api/text/sql-text';
import type { Column, ColumnType, Form } from './column.ts';
import type { FileFormat } from './file-names.ts';
import { SHAPES } from './json-shapes.ts';
import type { Kind } from './kinds.ts';

const name = (value: string): string => `"${value.replaceAll('"', '""')}"`;

export const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
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

export const MEANING: Readonly<Record<ColumnType, string>> = {
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

/** In bytes, where a column says nothing else. */
const LONGEST: Readonly<Partial<Record<ColumnType, number>>> = { text: 10_000, json: 60_000 };

/**
 * What the reader of CSV converts by itself, setting aside the lines where it cannot: much faster than doing it
 * afterwards. Moments are not among it, for it takes what is none for absent, without a word.
 */
const READ_BY_CSV: ReadonlySet<ColumnType> = new Set(['id', 'integer', 'number', 'date', 'boolean']);
const csvType = ({ type }: Column): string => (READ_BY_CSV.has(type) ? SQL_TYPES[type] : 'VARCHAR');

const emptyOf = ({ type, name: column }: Column): string => `NULL::${SQL_TYPES[type]} AS ${name(column)}`;
const givenOf = (column: Column): string => name(`${column.name} as given`);

const enumOf = (values: Iterable<string>): string => `ENUM(${[...values].map(sqlText).join(', ')})`;

/** Texts of which only some are known: `type` has them as they are spelled, `respelled` finds one in any letter case. */
export interface Words {
  readonly meaning: string;
  readonly type: string;
  readonly respelled: (given: string) => string;
}

export const FORMS: Readonly<Record<Form, Words>> = {
  currency: {
    meaning: 'a currency (ISO 4217)',
    type: enumOf(CURRENCIES),
    respelled: (given) => `TRY_CAST(upper(${given}) AS ${enumOf(CURRENCIES)})::VARCHAR`,
  },
  zone: {
    meaning: 'a time zone (IANA)',
    type: 'time_zone',
    respelled: (given) => `getvariable('time_zones')[lower(${given})]`,
  },
};

const listed = (values: readonly string[]): Words => ({
  meaning: `one of ${values.join(', ')}`,
  type: enumOf(values),
  respelled: (given) =>
    `CASE lower(${given}) ${values.map((value) => `WHEN ${sqlText(value.toLowerCase())} THEN ${sqlText(value)}`).join(' ')} END`,
});

const wordsOf = ({ oneOf, form }: Column): Words | undefined =>
  oneOf !== undefined ? listed(oneOf) : form && FORMS[form];

/** Null where the text is not a value of its type. Most files spell words as they are known: that is tried first. */
function readOf(column: Column): string {
  const { type } = column;
  const given = name(column.name);
  const words = wordsOf(column);
  // A longer list after IN becomes a join, and a join forgets the order of the rows, which tells their lines and which
  // of two counts.
  if (words !== undefined)
    return `CASE WHEN TRY_CAST(${given} AS ${words.type}) IS NOT NULL THEN ${given} ELSE ${words.respelled(given)} END`;
  if (type === 'text') return given;
  return `TRY_CAST(${type === 'customer' ? `replace(${given}, '-', '')` : given} AS ${SQL_TYPES[type]})`;
}

/** DuckDB lists a placeholder among the zones. It asks the system for all of them, so it is asked once. */
const ZONE_TYPES = [
  "CREATE TEMP TYPE time_zone AS ENUM (SELECT name FROM pg_timezone_names() WHERE name <> 'Factory')",
  'SET VARIABLE time_zones = (SELECT map(list(lower(name)), list(name)) FROM (SELECT unnest(enum_range(NULL::time_zone))::VARCHAR AS name))',
];

/** Later days, and the word infinity, are days for DuckDB; no file of the warehouse is named after them. */
const DAYS = "BETWEEN DATE '1970-01-01' AND DATE '9999-12-31'";
const MOMENTS = "BETWEEN TIMESTAMPTZ '1970-01-01T00:00:00Z' AND TIMESTAMPTZ '9999-12-31T23:59:59.999Z'";

/** Words of a list are as long as they are. */
function tooLong({ name: column, type, oneOf, form, longest = LONGEST[type] }: Column, given: string): string[] {
  if (longest === undefined || oneOf !== undefined || form !== undefined) return [];
  return [
    `WHEN strlen(${given}::VARCHAR) > ${String(longest)} THEN ${sqlText(`${column} is longer than ${String(longest)} bytes`)}`,
  ];
}

function problemsOf(column: Column): string[] {
  const [given, value] = [givenOf(column), name(column.name)];
  const missing = `WHEN ${given} IS NULL THEN ${sqlText(`${column.name} is missing`)}`;
  const words = wordsOf(column);
  const wrong = (condition: string, what: string): string =>
    `WHEN ${given} IS NOT NULL AND ${condition} THEN ${sqlText(`${column.name} is not ${what}: `)} || left(${given}::VARCHAR, 60)`;
  return [
    ...(column.isRequired ? [missing] : []),
    ...(words === undefined ? [] : [wrong(`${value} IS NULL`, words.meaning)]),
    ...(column.type === 'text' ? [] : [wrong(`${value} IS NULL`, MEANING[column.type])]),
    ...(column.type === 'id' || column.type === 'customer' ? [wrong(`${value} < 0`, MEANING[column.type])] : []),
    ...(column.type === 'date' ? [wrong(`${value} NOT ${DAYS}`, MEANING.date)] : []),
    ...(column.type === 'time' ? [wrong(`${value} NOT ${MOMENTS}`, MEANING.time)] : []),
    ...(column.shape === undefined
      ? []
      : [wrong(`NOT (${SHAPES[column.shape].holds(value)})`, SHAPES[column.shape].meaning)]),
    ...tooLong(column, given),
    ...(column.between === undefined
      ? []
      : [wrong(`${value} NOT BETWEEN ${column.between.join(' AND ')}`, `between ${column.between.join(' and ')}`)]),
  ];
}

/** Unknown columns are read as text and ignored. */
function readCsv({ columns }: Kind, path: string, header: readonly string[]): string {
  const typeOf = (column: string): string => {
    const known = columns.find((candidate) => candidate.name === column);
    return known === undefined ? 'VARCHAR' : csvType(known);
  };
  const types = header.map((column) => `${sqlText(column)}: '${typeOf(column)}'`).join(', ');
  return `read_csv(${sqlText(path)}, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '', store_rejects = true, columns = {${types}})`;
}

/** A line that is no object of JSON becomes a row without values. */
const readNdjson = (path: string, columns: readonly Column[]): string =>
  `read_json(${sqlText(path)}, format = 'newline_delimited', ignore_errors = true, maximum_object_size = 4194304, columns = {${columns
    .map(({ name: column }) => `${sqlText(column)}: 'VARCHAR'`)
    .join(', ')}})`;

/** Columns of the kind that a header lacks, though no row can do without them. */
export const missingColumns = ({ columns }: Kind, header: readonly string[]): string[] =>
  columns.filter((column) => column.isRequired && !header.includes(column.name)).map((column) => column.name);

/** A line that the reader of CSV set aside, in the words that other bad lines are told in. */
export function rejection({ columns }: Kind, column: string | undefined, message: string): string {
  const known = columns.find((candidate) => candidate.name === column);
  const [, value] = /Could not convert string "(.*?)" to/s.exec(message) ?? [];
  return known === undefined || value === undefined
    ? message
    : `${known.name} is not ${MEANING[known.type]}: ${value.slice(0, 60)}`;
}

/**
 * What is read of a file: `rows` makes the table `staged_rows`, `staged` the view of its good rows with every column of
 * the kind.
 */
export interface Staging {
  /** What `rows` takes for granted; kinds without a zone do without it, for it takes as long as a small file. */
  readonly types: readonly string[];
  readonly rows: string;
  readonly staged: string;
  /** The columns that tell rows apart, as far as the file has them. */
  readonly key: string;
}

/**
 * Columns that a file does not have are not stored: in wide kinds they would be most of the table. `problem` is null in
 * good rows.
 */
export function stagingSql(kind: Kind, path: string, format: FileFormat, header: readonly string[]): Staging {
  const isThere = ({ name: column }: Column): boolean => format === 'ndjson' || header.includes(column);
  const present = kind.columns.filter(isThere);
  const source = format === 'csv' ? readCsv(kind, path, header) : readNdjson(path, kind.columns);
  // In a query of its own: each text is then converted once, and not again for every condition.
  const converted = present.map(
    (column) => `${name(column.name)} AS ${givenOf(column)}, ${readOf(column)} AS ${name(column.name)}`,
  );
  const rules = (kind.rules ?? []).map(({ broken, problem }) => `WHEN ${broken} THEN ${sqlText(problem)}`);
  // A rule may look at a column that the file does not have: it is then absent from each row.
  const absent = kind.columns.filter((column) => !isThere(column)).map(emptyOf);
  const unread =
    format === 'ndjson'
      ? [
          `WHEN ${present.map((column) => `${givenOf(column)} IS NULL`).join(' AND ')} THEN 'It is no object of JSON with any column in it'`,
        ]
      : [];
  const problem = `CASE ${[...unread, ...present.flatMap(problemsOf), ...rules].join(' ')} END AS problem`;
  const values = kind.columns.map((column) => (isThere(column) ? name(column.name) : emptyOf(column)));
  return {
    types: present.some(({ form }) => form === 'zone') ? ZONE_TYPES : [],
    rows: `CREATE OR REPLACE TEMP TABLE staged_rows AS SELECT ${present.map((column) => name(column.name)).join(', ')}, ${problem} FROM (SELECT ${[...converted, ...absent].join(', ')} FROM ${source})`,
    staged: `CREATE OR REPLACE TEMP VIEW staged AS SELECT ${values.join(', ')} FROM staged_rows`,
    key: kind.key
      .filter((column) => present.some((candidate) => candidate.name === column))
      .map(name)
      .join(', '),
  };
}

/** A predicate that two rows have the same key; values that are absent are equal to each other. */
export const sameKey = ({ key }: Kind, left: string, right: string): string =>
  key.map((column) => `${left}.${name(column)} IS NOT DISTINCT FROM ${right}.${name(column)}`).join(' AND ');

export const columnList = ({ columns }: Kind): string => columns.map((column) => name(column.name)).join(', ');

/** The types of report cells: how they stand in SQL, in JSON and in files. */
import { parseExactly } from '#lib/api/text/exact-json';

export const VALUE_TYPES = [
  'ID',
  'String',
  'Engine type',
  'Status',
  'Device segment',
  'Integer',
  'Number',
  'Money',
  'Date',
  'Timestamp',
  'Boolean',
  'List',
] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** `text` also holds days, moments (both sort as text) and lists (as JSON). */
export type SqlType = 'BIGINT' | 'DOUBLE' | 'BOOLEAN' | 'VARCHAR';

const SQL_TYPES: Readonly<Record<ValueType, SqlType>> = {
  ID: 'BIGINT',
  String: 'VARCHAR',
  'Engine type': 'VARCHAR',
  Status: 'VARCHAR',
  'Device segment': 'VARCHAR',
  Integer: 'BIGINT',
  Number: 'DOUBLE',
  Money: 'DOUBLE',
  Date: 'VARCHAR',
  Timestamp: 'VARCHAR',
  Boolean: 'BOOLEAN',
  List: 'VARCHAR',
};

export const sqlTypeOf = (type: ValueType): SqlType => SQL_TYPES[type];

const TEXTS: ReadonlySet<ValueType> = new Set<ValueType>(['String', 'Engine type', 'Status', 'Device segment']);
/** Types that `startsWith` and its kin look into, and whose cells a spreadsheet may take for formulas. */
export const isText = (type: ValueType): boolean => TEXTS.has(type);

export type Cell = string | number | boolean | readonly unknown[];

const DIGITS = 1_000_000;

/**
 * A value of a warehouse, which gives 64-bit numbers as text, in the form of JSON rows; undefined for an empty cell.
 */
export function cellOf(type: ValueType, value: unknown): Cell | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  switch (type) {
    case 'Integer':
      return Number(value);
    case 'Number':
    case 'Money':
      return Number.isFinite(Number(value)) ? Math.round(Number(value) * DIGITS) / DIGITS : undefined;
    case 'Boolean':
      return value === true || value === 'true';
    case 'List':
      return parseExactly(String(value)) as unknown[];
    default:
      return String(value as string | number | bigint);
  }
}

/** Pieces of SQL: the text has placeholders, the values are passed separately to the database. */

export interface Sql {
  /** A question mark for each value. */
  readonly text: string;
  readonly values: readonly string[];
}

/** Text of our own: names and expressions of the catalogue, never anything that a caller wrote. */
export const raw = (text: string): Sql => ({ text, values: [] });

/** Writes a statement out of other pieces: sql`SELECT ${columns} FROM ${relation}`. */
export function sql(strings: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return {
    text: strings.reduce((text, string, index) => text + (parts[index - 1]?.text ?? '') + string),
    values: parts.flatMap(({ values }) => values),
  };
}

export function joined(parts: readonly Sql[], separator: string): Sql {
  return { text: parts.map(({ text }) => text).join(separator), values: parts.flatMap(({ values }) => values) };
}

export const list = (parts: readonly Sql[]): Sql => joined(parts, ', ');

const WITH = 'WITH ';

/** The statement after tables that it names; its own follow them. */
export function after(tables: readonly Sql[], statement: Sql): Sql {
  if (tables.length === 0) return statement;
  const { text: own, values } = statement;
  const rest = own.startsWith(WITH) ? `, ${own.slice(WITH.length)}` : ` ${own}`;
  return sql`WITH ${list(tables)}${{ text: rest, values }}`;
}

export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0
    ? raw('TRUE')
    : joined(
        conditions.map((condition) => sql`(${condition})`),
        ' AND ',
      );
export const any = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0
    ? raw('FALSE')
    : joined(
        conditions.map((condition) => sql`(${condition})`),
        ' OR ',
      );

/** Values travel as text; the statement says what they are. */
const typed =
  (type: string) =>
  (value: string | number): Sql => ({ text: `CAST(? AS ${type})`, values: [String(value)] });

export const text = typed('VARCHAR');
export const id = typed('BIGINT');
export const number = typed('DOUBLE');
export const day = typed('DATE');

export const anyOf = (expression: Sql, values: readonly Sql[]): Sql =>
  values.length === 0 ? raw('FALSE') : sql`${expression} IN (${list(values)})`;

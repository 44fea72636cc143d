/** The columns of a kind of files for people, and a file to begin with: from what checks the files. */
import { csvField } from '#lib/api/text/csv-field';
import { meaningOf } from './column-meanings.ts';
import type { Column } from './column.ts';
import { KINDS, type Kind } from './kinds.ts';
import { FORMS, MEANING } from './staging-sql.ts';

export interface DescribedColumn {
  readonly column: string;
  readonly type: string;
  readonly needed: string;
  readonly unit: string;
  readonly meaning: string;
  readonly example: string;
}

/** Names end in their units. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/Micros$/, 'millionths of a currency unit'],
  [/Millis$/, 'thousandths'],
  [/timestampMs$|conversionTimestamp$/, 'milliseconds since 1970, UTC'],
  [/^usdPerUnit$/, 'US dollars'],
  [/^product(?:Price|SalePrice|CostOfGoodsSold)$/, 'units of currencyCode'],
];

/** A kind may need a column for most of its rows. */
const neededOf = ({ rules = [] }: Kind, { name, isRequired }: Column): string => {
  if (isRequired) return 'yes';
  return rules.some(({ problem }) => problem === `${name} is missing`) ? 'mostly' : 'no';
};

const typeOf = ({ type, oneOf, form }: Column): string =>
  oneOf !== undefined ? oneOf.join(', ') : form === undefined ? MEANING[type] : FORMS[form].meaning;

export const describeKind = (kind: Kind): DescribedColumn[] =>
  kind.columns.map((column) => ({
    column: column.name,
    type: typeOf(column),
    needed: neededOf(kind, column),
    unit: UNITS.find(([pattern]) => pattern.test(column.name))?.[1] ?? '',
    meaning: meaningOf(kind.name, column.name)?.meaning ?? '',
    example: meaningOf(kind.name, column.name)?.example ?? '',
  }));

const named = (kind: Kind, isNeeded: boolean): string =>
  describeKind(kind)
    .filter(({ needed }) => (needed === 'yes') === isNeeded)
    .map(({ column }) => `\`${column}\``)
    .join(' ');

/** All kinds and their columns as a table of Markdown. */
export const kindTable = (): string =>
  [
    '| file | a row is | needs | may have |',
    '|---|---|---|---|',
    ...KINDS.map((kind) => `| \`${kind.name}\` | ${kind.holds} | ${named(kind, true)} | ${named(kind, false)} |`),
  ].join('\n');

/** A CSV file of all columns and one row, which can be imported as it is. */
export function templateOf(kind: Kind): string {
  const columns = describeKind(kind);
  const line = (cells: readonly string[]): string => `${cells.map(csvField).join(',')}\n`;
  return line(columns.map(({ column }) => column)) + line(columns.map(({ example }) => example));
}

/** Which operator takes which values on which type of column. */
import { refuse } from '#lib/ads/batch/batch';
import { isDay, momentOf } from '#lib/ads/reports/plan/calendar-days';
import { OPERATORS, type Operator, type PlannedColumn, type PlannedFilter } from '#lib/ads/reports/plan/plan';
import { isText, type ValueType } from '#lib/ads/reports/sql/value-type';
import { parseExactly } from '#lib/api/text/exact-json';

const MAX_VALUES = 300;
const MAX_ID = 2n ** 63n - 1n;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

interface Rule {
  readonly least: number;
  readonly most: number;
  suits(type: ValueType): boolean;
}

const rule = (least: number, most: number, suits: Rule['suits']): Rule => ({ least, most, suits });
const anything = (): boolean => true;
const noList = (type: ValueType): boolean => type !== 'List';

const RULES: Readonly<Record<Operator, Rule>> = {
  equals: rule(1, 1, anything),
  notEquals: rule(1, 1, anything),
  in: rule(1, MAX_VALUES, noList),
  lessThan: rule(1, 1, noList),
  greaterThan: rule(1, 1, noList),
  lessThanOrEqual: rule(1, 1, noList),
  greaterThanOrEqual: rule(1, 1, noList),
  isNull: rule(0, 0, anything),
  isNotNull: rule(0, 0, anything),
  startsWith: rule(1, MAX_VALUES, isText),
  containsSubstring: rule(1, MAX_VALUES, isText),
  doesNotContainSubstring: rule(1, MAX_VALUES, isText),
  containsElement: rule(1, MAX_VALUES, (type) => type === 'List'),
};

/** A list as the JSON that stands in its column; it may come as JSON or as the text of it. */
function readList(value: unknown): string | undefined {
  try {
    const list = typeof value === 'string' ? parseExactly(value) : value;
    return Array.isArray(list) ? JSON.stringify(list) : undefined;
  } catch {
    return undefined;
  }
}

/** A value in the one spelling that the statement compares. */
function readValue(
  value: unknown,
  operator: Operator,
  { type, name }: Pick<PlannedColumn, 'type' | 'name'>,
  where: string,
): string {
  const wrong = (): Error =>
    refuse(
      `${where}: '${typeof value === 'string' ? value : JSON.stringify(value)}' is no value of '${name}' (${type}).`,
    );
  if (type === 'List' && operator !== 'containsElement') {
    const list = readList(value);
    if (list === undefined) throw wrong();
    return list;
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') throw wrong();
  const text = String(value);
  switch (type) {
    case 'ID':
      if (!/^\d{1,19}$/.test(text) || BigInt(text) > MAX_ID) throw wrong();
      return text;
    case 'Integer':
      if (!/^-?\d{1,15}$/.test(text)) throw wrong();
      return text;
    case 'Number':
    case 'Money':
      if (!DECIMAL.test(text) || !Number.isFinite(Number(text))) throw wrong();
      return text;
    case 'Boolean':
      if (text !== 'true' && text !== 'false') throw wrong();
      return text;
    case 'Date':
      if (!isDay(text)) throw wrong();
      return text;
    case 'Timestamp':
      return new Date(momentOf(text, where)).toISOString();
    default:
      return text;
  }
}

export function readFilter(
  operator: string | undefined,
  values: readonly unknown[],
  column: PlannedFilter['column'],
  where: string,
): PlannedFilter {
  const known = OPERATORS.find((candidate) => candidate === operator);
  if (known === undefined) throw refuse(`${where}: there is no operator '${String(operator)}'.`);
  const { least, most, suits } = RULES[known];
  if (!suits(column.type)) throw refuse(`${where}: '${known}' does not go with '${column.name}' (${column.type}).`);
  if (values.length < least || values.length > most) {
    throw refuse(
      `${where}: '${known}' takes ${least === most ? String(least) : `${String(least)} to ${String(most)}`} values, not ${String(values.length)}.`,
    );
  }
  return { column, operator: known, values: values.map((value) => readValue(value, known, column, where)) };
}

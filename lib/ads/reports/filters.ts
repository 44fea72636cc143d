/** Which operator takes which values on which type of column. */
import { refuse } from '../batch.ts';
import { isDay, momentOf } from './calendar-days.ts';
import { OPERATORS, type Operator, type PlannedColumn, type PlannedFilter } from './plan.ts';
import { isText, type ValueType } from './value-type.ts';

const MOST_VALUES = 300;

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
  in: rule(1, MOST_VALUES, noList),
  lessThan: rule(1, 1, noList),
  greaterThan: rule(1, 1, noList),
  lessThanOrEqual: rule(1, 1, noList),
  greaterThanOrEqual: rule(1, 1, noList),
  isNull: rule(0, 0, anything),
  isNotNull: rule(0, 0, anything),
  startsWith: rule(1, MOST_VALUES, isText),
  containsSubstring: rule(1, MOST_VALUES, isText),
  doesNotContainSubstring: rule(1, MOST_VALUES, isText),
  containsElement: rule(1, MOST_VALUES, (type) => type === 'List'),
};

/** A value in the one spelling that the statement compares. */
function readValue(value: unknown, { type, name }: Pick<PlannedColumn, 'type' | 'name'>, where: string): string {
  const wrong = (): Error => refuse(`${where}: '${String(value)}' is no value of '${name}' (${type}).`);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') throw wrong();
  const text = String(value);
  switch (type) {
    case 'ID':
      if (!/^\d{1,18}$/.test(text)) throw wrong();
      return text;
    case 'Integer':
    case 'Number':
    case 'Money':
      if (text.trim() === '' || !Number.isFinite(Number(text))) throw wrong();
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

export function readFilter(operator: string | undefined, values: readonly unknown[], column: PlannedFilter['column'], where: string): PlannedFilter {
  const known = OPERATORS.find((candidate) => candidate === operator);
  if (known === undefined) throw refuse(`${where}: there is no operator '${String(operator)}'.`);
  const { least, most, suits } = RULES[known];
  if (!suits(column.type)) throw refuse(`${where}: '${known}' does not go with '${column.name}' (${column.type}).`);
  if (values.length < least || values.length > most) {
    throw refuse(`${where}: '${known}' takes ${least === most ? String(least) : `${String(least)} to ${String(most)}`} values, not ${String(values.length)}.`);
  }
  return { column, operator: known, values: values.map((value) => readValue(value, column, where)) };
}

/** Which part of a table or index a query reads, and in which order. */
import type { ExpressionInput, Expressions } from '#lib/local/database/embedded/expressions/compile';
import type { KeyRange, RangeOperator } from '#lib/local/database/embedded/expressions/key-conditions';
import { columnOf, orderOf, type Index, type Schema } from '#lib/local/database/embedded/storage/schema';
import type { Range, Table } from '#lib/local/database/embedded/storage/table';
import { emptyKey, invalid } from '#lib/local/database/embedded/values/errors';
import { compare, normalised, type Item, type Value } from '#lib/local/database/embedded/values/values';
import type { CommandInput } from './command.ts';

export interface QueryInput extends CommandInput, ExpressionInput {
  readonly IndexName?: string;
  readonly ConsistentRead?: boolean;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
  readonly ExclusiveStartKey?: Readonly<Record<string, unknown>>;
  readonly Select?: string;
}

function indexOf({ schema }: Table, name: string | undefined): Index | undefined {
  if (name === undefined) return undefined;
  const index = schema.indexes.find((one) => one.name === name);
  if (index === undefined) throw invalid(`The table does not have the specified index: ${name}`);
  return index;
}

/** Attributes that give an item's position in a table or index. */
const positionNames = ({ hash, range }: Schema, index: Index | undefined): string[] =>
  [...new Set([hash, range, index?.hash, index?.range])].filter((name) => name !== undefined);

export const positionOf = (schema: Schema, index: Index | undefined, item: Item): Record<string, Value> =>
  Object.fromEntries(positionNames(schema, index).map((name) => [name, item[name] ?? '']));

export function checkedPosition(
  schema: Schema,
  index: Index | undefined,
  key: Readonly<Record<string, unknown>> | undefined,
): Item | undefined {
  if (key === undefined) return undefined;
  const position = normalised(key) as Item;
  const names = positionNames(schema, index);
  const isWhole =
    Object.keys(position).length === names.length &&
    names.every((name) => typeof position[name] === 'string' && position[name] !== '');
  if (!isWhole) throw invalid('The provided starting key is invalid');
  return position;
}

/** The first string after all strings with this prefix; undefined if there is none. */
function afterPrefix(prefix: string): string | undefined {
  const points = [...prefix].map((character) => character.codePointAt(0) ?? 0);
  while (points.length > 0) {
    const last = points.pop() ?? 0;
    if (last === 0x10ffff) continue;
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return undefined;
}

const BOUNDS: Readonly<Record<string, string>> = { '=': '=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' };

const otherType = (): Error =>
  invalid('One or more parameter values were invalid: Condition parameter type does not match schema type');

function rangeSql(column: string, { operator, values }: KeyRange): { where: string; values: string[] } {
  const texts = values.map((value) => {
    if (typeof value !== 'string') throw otherType();
    return value;
  });
  const [first = '', second = ''] = texts;
  if (texts.includes('')) throw emptyKey();
  if (operator === 'BETWEEN') return { where: ` AND ${column} >= ? AND ${column} <= ?`, values: [first, second] };
  if (operator !== 'begins_with') return { where: ` AND ${column} ${BOUNDS[operator] ?? '='} ?`, values: [first] };
  const end = afterPrefix(first);
  return end === undefined
    ? { where: ` AND ${column} >= ?`, values: [first] }
    : { where: ` AND ${column} >= ? AND ${column} < ?`, values: [first, end] };
}

const outsideRange = (): Error => invalid('The provided starting key does not match the range key predicate');

/** ExclusiveStartKey must lie inside the range. */
function checkStart({ operator, values }: KeyRange, start: Value): void {
  const [first = '', second = ''] = values;
  const fromFirst = compare(start, first) ?? 0;
  const fromLast = compare(start, operator === 'BETWEEN' ? second : first) ?? 0;
  const isInside: Readonly<Record<RangeOperator, boolean>> = {
    '=': fromFirst === 0,
    '<': fromFirst < 0,
    '<=': fromFirst <= 0,
    '>': fromFirst > 0,
    '>=': fromFirst >= 0,
    BETWEEN: fromFirst >= 0 && fromLast <= 0,
    begins_with: typeof start === 'string' && typeof first === 'string' && start.startsWith(first),
  };
  if (!isInside[operator]) throw outsideRange();
}

export interface Plan {
  readonly table: Table;
  readonly index: Index | undefined;
  readonly range: Range;
}

function startSql(
  schema: Schema,
  index: Index | undefined,
  position: Item,
  isDescending: boolean,
): { where: string; values: string[] } {
  const columns = orderOf(schema, index);
  const attributes = positionNames(schema, index);
  const values = columns.map((column) =>
    String(position[attributes.find((name) => columnOf(schema, name) === column) ?? ''] ?? ''),
  );
  return {
    where: ` AND (${columns.join(', ')}) ${isDescending ? '<' : '>'} (${columns.map(() => '?').join(', ')})`,
    values,
  };
}

export function planQuery(table: Table, input: QueryInput, { keys, parameters }: Expressions): Plan {
  const { schema } = table;
  const index = indexOf(table, input.IndexName);
  if (index?.isGlobal === true && index.attributes !== undefined && input.Select === 'ALL_ATTRIBUTES')
    throw invalid(
      `One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index ${index.name} because its projection type is not ALL`,
    );
  if (index?.isGlobal === true && input.ConsistentRead === true)
    throw invalid('Consistent reads are not supported on global secondary indexes');
  if (keys === undefined)
    throw invalid('Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.');
  const { hash, range } = index ?? schema;
  const condition = keys(parameters, hash, range);
  if (typeof condition.hash !== 'string') throw otherType();
  if (condition.hash === '') throw emptyKey({ whose: ` Key: ${hash}` });
  const isDescending = input.ScanIndexForward === false;
  const position = checkedPosition(schema, index, input.ExclusiveStartKey);
  if (position !== undefined && position[hash] !== condition.hash) throw outsideRange();
  if (position !== undefined && condition.range !== undefined) checkStart(condition.range, position[range ?? ''] ?? '');
  const bounds = condition.range === undefined ? undefined : rangeSql(columnOf(schema, range ?? ''), condition.range);
  const start = position === undefined ? undefined : startSql(schema, index, position, isDescending);
  return {
    table,
    index,
    range: {
      partition: condition.hash,
      where: `${bounds?.where ?? ''}${start?.where ?? ''}`,
      values: [...(bounds?.values ?? []), ...(start?.values ?? [])],
      isDescending,
    },
  };
}

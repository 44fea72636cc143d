/** Query and Scan: pages from a range of a table or index. */
import {
  readExpressions,
  type ExpressionInput,
  type Expressions,
} from '#lib/local/database/embedded/expressions/compile';
import type { KeyRange, RangeOperator } from '#lib/local/database/embedded/expressions/key-conditions';
import type { Engine } from '#lib/local/database/embedded/storage/engine';
import { entryOf, missingIn } from '#lib/local/database/embedded/storage/index-entry';
import { columnOf, orderOf, type Index, type Schema } from '#lib/local/database/embedded/storage/schema';
import { itemOf, type Range, type Row, type Table } from '#lib/local/database/embedded/storage/table';
import { readUnits } from '#lib/local/database/embedded/values/capacity';
import { invalid, unknown } from '#lib/local/database/embedded/values/errors';
import { toClientValue } from '#lib/local/database/embedded/values/item-text';
import { itemSize } from '#lib/local/database/embedded/values/sizes';
import { compare, normalised, type Item, type Value } from '#lib/local/database/embedded/values/values';
import { checkOptions, checkScalars } from './checks.ts';
import type { Answer, CommandInput } from './command.ts';

interface QueryInput extends CommandInput, ExpressionInput {
  readonly IndexName?: string;
  readonly ConsistentRead?: boolean;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
  readonly ExclusiveStartKey?: Readonly<Record<string, unknown>>;
  readonly Select?: string;
}

const SHARED = [
  'TableName',
  'IndexName',
  'ConsistentRead',
  'FilterExpression',
  'ProjectionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'Limit',
  'ExclusiveStartKey',
  'Select',
  'ReturnConsumedCapacity',
];
const QUERY = new Set([...SHARED, 'KeyConditionExpression', 'ScanIndexForward']);
const SCAN = new Set(SHARED);
const SELECTED = new Set(['COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES', 'SPECIFIC_ATTRIBUTES']);

const PAGE_BYTES = 1024 * 1024;

function indexOf({ schema }: Table, name: string | undefined): Index | undefined {
  if (name === undefined) return undefined;
  const index = schema.indexes.find((one) => one.name === name);
  if (index === undefined) throw invalid(`The table does not have the specified index: ${name}`);
  return index;
}

/** Attributes that give an item's position in a table or index. */
const positionNames = ({ hash, range }: Schema, index: Index | undefined): string[] =>
  [...new Set([hash, range, index?.hash, index?.range])].filter((name) => name !== undefined);

const positionOf = (schema: Schema, index: Index | undefined, item: Item): Record<string, Value> =>
  Object.fromEntries(positionNames(schema, index).map((name) => [name, item[name] ?? '']));

function checkedPosition(
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

function rangeSql(column: string, { operator, values }: KeyRange): { where: string; values: string[] } {
  const texts = values.map((value) => {
    if (typeof value !== 'string')
      throw invalid('One or more parameter values were invalid: Condition parameter type does not match schema type');
    return value;
  });
  const [first = '', second = ''] = texts;
  if (texts.includes('')) {
    throw invalid(
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value.',
    );
  }
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

interface Plan {
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

function planQuery(table: Table, input: QueryInput, { keys, parameters }: Expressions): Plan {
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
  if (typeof condition.hash !== 'string')
    throw invalid('One or more parameter values were invalid: Condition parameter type does not match schema type');
  if (condition.hash === '') {
    throw invalid(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${hash}`,
    );
  }
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

interface Page extends Record<string, unknown> {
  readonly Items?: unknown[];
}

/**
 * Reads rows until the page is full, by number of items or by bytes read. Only a page that is full by bytes knows
 * whether anything follows.
 */
function page(
  plan: Pick<Plan, 'table' | 'index'>,
  rows: Iterable<Row>,
  input: QueryInput,
  expressions: Expressions,
): Answer {
  const {
    table: { schema, name },
    index,
  } = plan;
  const { filter, projection, parameters } = expressions;
  const isCount = input.Select === 'COUNT';
  const isConsistent = input.ConsistentRead === true;
  // A local index fetches what it does not contain from the table, item by item.
  const isFetched =
    (index?.attributes !== undefined && input.Select === 'ALL_ATTRIBUTES') ||
    missingIn(schema, index, expressions.read.projection).length > 0;
  const Items: unknown[] = [];
  let [scanned, bytes, count, fetched] = [0, 0, 0, 0];
  let last: Item | undefined;
  let full: Item | undefined;
  for (const row of rows) {
    if (full !== undefined) {
      last = full;
      break;
    }
    const whole = itemOf(row);
    const entry = entryOf(schema, index, whole);
    const item = isFetched ? whole : entry;
    scanned += 1;
    bytes += index?.attributes === undefined ? row.size : itemSize(entry);
    if (isFetched) fetched += readUnits(row.size, isConsistent);
    if (filter === undefined || filter(item, parameters)) {
      count += 1;
      const part = projection === undefined ? item : projection(item, parameters);
      if (!isCount) Items.push(row.isMarked ? toClientValue(part) : part);
    }
    if (scanned === input.Limit) {
      last = item;
      break;
    }
    if (bytes >= PAGE_BYTES) full = item;
  }
  const found: Page = isCount ? {} : { Items };
  return {
    units: new Map([[name, readUnits(bytes, isConsistent) + fetched]]),
    ...found,
    Count: count,
    ScannedCount: scanned,
    ...(last !== undefined && { LastEvaluatedKey: positionOf(schema, index, last) }),
  };
}

function checkSelect({ Select, IndexName, ProjectionExpression }: QueryInput): void {
  if (Select === undefined) return;
  if (!SELECTED.has(Select))
    throw invalid('Select must be ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES, COUNT, or SPECIFIC_ATTRIBUTES');
  if (Select === 'ALL_PROJECTED_ATTRIBUTES' && IndexName === undefined)
    throw invalid('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName');
  const isSpecific = Select === 'SPECIFIC_ATTRIBUTES';
  if (isSpecific === (ProjectionExpression !== undefined)) return;
  throw invalid(
    isSpecific
      ? 'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES'
      : `Cannot specify the ProjectionExpression when choosing to get ${Select === 'COUNT' ? 'only the Count' : Select}`,
  );
}

function checkPaging(input: QueryInput): void {
  const { Limit } = input;
  if (Limit !== undefined && !(Limit >= 1)) {
    throw invalid(
      `1 validation error detected: Value '${String(Limit)}' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1`,
    );
  }
  checkSelect(input);
}

/** A filter sees what the index contains, besides the keys by which it is read. */
function checkFilter({ table, index }: Plan, { read }: Expressions): void {
  const { hash, range } = index ?? table.schema;
  const key = [hash, range].find((name) => name !== undefined && read.filter.includes(name));
  if (key !== undefined)
    throw invalid(`Filter Expression can only contain non-primary key attributes: Primary key attribute: ${key}`);
  const missing = missingIn(table.schema, index, read.filter);
  if (missing.length === 0) return;
  throw invalid(
    `One or more parameter values were invalid: Secondary index ${index?.name ?? ''} does not project one or more filter attributes: [${missing.join(', ')}]`,
  );
}

export function query(engine: Engine, input: QueryInput): Answer {
  checkOptions('QueryCommand', input, QUERY);
  const table = engine.table(input.TableName);
  checkPaging(input);
  const expressions = readExpressions(input);
  const plan = planQuery(table, input, expressions);
  checkScalars(table, expressions);
  checkFilter(plan, expressions);
  return page(plan, table.range(plan.index, plan.range, input.Limit), input, expressions);
}

export function scan(engine: Engine, input: QueryInput): Answer {
  checkOptions('ScanCommand', input, SCAN);
  const table = engine.table(input.TableName);
  checkPaging(input);
  if (input.IndexName !== undefined) throw unknown('a scan of an index');
  const expressions = readExpressions(input);
  checkScalars(table, expressions);
  const position = checkedPosition(table.schema, undefined, input.ExclusiveStartKey);
  return page({ table, index: undefined }, table.scan(position && table.keyOf(position)), input, expressions);
}

/** Query and Scan: pages of a table or index. `query-plan.ts` finds the range that a query reads. */
import { readExpressions, type Expressions } from '#lib/local/database/embedded/expressions/compile';
import type { Engine } from '#lib/local/database/embedded/storage/engine';
import { entryOf, missingIn } from '#lib/local/database/embedded/storage/index-entry';
import { itemOf, type Row } from '#lib/local/database/embedded/storage/table';
import { readUnits } from '#lib/local/database/embedded/values/capacity';
import { invalid, unfit, unknown } from '#lib/local/database/embedded/values/errors';
import { toClientValue } from '#lib/local/database/embedded/values/item-text';
import { itemSize } from '#lib/local/database/embedded/values/sizes';
import type { Item } from '#lib/local/database/embedded/values/values';
import { checkOptions, checkScalars } from './checks.ts';
import type { Answer } from './command.ts';
import { checkedPosition, planQuery, positionOf, type Plan, type QueryInput } from './query-plan.ts';

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

const MAX_LIMIT = 2 ** 31 - 1;

function checkPaging(input: QueryInput): void {
  const { Limit } = input;
  if (Limit !== undefined && !(Number.isInteger(Limit) && Limit >= 1 && Limit <= MAX_LIMIT)) {
    const whole = `be a whole number up to ${String(MAX_LIMIT)}`;
    throw unfit('limit', Limit, Limit >= 1 ? whole : 'have value greater than or equal to 1');
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

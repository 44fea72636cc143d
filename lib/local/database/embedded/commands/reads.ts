/** GetItem, BatchGetItem and TransactGetItems. */
import {
  checkHasExpressions,
  readExpressions,
  type ExpressionInput,
  type Expressions,
} from '#lib/local/database/embedded/expressions/compile';
import type { Engine } from '#lib/local/database/embedded/storage/engine';
import { itemOf, type Row, type Table } from '#lib/local/database/embedded/storage/table';
import { readUnits } from '#lib/local/database/embedded/values/capacity';
import { invalid } from '#lib/local/database/embedded/values/errors';
import { toClientValue } from '#lib/local/database/embedded/values/item-text';
import { checkedKey, checkOptions, checkScalars } from './checks.ts';
import type { Answer, CommandInput } from './command.ts';

type Key = Readonly<Record<string, unknown>>;

interface GetInput extends CommandInput, ExpressionInput {
  readonly Key?: Key;
  readonly ConsistentRead?: boolean;
}

interface KeysInput extends ExpressionInput {
  readonly Keys?: readonly Key[];
  readonly ConsistentRead?: boolean;
}

const NAMES = ['ProjectionExpression', 'ExpressionAttributeNames'];
const GET = new Set(['TableName', 'Key', 'ConsistentRead', 'ReturnConsumedCapacity', ...NAMES]);
const KEYS = new Set(['Keys', 'ConsistentRead', ...NAMES]);
const BATCH = new Set(['RequestItems', 'ReturnConsumedCapacity']);
const TRANSACT = new Set(['TransactItems', 'ReturnConsumedCapacity']);
const TRANSACT_GET = new Set(['TableName', 'Key', ...NAMES]);

const MAX_BATCH_KEYS = 100;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** A row as the caller sees it, after the projection. */
function visibleItem(row: Row, { projection, parameters }: Pick<Expressions, 'projection' | 'parameters'>): unknown {
  const item = itemOf(row);
  const part = projection === undefined ? item : projection(item, parameters);
  return row.isMarked ? toClientValue(part) : part;
}

export function get(engine: Engine, input: GetInput): Answer {
  checkOptions('GetCommand', input, GET);
  checkHasExpressions(input);
  const table = engine.table(input.TableName);
  const expressions = readExpressions(input);
  checkScalars(table, expressions);
  const row = table.find(checkedKey(table, input.Key));
  const units = new Map([[table.name, readUnits(row?.size ?? 0, input.ConsistentRead === true)]]);
  return { units, ...(row !== undefined && { Item: visibleItem(row, expressions) }) };
}

function tableKeys(engine: Engine, name: string, input: KeysInput) {
  checkOptions('BatchGetCommand', input, KEYS);
  checkHasExpressions(input);
  const table = engine.table(name);
  const expressions = readExpressions(input);
  checkScalars(table, expressions);
  const keys = (input.Keys ?? []).map((key) => checkedKey(table, key));
  if (new Set(keys.map(({ pk, sk }) => `${pk}\0${sk}`)).size < keys.length)
    throw invalid('Provided list of item keys contains duplicates');
  return { table, keys, expressions, isConsistent: input.ConsistentRead === true };
}

export function batchGet(
  engine: Engine,
  input: CommandInput & { readonly RequestItems?: Readonly<Record<string, KeysInput>> },
): Answer {
  checkOptions('BatchGetCommand', input, BATCH);
  const requests = Object.entries(input.RequestItems ?? {});
  const count = requests.reduce((sum, [, { Keys = [] }]) => sum + Keys.length, 0);
  if (count > MAX_BATCH_KEYS) throw invalid('Too many items requested for the BatchGetItem call');
  if (count === 0) throw invalid('BatchGetItem asks for at least one item of each table.');
  const wanted = requests.map(([name, request]) => tableKeys(engine, name, request));
  let bytes = 0;
  const units = new Map<string, number>();
  const Responses: Record<string, unknown[]> = {};
  const UnprocessedKeys: Record<string, KeysInput> = {};
  engine.file.read(() => {
    for (const { table, keys, expressions, isConsistent } of wanted) {
      const found: unknown[] = [];
      const left: Key[] = [];
      for (const [index, key] of keys.entries()) {
        const row = bytes > MAX_ANSWER_BYTES ? undefined : table.find(key);
        if (bytes > MAX_ANSWER_BYTES) left.push(input.RequestItems?.[table.name]?.Keys?.[index] ?? {});
        else units.set(table.name, (units.get(table.name) ?? 0) + readUnits(row?.size ?? 0, isConsistent));
        bytes += row?.size ?? 0;
        if (row !== undefined) found.push(visibleItem(row, expressions));
      }
      Responses[table.name] = found;
      if (left.length > 0) UnprocessedKeys[table.name] = { ...input.RequestItems?.[table.name], Keys: left };
    }
  });
  return { units, Responses, UnprocessedKeys };
}

export function transactGet(
  engine: Engine,
  input: CommandInput & { readonly TransactItems?: readonly { readonly Get?: GetInput }[] },
): Answer {
  checkOptions('TransactGetCommand', input, TRANSACT);
  const { TransactItems = [] } = input;
  if (TransactItems.length === 0 || TransactItems.length > MAX_BATCH_KEYS) {
    throw invalid(
      `1 to ${String(MAX_BATCH_KEYS)} items are read in one transaction, not ${String(TransactItems.length)}.`,
    );
  }
  const wanted = TransactItems.map(({ Get }) => {
    if (Get === undefined) throw invalid('Each item of TransactItems is a Get');
    checkOptions('TransactGetCommand', Get, TRANSACT_GET);
    const table: Table = engine.table(Get.TableName);
    const expressions = readExpressions(Get);
    checkScalars(table, expressions);
    return { table, key: checkedKey(table, Get.Key), expressions };
  });
  if (new Set(wanted.map(({ table, key }) => `${table.name}\0${key.pk}\0${key.sk}`)).size < wanted.length) {
    throw invalid('Transaction request cannot include multiple operations on one item');
  }
  const units = new Map<string, number>();
  const Responses = engine.file.read(() =>
    wanted.map(({ table, key, expressions }) => {
      const row = table.find(key);
      units.set(table.name, (units.get(table.name) ?? 0) + 2 * readUnits(row?.size ?? 0, true));
      return row === undefined ? {} : { Item: visibleItem(row, expressions) };
    }),
  );
  return { units, Responses };
}

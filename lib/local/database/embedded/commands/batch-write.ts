/** BatchWriteItem, and BatchExecuteStatement for the only statement that our stores send: INSERT. */
import type { Engine } from '#lib/local/database/embedded/storage/engine';
import type { Table } from '#lib/local/database/embedded/storage/table';
import { unitsToWrite } from '#lib/local/database/embedded/values/capacity';
import { invalid, isInvalid, unknown } from '#lib/local/database/embedded/values/errors';
import { normalisedItem } from '#lib/local/database/embedded/values/values';
import { checkOptions } from './checks.ts';
import type { Answer, CommandInput } from './command.ts';
import { idOf, prepareWrite, type Write, type WriteInput } from './write-one.ts';

interface WriteRequest {
  readonly PutRequest?: Pick<WriteInput, 'Item'>;
  readonly DeleteRequest?: Pick<WriteInput, 'Key'>;
}

const BATCH = new Set(['RequestItems', 'ReturnConsumedCapacity']);
const STATEMENTS = new Set(['Statements', 'ReturnConsumedCapacity']);
const STATEMENT = new Set(['Statement', 'Parameters']);
const MAX_BATCH = 25;
const INSERT = /^\s*INSERT\s+INTO\s+"([^"]+)"\s+VALUE\s+\{(.*)\}\s*$/is;
const PAIR = /\s*'((?:[^']|'')*)'\s*:\s*\?\s*(?:,|$)/y;

function checkDistinct(ids: readonly string[]): void {
  if (new Set(ids).size < ids.length) throw invalid('Provided list of item keys contains duplicates');
}

function prepareRequest(table: Table, { PutRequest, DeleteRequest }: WriteRequest): Write {
  if (PutRequest !== undefined && DeleteRequest !== undefined)
    throw invalid(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  return PutRequest === undefined
    ? prepareWrite('Delete', table, { Key: DeleteRequest?.Key ?? {} })
    : prepareWrite('Put', table, { Item: PutRequest.Item });
}

export function batchWrite(
  engine: Engine,
  input: CommandInput & { readonly RequestItems?: Readonly<Record<string, readonly WriteRequest[]>> },
  nowMs: number,
): Answer {
  checkOptions('BatchWriteCommand', input, BATCH);
  const requests = Object.entries(input.RequestItems ?? {});
  const count = requests.reduce((sum, [, { length }]) => sum + length, 0);
  if (count > MAX_BATCH) throw invalid('Too many items requested for the BatchWriteItem call');
  if (count === 0) throw invalid('BatchWriteItem writes at least one item of each table.');
  const writes = requests.flatMap(([name, list]) => {
    const table = engine.table(name);
    return list.map((request) => prepareRequest(table, request));
  });
  checkDistinct(writes.map(idOf));
  const units = new Map<string, number>();
  engine.file.write(() => {
    for (const { table, key, item, size } of writes) {
      const before = table.find(key);
      const used =
        before === undefined && item === undefined
          ? unitsToWrite(0)
          : table.replace(key, before, item, { at: nowMs, size });
      units.set(table.name, (units.get(table.name) ?? 0) + used);
    }
  });
  return { units, UnprocessedItems: {} };
}

interface Statement {
  readonly Statement?: string;
  readonly Parameters?: readonly unknown[];
}

function readInsert(statement: Statement): { name: string; item: Record<string, unknown> } {
  checkOptions('BatchExecuteStatementCommand', statement, STATEMENT);
  const { Statement: text = '', Parameters = [] } = statement;
  const [, name, body = ''] = INSERT.exec(text) ?? [];
  const item: Record<string, unknown> = {};
  let at = 0;
  for (const parameter of Parameters) {
    PAIR.lastIndex = at;
    const attribute = PAIR.exec(body)?.[1];
    if (attribute === undefined) break;
    item[attribute.replaceAll("''", "'")] = parameter;
    at = PAIR.lastIndex;
  }
  if (name === undefined || at < body.length || Object.keys(item).length < Parameters.length)
    throw unknown(`the statement ${text}`);
  return { name, item };
}

/** Each statement succeeds or fails independently. */
export function batchExecuteStatement(
  engine: Engine,
  input: CommandInput & { readonly Statements?: readonly Statement[] },
  nowMs: number,
): Answer {
  checkOptions('BatchExecuteStatementCommand', input, STATEMENTS);
  const { Statements = [] } = input;
  if (Statements.length === 0 || Statements.length > MAX_BATCH) {
    throw invalid(`1 to ${String(MAX_BATCH)} statements are executed at once, not ${String(Statements.length)}.`);
  }
  const inserts = Statements.map(readInsert).map(({ name, item }) => ({ name, item: normalisedItem(item) }));
  checkDistinct(
    inserts.flatMap(({ name, item }) => engine.findTable(name)?.keyOf(item) ?? []).map(({ pk, sk }) => `${pk}\0${sk}`),
  );
  const units = new Map<string, number>();
  const Responses = engine.file.write(() =>
    inserts.map(({ name, item }) => {
      const table = engine.table(name);
      try {
        const write = prepareWrite('Put', table, { Item: item });
        const isTaken = table.find(write.key) !== undefined;
        const used = isTaken
          ? unitsToWrite(write.size)
          : table.replace(write.key, undefined, write.item, { at: nowMs, size: write.size });
        units.set(name, (units.get(name) ?? 0) + used);
        return {
          TableName: name,
          ...(isTaken && { Error: { Code: 'DuplicateItem', Message: 'Duplicate primary key exists in table' } }),
        };
      } catch (error) {
        if (!isInvalid(error)) throw error;
        return { TableName: name, Error: { Code: 'ValidationError', Message: error.message } };
      }
    }),
  );
  return { units, Responses };
}

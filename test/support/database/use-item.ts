/** An item with a value of every kind, in a table of its own, that expressions are asked about. */
import { expect } from '@jest/globals';
import { documents } from '#lib/stores/dynamodb/client/client';
import { GetCommand, PutCommand, UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import { onceForAll } from '#test/support/run/fixture';
import { newTable } from '#test/support/run/new-table';

export const Key = { pk: 'a', sk: 'b' };

export const ITEM = {
  ...Key,
  n: 5,
  title: 'abc',
  bin: new Uint8Array([1, 2, 3]),
  tags: new Set(['x', 'y']),
  doc: { a: 1, b: { c: 1 } },
  series: [1, 'two', { three: 3 }],
};

/** What expressions may name. */
const VALUES: Readonly<Record<string, unknown>> = {
  ':1': 1,
  ':2': 2,
  ':3': 3,
  ':5': 5,
  ':9': 9,
  ':text': 'abc',
  ':b': 'b',
  ':x': 'x',
  ':two': 'two',
  ':type': 'S',
  ':bin': new Uint8Array([1, 2, 3]),
  ':byte': new Uint8Array([2]),
  ':tag': new Set(['x']),
  ':tags': new Set(['y', 'x']),
  ':more': new Set(['x', 'z']),
  ':numbers': new Set([1]),
  ':list': [9],
  ':series': [1, 'two', { three: 3 }],
  ':doc': { b: { c: 1 }, a: 1 },
  ':null': null,
  ':true': true,
};

/** Those of the values that an expression names. */
function valuesIn(expression: string): Record<string, unknown> | undefined {
  const named = new Set(expression.match(/:\w+/g));
  return named.size === 0 ? undefined : Object.fromEntries([...named].map((name) => [name, VALUES[name]]));
}

export interface AskedItem {
  readonly TableName: string;
  /** Puts the item as it was at first. */
  store(): Promise<unknown>;
  /** Puts it again, if the condition is met. */
  putIf(condition: string): Promise<unknown>;
  /** What an update of the item as it was at first returns. */
  update(expression: string, ReturnValues?: UpdateReturn): Promise<Record<string, unknown> | undefined>;
  /** What a projection leaves of it. */
  read(projection: string): Promise<Record<string, unknown> | undefined>;
}

type UpdateReturn = 'ALL_NEW' | 'ALL_OLD' | 'UPDATED_NEW' | 'UPDATED_OLD';

async function openItem(): Promise<AskedItem> {
  const { name: TableName } = await newTable('CalendarTable');
  const store = () => documents.send(new PutCommand({ TableName, Item: ITEM }));
  return {
    TableName,
    store,
    putIf: (ConditionExpression) =>
      documents.send(
        new PutCommand({
          TableName,
          Item: ITEM,
          ConditionExpression,
          ExpressionAttributeValues: valuesIn(ConditionExpression),
        }),
      ),
    async update(UpdateExpression, ReturnValues = 'ALL_NEW') {
      await store();
      const { Attributes } = await documents.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression,
          ExpressionAttributeValues: valuesIn(UpdateExpression),
          ReturnValues,
        }),
      );
      return Attributes;
    },
    async read(ProjectionExpression) {
      return (await documents.send(new GetCommand({ TableName, Key, ProjectionExpression }))).Item;
    },
  };
}

export const useItem = (): AskedItem => onceForAll(openItem);

/** For what the expression says, and not because a test uses a reserved word as a name. */
export const INVALID = { name: 'ValidationException', message: expect.not.stringContaining('reserved') };

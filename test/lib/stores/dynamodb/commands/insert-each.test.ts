import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { config } from '#lib/runtime/process/config';
import { documents } from '#lib/stores/dynamodb/client/client';
import { BatchExecuteStatementCommand, GetCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { insertEach } from '#lib/stores/dynamodb/commands/insert-each';

/** The first call finds its second statement throttled: it is not carried out, the others are. */
function throttlingOnce(calls: number[]): DocumentClient {
  const send = async (command: BatchExecuteStatementCommand): Promise<unknown> => {
    const { Statements = [] } = command.input;
    calls.push(Statements.length);
    if (calls.length > 1) return documents.send(new BatchExecuteStatementCommand({ Statements: [...Statements] }));
    const { Responses = [] } = await documents.send(
      new BatchExecuteStatementCommand({ Statements: Statements.filter((_, index) => index !== 1) }),
    );
    const throttled = { Error: { Code: 'ProvisionedThroughputExceeded', Message: 'slow down' } };
    return { Responses: [...Responses.slice(0, 1), throttled, ...Responses.slice(1)] };
  };
  return { send } as object as DocumentClient;
}

test('a throttled statement is tried again by itself, and each item has its own answer', async () => {
  const table = config.adsTable;
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()].map((name) => ({
    pk: name,
    sk: 'X',
    name,
  }));
  if (first === undefined || second === undefined || third === undefined) throw new Error('Three items were made.');
  await insertEach(documents, table, [third]);
  const calls: number[] = [];

  expect(await insertEach(throttlingOnce(calls), table, [first, second, third])).toEqual([true, true, false]);

  expect(calls).toEqual([3, 1]);
  for (const item of [first, second]) {
    const { Item } = await documents.send(new GetCommand({ TableName: table, Key: { pk: item.pk, sk: item.sk } }));
    expect(Item).toEqual(item);
  }
});

test.each([
  [{ Code: 'ValidationError', Message: 'no such table' }, 'ValidationError: no such table'],
  [{ Code: 'ValidationError' }, 'ValidationError: '],
  [{}, 'Unknown: '],
])('a statement that cannot succeed, %j, fails with what the database says', async (failure, message) => {
  const send = () => Promise.resolve({ Responses: [{ Error: failure }] });

  const inserted = insertEach({ send } as object as DocumentClient, 'table', [{ pk: 'a', sk: 'X' }]);

  await expect(inserted).rejects.toThrow(expect.objectContaining({ message }));
});

/** What random commands to DynamoDB Local have shown, by hand: its answers are those that are expected here. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openEmbedded, type Embedded } from '#lib/local/database/embedded/open';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
  type DocumentClient,
} from '#lib/stores/dynamodb/client/commands';

const TableName = 'odd';
const Key = { pk: 'a', sk: 'b' };

let database: Embedded;
let documents: DocumentClient;
beforeEach(() => {
  database = openEmbedded({ file: 'memory' });
  database.engine.createTable({
    TableName,
    AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  });
  documents = database.connect();
});
afterEach(() => {
  database.close();
});

test('an attribute that is NULL exists', async () => {
  await documents.send(new PutCommand({ TableName, Item: { ...Key, state: null } }));
  const { Attributes } = await documents.send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET #state = if_not_exists(#state, :new), title = if_not_exists(title, :new)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':new': 1 },
      ReturnValues: 'ALL_NEW',
    }),
  );

  expect(Attributes).toEqual({ ...Key, state: null, title: 1 });
});

describe('of a table that does not exist', () => {
  const name = 'ResourceNotFoundException';
  const missing = { TableName: 'nothing' };

  test('nothing else that is wrong with a query is told', async () => {
    for (const wrong of [
      {},
      { ExpressionAttributeValues: {} },
      { ExpressionAttributeValues: { ':a': 1 } },
      { KeyConditionExpression: 'pk = = :a', ExpressionAttributeValues: { ':a': 'a' } },
      { KeyConditionExpression: 'pk = :b', ExpressionAttributeValues: { ':a': 'a' }, Limit: 0 },
    ])
      await expect(documents.send(new QueryCommand({ ...missing, ...wrong }))).rejects.toMatchObject({ name });
    await expect(documents.send(new ScanCommand({ ...missing, Limit: 0 }))).rejects.toMatchObject({ name });
  });

  test('nor with what is to be read of items, but names that nothing uses', async () => {
    const wrong = { ProjectionExpression: 'a,' };
    const unused = { ExpressionAttributeNames: { '#a': 'a' } };
    const batch = (more: object) => new BatchGetCommand({ RequestItems: { nothing: { Keys: [Key], ...more } } });

    await expect(documents.send(new GetCommand({ ...missing, Key, ...wrong }))).rejects.toMatchObject({ name });
    await expect(documents.send(batch(wrong))).rejects.toMatchObject({ name });
    for (const command of [new GetCommand({ ...missing, Key, ...unused }), batch(unused)])
      await expect(documents.send(command as GetCommand)).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

test('no names and no values are as if they were not there, unless an expression needs them', async () => {
  const none = { ExpressionAttributeNames: {}, ExpressionAttributeValues: {} };
  await documents.send(new PutCommand({ TableName, Item: Key, ...none }));
  expect((await documents.send(new ScanCommand({ TableName, ...none }))).Items).toEqual([Key]);
  expect((await documents.send(new GetCommand({ TableName, Key, ExpressionAttributeNames: {} }))).Item).toEqual(Key);
  await documents.send(new DeleteCommand({ TableName, Key, ...none }));

  await expect(
    documents.send(new PutCommand({ TableName, Item: Key, ...none, ConditionExpression: 'attribute_exists(pk)' })),
  ).rejects.toMatchObject({ name: 'ValidationException', message: 'ExpressionAttributeNames must not be empty' });
});

test('a filter cannot name the keys by which a query reads; that of a scan can', async () => {
  await documents.send(new PutCommand({ TableName, Item: Key }));
  const values = { ':a': 'a', ':b': 'b' };
  for (const FilterExpression of ['sk = :b', 'title = :b OR NOT begins_with(sk, :b)'])
    await expect(
      documents.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :a',
          FilterExpression,
          ExpressionAttributeValues: values,
        }),
      ),
    ).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Filter Expression can only contain non-primary key attributes: Primary key attribute: sk',
    });

  const filter = { FilterExpression: 'sk = :b', ExpressionAttributeValues: { ':b': 'b' } };
  expect((await documents.send(new ScanCommand({ TableName, ...filter }))).Items).toEqual([Key]);
});

test('an option that has few values has no other', async () => {
  const put = { TableName, Item: Key };
  const wrong = { ReturnValuesOnConditionCheckFailure: 'ALL_NEW' } as object;
  const refused = (values: string) => ({
    name: 'ValidationException',
    message: expect.stringContaining(`Member must satisfy enum value set: [${values}]`),
  });

  for (const command of [
    new PutCommand({ ...put, ...wrong }),
    new TransactWriteCommand({ TransactItems: [{ Put: { ...put, ...wrong } }] }),
  ])
    await expect(documents.send(command as PutCommand)).rejects.toMatchObject(refused('ALL_OLD, NONE'));
  const some = { ReturnConsumedCapacity: 'SOME' } as object;
  await expect(documents.send(new PutCommand({ ...put, ...some }))).rejects.toMatchObject(
    refused('INDEXES, TOTAL, NONE'),
  );
});

test('a page of a megabyte says that there is more only if there is', async () => {
  const put = (sk: string) =>
    documents.send(new PutCommand({ TableName, Item: { pk: 'a', sk, text: 'x'.repeat(400_000) } }));
  const query = () =>
    documents.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :a',
        ExpressionAttributeValues: { ':a': 'a' },
        ProjectionExpression: 'sk',
      }),
    );
  for (const sk of ['1', '2', '3']) await put(sk);
  const { Items, LastEvaluatedKey } = await query();
  expect([Items?.length, LastEvaluatedKey]).toEqual([3, undefined]);

  await put('4');
  const { Items: first, LastEvaluatedKey: more } = await query();
  expect([first?.length, more]).toEqual([3, { pk: 'a', sk: '3' }]);
});

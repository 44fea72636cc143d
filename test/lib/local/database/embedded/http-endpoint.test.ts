/** Amazon's own client against the embedded database's address. */
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  ResourceNotFoundException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchExecuteStatementCommand,
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startHttpEndpoint, type Call, type HttpEndpoint } from '#lib/local/database/embedded/http-endpoint';
import { openEmbedded, type Embedded } from '#lib/local/database/embedded/open';
import { notAllowed } from '#lib/stores/dynamodb/client/not-allowed';

const TableName = 'things';
const keyAttribute = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
const DEFINITION = {
  TableName,
  AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
  KeySchema: [keyAttribute('pk', 'HASH'), keyAttribute('sk', 'RANGE')],
};

let database: Embedded;
let front: HttpEndpoint;
let client: DynamoDBClient;
let documents: DynamoDBDocumentClient;
const seen: Call[] = [];

beforeAll(async () => {
  database = openEmbedded({ file: 'memory' });
  database.engine.createTable(DEFINITION, undefined);
  front = await startHttpEndpoint({
    engine: database.engine,
    around: (call, work) => {
      seen.push(call);
      return call.accessKeyId === 'stranger' ? Promise.reject(notAllowed('Not this one.')) : work();
    },
  });
  client = clientOf('somebody');
  documents = DynamoDBDocumentClient.from(client);
});
afterAll(async () => {
  client.destroy();
  await front.stop();
  database.close();
});

function clientOf(accessKeyId: string): DynamoDBClient {
  const credentials = { accessKeyId, secretAccessKey: 'secret' };
  return new DynamoDBClient({ endpoint: front.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
}

const put = (pk: string, sk: string, more: object = {}) =>
  documents.send(new PutCommand({ TableName, Item: { pk, sk, ...more } }));
const read = async (pk: string, sk: string): Promise<unknown> =>
  (await documents.send(new GetCommand({ TableName, Key: { pk, sk } }))).Item;

describe('one item', () => {
  test('comes back with every kind of value', async () => {
    const item = {
      text: 'ä😀',
      number: -0.5,
      large: 9007199254740993n,
      yes: true,
      nothing: null,
      empty: '',
      bytes: Uint8Array.from([0, 255]),
      names: new Set(['a', 'b']),
      numbers: new Set([1, 2]),
      parts: new Set([Uint8Array.from([1]), Uint8Array.from([2])]),
      list: [1, ['x'], {}],
      B: 'not bytes',
      N: 'no number',
      Key: { Item: { S: 'x' } },
    };

    await put('kinds', '1', item);

    expect(await read('kinds', '1')).toEqual({ pk: 'kinds', sk: '1', ...item });
  });

  test('that is not there is no error', async () => {
    expect(await read('nobody', '1')).toBeUndefined();
  });

  test('is changed, and answers with what it was asked for', async () => {
    await put('change', '1', { count: 1 });

    const { Attributes, ConsumedCapacity } = await documents.send(
      new UpdateCommand({
        TableName,
        Key: { pk: 'change', sk: '1' },
        UpdateExpression: 'ADD #c :one',
        ExpressionAttributeNames: { '#c': 'count' },
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'ALL_NEW',
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );
    const removed = await documents.send(
      new DeleteCommand({ TableName, Key: { pk: 'change', sk: '1' }, ReturnValues: 'ALL_OLD' }),
    );

    expect(Attributes).toEqual({ pk: 'change', sk: '1', count: 2 });
    expect(ConsumedCapacity).toEqual({ TableName, CapacityUnits: 1 });
    expect(removed.Attributes).toEqual(Attributes);
    expect(await read('change', '1')).toBeUndefined();
  });
});

describe('many items', () => {
  test('are read page by page', async () => {
    for (const sk of ['1', '2', '3']) await put('pages', sk);
    const page = (ExclusiveStartKey?: Record<string, unknown>) =>
      documents.send(
        new QueryCommand({
          TableName,
          Limit: 2,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': 'pages' },
          ExclusiveStartKey,
        }),
      );

    const first = await page();
    const second = await page(first.LastEvaluatedKey);

    expect([...(first.Items ?? []), ...(second.Items ?? [])].map(({ sk }) => sk as string)).toEqual(['1', '2', '3']);
    expect(first.LastEvaluatedKey).toEqual({ pk: 'pages', sk: '2' });
    expect(second.LastEvaluatedKey).toBeUndefined();
  });

  test('are written and read in batches, of which a statement takes what is new', async () => {
    await documents.send(
      new BatchWriteCommand({
        RequestItems: {
          [TableName]: [
            { PutRequest: { Item: { pk: 'batch', sk: '1', n: 1 } } },
            { DeleteRequest: { Key: { pk: 'batch', sk: '0' } } },
          ],
        },
      }),
    );
    const insert = (sk: string) => ({
      Statement: `INSERT INTO "${TableName}" VALUE {'pk': ?, 'sk': ?}`,
      Parameters: ['batch', sk],
    });
    const { Responses: inserted } = await documents.send(
      new BatchExecuteStatementCommand({ Statements: [insert('1'), insert('2')] }),
    );

    const Keys = ['1', '2', '3'].map((sk) => ({ pk: 'batch', sk }));
    const { Responses } = await documents.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } }));

    expect(inserted?.map(({ Error }) => Error?.Code)).toEqual(['DuplicateItem', undefined]);
    expect(Responses?.[TableName]).toEqual([
      { pk: 'batch', sk: '1', n: 1 },
      { pk: 'batch', sk: '2' },
    ]);
  });

  test('are written together, and read together', async () => {
    const Put = (sk: string) => ({ Put: { TableName, Item: { pk: 'together', sk } } });
    await documents.send(new TransactWriteCommand({ TransactItems: [Put('1'), Put('2')] }));

    const Get = (sk: string) => ({ Get: { TableName, Key: { pk: 'together', sk } } });
    const { Responses } = await documents.send(new TransactGetCommand({ TransactItems: [Get('2'), Get('3')] }));
    const { Count } = await documents.send(
      new ScanCommand({
        TableName,
        FilterExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'together' },
        Select: 'COUNT',
      }),
    );

    expect(Responses).toEqual([{ Item: { pk: 'together', sk: '2' } }, {}]);
    expect(Count).toBe(2);
  });
});

describe('a refusal is the error that Amazon answers', () => {
  test('a condition that fails, with the item that is there', async () => {
    await put('refused', '1', { bytes: Uint8Array.from([7]) });

    const error = await documents
      .send(
        new PutCommand({
          TableName,
          Item: { pk: 'refused', sk: '1' },
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      )
      .catch((caught: unknown) => caught);

    expect(error).toBeInstanceOf(ConditionalCheckFailedException);
    expect(error).toMatchObject({
      message: 'The conditional request failed',
      Item: { sk: { S: '1' }, bytes: { B: Uint8Array.from([7]) } },
    });
  });

  test('a transaction of which one part fails', async () => {
    const Put = (sk: string, ConditionExpression?: string) => ({
      Put: { TableName, Item: { pk: 'cancelled', sk }, ConditionExpression },
    });

    const error = await documents
      .send(new TransactWriteCommand({ TransactItems: [Put('1'), Put('2', 'attribute_exists(pk)')] }))
      .catch((caught: unknown) => caught);

    expect(error).toBeInstanceOf(TransactionCanceledException);
    expect((error as TransactionCanceledException).CancellationReasons?.map(({ Code }) => Code)).toEqual([
      'None',
      'ConditionalCheckFailed',
    ]);
    expect(await read('cancelled', '1')).toBeUndefined();
  });

  test.each([
    [
      'a table that is not there',
      () => documents.send(new GetCommand({ TableName: 'other', Key: { pk: 'a', sk: 'b' } })),
      ResourceNotFoundException.name,
      400,
    ],
    [
      'a key in part',
      () => documents.send(new GetCommand({ TableName, Key: { pk: 'a' } })),
      'ValidationException',
      400,
    ],
    [
      'a number that is none',
      () => client.send(new PutItemCommand({ TableName, Item: { pk: { S: 'a' }, sk: { S: 'b' }, n: { N: 'x' } } })),
      'ValidationException',
      400,
    ],
    ['a command that nobody taught it', () => client.send(new ListTablesCommand()), 'UnknownOperationException', 400],
    [
      'an option that nobody taught it',
      () =>
        client.send(
          new GetItemCommand({ TableName, Key: { pk: { S: 'a' }, sk: { S: 'b' } }, AttributesToGet: ['pk'] }),
        ),
      'InternalServerError',
      500,
    ],
  ])('%s', async (_what, send, name, httpStatusCode) => {
    await expect(send()).rejects.toMatchObject({ name, $metadata: { httpStatusCode } });
  });

  test('a caller who may not: it is known by its access key', async () => {
    const stranger = clientOf('stranger');

    await expect(
      stranger.send(new GetItemCommand({ TableName, Key: { pk: { S: 'a' }, sk: { S: 'b' } } })),
    ).rejects.toMatchObject({ name: 'AccessDeniedException', message: 'Not this one.' });
    expect(seen.at(-1)).toMatchObject({ name: 'GetItem', accessKeyId: 'stranger', input: { TableName } });
    stranger.destroy();
  });

  test('what is no request at all', async () => {
    const headers = { 'x-amz-target': 'DynamoDB_20120810.GetItem' };
    const answers = await Promise.all(
      ['{', '[]', ''].map((body) => fetch(front.endpoint, { method: 'POST', headers, body })),
    );

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await answers[0]?.json()).toMatchObject({ __type: 'com.amazon.coral.service#SerializationException' });
  });
});

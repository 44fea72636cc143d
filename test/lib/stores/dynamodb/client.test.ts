/**
 * The client that sends commands to DynamoDB: what it puts on the wire, and what it makes of answers.
 * @modules own
 */
import { createServer, type ServerResponse } from 'node:http';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Meter, withMeter } from '#lib/api/process/meter';
import { DATABASE_VARIABLE } from '#lib/local/database/current-database';
import { connect } from '#lib/stores/dynamodb/client/client';
import { BatchGetCommand, GetCommand, PutCommand, TransactWriteCommand } from '#lib/stores/dynamodb/client/commands';
import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  ResourceNotFoundException,
  TransactionCanceledException,
  TransactionConflictException,
} from '#lib/stores/dynamodb/client/exceptions';
import { giveClient } from '#lib/stores/dynamodb/client/given-client';
import { fromWire, toWire } from '#lib/stores/dynamodb/client/wire-values';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { batchPut } from '#lib/stores/dynamodb/commands/batch-put';
import { batchRemove } from '#lib/stores/dynamodb/commands/batch-remove';
import { listen, type Listening } from '#test/support/http/listen';
import { anyText } from '#test/tools/fuzz/any-text';

describe('values', () => {
  const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }));
  // The SDK loses what has this name.
  const names = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      anyText(),
      numbers,
      fc.boolean(),
      fc.constant(null),
      fc.bigInt({ min: 2n ** 54n, max: 2n ** 60n }),
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }).map((texts) => new Set(texts)),
      fc.uniqueArray(fc.integer(), { minLength: 1 }).map((some) => new Set(some)),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(names, tie('value'), { maxKeys: 4 }),
    ),
  }));

  test("are written and read as the SDK's document client does it", () => {
    fc.assert(
      fc.property(fc.dictionary(names, value, { noNullPrototype: true }), (Item) => {
        const attributes = marshall(Item, { convertClassInstanceToMap: true });
        expect(toWire({ Item })).toEqual({ Item: attributes });
        expect(fromWire({ Item: attributes })).toEqual({ Item: unmarshall(attributes) });
      }),
    );
  });

  test('keep the name __proto__', () => {
    const wire = JSON.parse('{"Item":{"__proto__":{"S":"kept"}}}') as Record<string, unknown>;

    expect(JSON.stringify(fromWire(wire))).toBe('{"Item":{"__proto__":"kept"}}');
    expect(JSON.stringify(toWire(fromWire(wire)))).toBe('{"Item":{"__proto__":{"S":"kept"}}}');
  });

  test('of bytes are base64, and what is undefined is left out', () => {
    const Item = { bytes: Uint8Array.of(0, 127, 255), none: undefined, list: [1, undefined] };

    const wire = toWire({ Item, ReturnValues: undefined });

    expect(wire).toEqual({ Item: { bytes: { B: 'AH//' }, list: { L: [{ N: '1' }] } } });
    expect(fromWire(wire)).toEqual({ Item: { bytes: Uint8Array.of(0, 127, 255), list: [1] } });
  });

  test.each([NaN, Infinity, 2 ** 53 + 2])('%d is refused', (number) => {
    expect(() => toWire({ Key: { number } })).toThrow(/not allowed|exactly/);
  });
});

describe('a call', () => {
  interface Asked {
    readonly target: string;
    readonly body: Record<string, unknown>;
  }
  const asked: Asked[] = [];
  let answers: ((response: ServerResponse) => void)[] = [];
  const database = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      asked.push({ target: String(request.headers['x-amz-target']), body: JSON.parse(text) as Asked['body'] });
      (answers.shift() ?? ((to) => to.end('{}')))(response);
    });
  });
  const answer =
    (body: object, status = 200) =>
    (response: ServerResponse) =>
      void response.writeHead(status).end(JSON.stringify(body));
  const failure = (type: string, more: object = {}, status = 400) =>
    answer({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'no', ...more }, status);

  let listening: Listening;
  let client: ReturnType<typeof connect>;
  beforeAll(async () => {
    giveClient(undefined);
    Reflect.deleteProperty(process.env, DATABASE_VARIABLE);
    listening = await listen(database);
    const [AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY] = ['eu-central-1', 'local', 'local'];
    const AWS_ENDPOINT_URL_DYNAMODB = listening.url;
    Object.assign(process.env, { AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
    client = connect();
  });
  beforeEach(() => {
    asked.length = 0;
    answers = [];
  });
  afterAll(() => {
    client.destroy();
    return listening.stop();
  });

  const TableName = 'table';
  const Key = { pk: 'a' };
  const get = () => client.send(new GetCommand({ TableName, Key }));

  test('is sent again after a broken connection, a failure and throttling, and then answered', async () => {
    answers = [
      (response) => response.destroy(),
      failure('InternalServerError', {}, 500),
      failure('ThrottlingException'),
      answer({ Item: { pk: { S: 'a' }, n: { N: '1' } } }),
    ];

    expect((await get()).Item).toEqual({ pk: 'a', n: 1 });
    expect(asked.map(({ target }) => target)).toEqual(Array.from({ length: 4 }, () => 'DynamoDB_20120810.GetItem'));
  });

  test('fails after four attempts, and at once when the request is at fault', async () => {
    answers = Array.from({ length: 4 }, () => failure('ProvisionedThroughputExceededException'));
    await expect(get()).rejects.toThrow(expect.objectContaining({ name: 'ProvisionedThroughputExceededException' }));
    expect(asked).toHaveLength(4);

    answers = [failure('AccessDeniedException')];
    const error: unknown = await get().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DynamoDBServiceException);
    expect(error).toMatchObject({ name: 'AccessDeniedException', $metadata: { httpStatusCode: 400 } });
    expect(asked).toHaveLength(5);
  });

  test('of a transaction has one token for all attempts, and its failures have their reasons', async () => {
    const reasons = [{ Code: 'ConditionalCheckFailed', Item: { seq: { N: '4' } } }, { Code: 'None' }];
    answers = [
      failure('TransactionInProgressException'),
      failure('TransactionCanceledException', { CancellationReasons: reasons }),
      failure('TransactionCanceledException'),
    ];
    const Put = { TableName, Item: { ...Key, classes: new Set(['x']) } };
    const write = (): Promise<unknown> =>
      client.send(new TransactWriteCommand({ TransactItems: [{ Put }] })).catch((caught: unknown) => caught);

    const error = await write();
    expect(error).toBeInstanceOf(TransactionCanceledException);
    expect(error).toMatchObject({ CancellationReasons: reasons });
    const [first, second] = asked;
    expect(first?.body).toMatchObject({
      TransactItems: [{ Put: { Item: { pk: { S: 'a' }, classes: { SS: ['x'] } } } }],
    });
    expect(first?.body['ClientRequestToken']).toBe(second?.body['ClientRequestToken']);
    expect(await write()).toMatchObject({ name: 'TransactionCanceledException', CancellationReasons: [] });
  });

  describe('of a transaction whose answer was lost', () => {
    const throttled = failure('TransactionCanceledException', {
      CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError' }],
    });
    const lost = (response: ServerResponse) => response.destroy();
    const write = () => client.send(new TransactWriteCommand({ TransactItems: [{ Delete: { TableName, Key } }] }));

    test('is sent again when it was turned away after that: only its token tells whether it has happened', async () => {
      answers = [lost, throttled, answer({})];

      await write();

      expect(asked).toHaveLength(3);
      expect(new Set(asked.map(({ body }) => body['ClientRequestToken'])).size).toBe(1);
    });

    test('is not said to be turned away, however often that happens', async () => {
      answers = [lost, throttled, throttled, throttled];

      await expect(write()).rejects.not.toBeInstanceOf(DynamoDBServiceException);
    });

    test('fails at once when its conditions were looked at', async () => {
      answers = [
        lost,
        failure('TransactionCanceledException', { CancellationReasons: [{ Code: 'ConditionalCheckFailed' }] }),
      ];

      await expect(write()).rejects.toBeInstanceOf(TransactionCanceledException);
      expect(asked).toHaveLength(2);
    });
  });

  test('of a condition that fails has the item that is there', async () => {
    answers = [failure('ConditionalCheckFailedException', { Item: { pk: { S: 'a' } } })];

    const error: unknown = await client
      .send(new PutCommand({ TableName, Item: Key, ConditionExpression: 'attribute_not_exists(pk)' }))
      .catch((caught: unknown) => caught);

    expect(error).toBeInstanceOf(ConditionalCheckFailedException);
    expect(error).toMatchObject({ Item: { pk: { S: 'a' } } });
  });

  test('of a batch has items and unprocessed keys by table', async () => {
    answers = [
      answer({
        Responses: { table: [{ pk: { S: 'a' }, Item: { M: { Key: { S: 'x' } } } }] },
        UnprocessedKeys: { table: { Keys: [{ pk: { S: 'b' } }], ConsistentRead: true } },
      }),
    ];

    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetCommand({ RequestItems: { table: { Keys: [Key, { pk: 'b' }], ConsistentRead: true } } }),
    );

    expect(asked[0]?.body['RequestItems']).toEqual({
      table: { Keys: [{ pk: { S: 'a' } }, { pk: { S: 'b' } }], ConsistentRead: true },
    });
    expect(Responses).toEqual({ table: [{ pk: 'a', Item: { Key: 'x' } }] });
    expect(UnprocessedKeys).toEqual({ table: { Keys: [{ pk: 'b' }], ConsistentRead: true } });
  });

  test('that is left half done is asked for the rest: reads, writes and removals', async () => {
    const [a, b] = [
      { pk: 'a', sk: '1' },
      { pk: 'b', sk: '2' },
    ];
    const wire = (key: typeof a) => ({ pk: { S: key.pk }, sk: { S: key.sk } });
    answers = [
      answer({ Responses: { table: [wire(a)] }, UnprocessedKeys: { table: { Keys: [wire(b)] } } }),
      answer({ Responses: { table: [{ ...wire(b), n: { N: '1' } }] } }),
    ];
    const found = await batchGet(client, TableName, [a, b, a]);
    expect([found(a), found(b), found({ pk: 'c', sk: '3' })]).toEqual([a, { ...b, n: 1 }, undefined]);

    answers = [answer({ UnprocessedItems: { table: [{ PutRequest: { Item: wire(b) } }] } }), answer({})];
    await batchPut(client, TableName, [{ ...a, old: 1 }, b, a]);
    answers = [answer({ UnprocessedItems: { table: [{ DeleteRequest: { Key: wire(b) } }] } }), answer({})];
    await batchRemove(client, TableName, [a, b]);

    const keys = (...some: (typeof a)[]) => ({ table: { Keys: some.map(wire), ConsistentRead: true } });
    const puts = (...some: (typeof a)[]) => ({ table: some.map((key) => ({ PutRequest: { Item: wire(key) } })) });
    const removals = (...some: (typeof a)[]) => ({
      table: some.map((key) => ({ DeleteRequest: { Key: wire(key) } })),
    });
    expect(asked.map(({ target, body }) => [target.split('.')[1], body['RequestItems']])).toEqual([
      ['BatchGetItem', keys(a, b)],
      ['BatchGetItem', keys(b)],
      ['BatchWriteItem', puts(a, b)],
      ['BatchWriteItem', puts(b)],
      ['BatchWriteItem', removals(a, b)],
      ['BatchWriteItem', removals(b)],
    ]);
  });

  test('for more than the database takes at once is sent in pieces', async () => {
    const items = Array.from({ length: 101 }, (_, index) => ({ pk: 'a', sk: String(index) }));
    const sizes = () =>
      asked
        .map(({ body }) => Object.values(body['RequestItems'] as Record<string, { Keys?: [] } | []>)[0] ?? [])
        .map((piece) => (Array.isArray(piece) ? piece : (piece.Keys ?? [])).length)
        .toSorted((x, y) => y - x);

    await batchGet(client, TableName, items);
    expect(sizes()).toEqual([100, 1]);
    asked.length = 0;
    await batchPut(client, TableName, items);
    expect(sizes()).toEqual([25, 25, 25, 25, 1]);
    asked.length = 0;
    await batchRemove(client, TableName, items);
    expect(sizes()).toEqual([25, 25, 25, 25, 1]);
    asked.length = 0;
    await Promise.all([batchGet(client, TableName, []), batchPut(client, TableName, [])]);
    await batchRemove(client, TableName, []);
    expect(asked).toEqual([]);
  });

  test('whose answer comes in many parts is read whole', async () => {
    const long = 'ä'.repeat(300_000);
    answers = [
      (response) => {
        const bytes = Buffer.from(JSON.stringify({ Item: { long: { S: long } } }));
        response.write(bytes.subarray(0, 30_001));
        setImmediate(() => response.end(bytes.subarray(30_001)));
      },
    ];

    expect((await get()).Item).toEqual({ long });
  });

  test.each([
    ['TransactionConflictException', TransactionConflictException],
    ['ResourceNotFoundException', ResourceNotFoundException],
  ])('that fails with %s says so', async (name, kind) => {
    answers = [failure(name)];
    const error: unknown = await get().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ name, message: 'no', $metadata: { httpStatusCode: 400 } });
    expect(asked).toHaveLength(1);
  });

  test('that fails without a name, or with no JSON at all, is a failure of the database', async () => {
    const four = (given: ReturnType<typeof answer>) => Array.from({ length: 4 }, () => given);
    answers = four(answer({ Message: 'busy' }, 503));
    await expect(get()).rejects.toMatchObject({ name: 'InternalServerError', message: 'busy', $fault: 'server' });

    answers = four((response) => void response.writeHead(502).end(`<html>${'x'.repeat(600)}`));
    await expect(get()).rejects.toMatchObject({
      name: 'InternalServerError',
      message: `<html>${'x'.repeat(494)}`,
      $metadata: { httpStatusCode: 502 },
    });
    expect(asked).toHaveLength(8);

    answers = [answer({ __type: 'SerializationException' }, 400)];
    await expect(get()).rejects.toMatchObject({ name: 'SerializationException', $fault: 'client' });
    expect(asked).toHaveLength(9);
  });

  test.each([
    ['RequestLimitExceeded', 2],
    ['TransactionInProgressException', 2],
    ['ServiceUnavailable', 2],
    ['ItemCollectionSizeLimitExceededException', 1],
  ])('that fails with %s is sent %d times', async (name, times) => {
    answers = [failure(name)];
    await get().catch(() => undefined);
    expect(asked).toHaveLength(times);
  });

  test.each([
    ['ValidationException', {}, 'Item size has exceeded the maximum allowed size', 413, 'uploadTooLarge'],
    ['ItemCollectionSizeLimitExceededException', {}, '', 403, 'quotaExceeded'],
  ])('that fails with %s is the fault of the request', async (name, more, message, code, reason) => {
    answers = [failure(name, { ...more, message })];
    await expect(get()).rejects.toMatchObject({ code, reason });
  });

  test.each([
    [{ Code: 'ValidationError', Message: 'Item size to update has exceeded the maximum' }, 413],
    [{ Code: 'ItemCollectionSizeLimitExceeded' }, 403],
    [{ Code: 'ValidationError', Message: 'Invalid UpdateExpression' }, undefined],
    [{ Code: 'None', Message: 'item size' }, undefined],
  ])('of a transaction that fails for %j answers %j', async (reason, code) => {
    answers = [failure('TransactionCanceledException', { CancellationReasons: [{ Code: 'None' }, reason] })];

    const error: unknown = await client
      .send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: Key } }] }))
      .catch((caught: unknown) => caught);

    if (code === undefined) expect(error).toBeInstanceOf(TransactionCanceledException);
    else expect(error).toMatchObject({ code });
  });

  test('is counted with the capacity that it took, also where it failed', async () => {
    answers = [
      answer({ ConsumedCapacity: { CapacityUnits: 0.5 } }),
      answer({ ConsumedCapacity: [{ CapacityUnits: 2 }, { CapacityUnits: 3 }, {}] }),
      failure('AccessDeniedException'),
    ];
    const meter = new Meter();
    const Put = { TableName, Item: Key };
    await withMeter(meter, async () => {
      await get();
      await client.send(new TransactWriteCommand({ TransactItems: [{ Put }, { Put }] }));
      await get().catch(() => undefined);
    });

    expect(meter.calls.map(({ name, capacity, writes }) => [name, capacity, writes])).toEqual([
      ['GetItem', 0.5, undefined],
      ['TransactWriteItems', 5, 2],
      ['GetItem', 0, undefined],
    ]);
    expect(asked.map(({ body }) => body['ReturnConsumedCapacity'])).toEqual(['TOTAL', 'TOTAL', 'TOTAL']);
  });
});

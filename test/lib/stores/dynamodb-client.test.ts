/** The client that sends commands to DynamoDB: what it puts on the wire, and what it makes of answers. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { DATABASE_VARIABLE } from '#lib/local/database/current-database';
import { connect } from '#lib/stores/dynamodb/client/client';
import { giveClient } from '#lib/stores/dynamodb/client/given-client';
import { signedHeaders } from '#lib/stores/dynamodb/client/sign';
import { fromWire, toWire } from '#lib/stores/dynamodb/client/wire-values';
import { listen, type Listening } from '#test/support/http/listen';

describe('values', () => {
  const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }));
  // The SDK loses what has this name.
  const names = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary' }),
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

test("a signature is that of Amazon's own signer", async () => {
  class Sha256 {
    #hash;
    constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
      this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Buffer);
    }
    update(chunk: string | ArrayBuffer | ArrayBufferView): void {
      this.#hash.update(chunk as Buffer);
    }
    digest(): Promise<Uint8Array> {
      return Promise.resolve(this.#hash.digest());
    }
    reset(): void {
      throw new Error('not used');
    }
  }
  const credentials = { accessKeyId: 'AKID', secretAccessKey: 'sécret', sessionToken: 'token//+=' };
  const [host, region, at] = ['dynamodb.eu-west-1.amazonaws.com', 'eu-west-1', new Date('2026-02-28T23:59:59.999Z')];
  const body = '{"TableName":"t","Key":{"pk":{"S":"ä"}}}';
  const signer = new SignatureV4({ service: 'dynamodb', region, credentials, sha256: Sha256, applyChecksum: false });

  const ours = signedHeaders({ host, region, target: 'DynamoDB_20120810.GetItem', body }, credentials, at);

  const { authorization: _own, ...headers } = ours;
  const signed = await signer.sign(
    { method: 'POST', protocol: 'https:', hostname: host, path: '/', query: {}, headers, body },
    { signingDate: at },
  );
  expect(ours['authorization']).toBe(signed.headers['authorization']);
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
});

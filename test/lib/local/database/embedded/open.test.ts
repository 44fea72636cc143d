import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { CreateBackupCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Meter, withMeter } from '#lib/api/process/meter';
import { StartupError } from '#lib/command/startup-error';
import { openEmbedded, type Embedded } from '#lib/local/database/embedded/open';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
  type DocumentClient,
} from '#lib/stores/dynamodb/client/commands';
import { newFolder } from '#test/support/run/folders/new-folder';

const TableName = 'things';
const Key = { pk: 'a', sk: 'b' };
const DEFINITION = {
  TableName,
  AttributeDefinitions: ['pk', 'sk', 'timeKey'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' as const },
    { AttributeName: 'sk', KeyType: 'RANGE' as const },
  ],
  LocalSecondaryIndexes: [
    {
      IndexName: 'byTime',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' as const },
        { AttributeName: 'timeKey', KeyType: 'RANGE' as const },
      ],
      Projection: { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: ['title'] },
    },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
};

let nowMs: number;
let database: Embedded;
let documents: DocumentClient;
beforeEach(() => {
  nowMs = Date.parse('2026-01-01T00:00:00Z');
  database = openEmbedded({ file: 'memory', now: () => nowMs });
  database.engine.createTable(DEFINITION, 'expires');
  documents = database.connect();
});
afterEach(() => {
  database.close();
});

const put = (item: Record<string, unknown>) => documents.send(new PutCommand({ TableName, Item: { ...Key, ...item } }));
const kept = async (): Promise<unknown> => (await documents.send(new GetCommand({ TableName, Key }))).Item;

/** Writes to the file for so long, from a thread of its own. */
const WRITER = `
  const { DatabaseSync } = require('node:sqlite');
  const { parentPort, workerData: { file, forMs } } = require('node:worker_threads');
  const database = new DatabaseSync(file);
  database.exec('BEGIN IMMEDIATE');
  parentPort.postMessage('writing');
  setTimeout(() => { database.exec('COMMIT'); database.close(); }, forMs);
`;

test('a table is made while another process writes', async () => {
  const file = join(newFolder(), 'database.sqlite');
  const shared = openEmbedded({ file, now: () => nowMs });
  const writer = new Worker(WRITER, { eval: true, workerData: { file, forMs: 200 } });
  await once(writer, 'message');

  expect(shared.engine.createTable(DEFINITION, 'expires').schema.name).toBe(TableName);

  await once(writer, 'exit');
  shared.close();
});

test('a table is followed while another process writes', async () => {
  const file = join(newFolder(), 'database.sqlite');
  const shared = openEmbedded({ file, now: () => nowMs });
  shared.engine.createTable(DEFINITION, 'expires');
  shared.engine.setFollowed(TableName, false);
  const writer = new Worker(WRITER, { eval: true, workerData: { file, forMs: 200 } });
  await once(writer, 'message');

  shared.engine.setFollowed(TableName, true);

  expect(shared.engine.table(TableName).isFollowed).toBe(true);
  await once(writer, 'exit');
  shared.close();
});

test('a new file is opened while another process writes to it', async () => {
  const file = join(newFolder(), 'database.sqlite');
  const writer = new Worker(WRITER, { eval: true, workerData: { file, forMs: 200 } });
  await once(writer, 'message');

  const shared = openEmbedded({ file, now: () => nowMs });

  expect(shared.engine.createTable(DEFINITION, 'expires').schema.name).toBe(TableName);
  await once(writer, 'exit');
  shared.close();
});

describe('what the embedded database was never taught', () => {
  test.each([
    [
      'an option of a read',
      () => documents.send(new GetCommand({ TableName, Key, AttributesToGet: ['pk'] })),
      /the option AttributesToGet of GetCommand/,
    ],
    [
      'an option of a query',
      () => documents.send(new QueryCommand({ TableName, KeyConditions: {} })),
      /the option KeyConditions of QueryCommand/,
    ],
    [
      'an option of a write',
      () => documents.send(new DeleteCommand({ TableName, Key, ReturnItemCollectionMetrics: 'SIZE' })),
      /the option ReturnItemCollectionMetrics/,
    ],
    [
      'a parallel scan',
      () => documents.send(new ScanCommand({ TableName, Segment: 0, TotalSegments: 2 })),
      /the option Segment/,
    ],
    [
      'another command',
      () => documents.send(new CreateBackupCommand({ TableName, BackupName: 'b' }) as never),
      /the command CreateBackupCommand/,
    ],
  ])('%s is refused by name', async (_name, send, message) => {
    await expect(send()).rejects.toThrow(message);
  });
});

test.each([1.5, 2 ** 31, 1e300])('a page of %d items is refused', async (Limit) => {
  const refused = { name: 'ValidationException', message: expect.stringContaining('a whole number up to 2147483647') };
  await expect(documents.send(new ScanCommand({ TableName, Limit }))).rejects.toMatchObject(refused);
});

describe('an item', () => {
  test('has no name of more than 64 KB, at any depth', async () => {
    const put = (length: number) =>
      documents.send(
        new PutCommand({ TableName, Item: { ...Key, map: { ['é'.repeat(length)]: 1, ['x'.repeat(65_535)]: 2 } } }),
      );

    await put(32_767);
    await expect(put(32_768)).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('must be less than 65536 bytes'),
    });
  });

  test('comes back with every kind of value', async () => {
    const item = {
      text: 'ä😀\0',
      number: -0.5,
      large: 9007199254740993n,
      yes: true,
      nothing: null,
      bytes: Uint8Array.from([0, 255]),
      names: new Set(['a', 'b']),
      numbers: new Set([1, 2]),
      list: [1, ['x'], { '\0N': 'not a number' }],
      map: { constructor: 'x' },
      '\0B': 'no bytes',
    };
    await put(item);

    expect(await kept()).toEqual({ ...Key, ...item });
  });

  test('is without what is undefined', async () => {
    await put({ gone: undefined, map: { gone: undefined }, list: [undefined, 1] });

    expect(await kept()).toEqual({ ...Key, map: {}, list: [1] });
  });

  test('that was read can be changed by its reader, and nobody else sees it', async () => {
    await put({ list: [1] });
    ((await kept()) as { list: number[] }).list.push(2);

    expect(await kept()).toEqual({ ...Key, list: [1] });
  });

  test('counts in decimals, not in binary fractions', async () => {
    await put({ sum: 0.1 });
    await documents.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'ADD #sum :more',
        ExpressionAttributeNames: { '#sum': 'sum' },
        ExpressionAttributeValues: { ':more': 0.2 },
      }),
    );

    expect(await kept()).toEqual({ ...Key, sum: 0.3 });
  });
});

test('an index that holds some attributes gives those and the keys', async () => {
  await put({ timeKey: 't', title: 'Lunch', body: 'x'.repeat(5_000) });

  const answer = await documents.send(
    new QueryCommand({
      TableName,
      IndexName: 'byTime',
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'a' },
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );

  expect(answer.Items).toEqual([{ ...Key, timeKey: 't', title: 'Lunch' }]);
  expect(answer.ConsumedCapacity).toEqual({ TableName, CapacityUnits: 0.5 });
});

describe('calls that do not wait for each other', () => {
  test('are one step on the meter; those that do are two', async () => {
    const together = new Meter();
    const apart = new Meter();

    await withMeter(together, () => Promise.all([kept(), kept()]));
    await withMeter(apart, async () => {
      await kept();
      await kept();
    });

    expect([together.roundTrips, apart.roundTrips]).toEqual([1, 2]);
    expect(together.calls).toMatchObject([
      { name: 'GetItem', capacity: 0.5 },
      { name: 'GetItem', capacity: 0.5 },
    ]);
  });
});

describe('an item whose time is over', () => {
  test('is removed by the given clock, and told as a removal that nobody asked for', async () => {
    await put({ expires: nowMs / 1000 + 60 });

    expect(database.engine.expire(nowMs + 59_000, 10)).toBe(0);
    expect(database.engine.expire(nowMs + 61_000, 10)).toBe(1);

    expect(await kept()).toBeUndefined();
    expect(database.engine.readChanges(TableName, 0, 10)).toMatchObject([
      { eventName: 'INSERT', isExpiry: false },
      { eventName: 'REMOVE', isExpiry: true, oldImage: { pk: 'a' }, newImage: undefined },
    ]);
  });
});

test.each([
  [
    'a projection',
    () => documents.send(new GetCommand({ TableName, Key, ProjectionExpression: 'sk.part' })),
    'Key: sk',
  ],
  [
    'a filter',
    () =>
      documents.send(
        new ScanCommand({
          TableName,
          FilterExpression: 'attribute_exists(#t[0])',
          ExpressionAttributeNames: { '#t': 'timeKey' },
        }),
      ),
    'IndexKey: timeKey',
  ],
  [
    'a condition',
    () =>
      documents.send(new PutCommand({ TableName, Item: Key, ConditionExpression: 'attribute_not_exists(pk.part)' })),
    'Key: pk',
  ],
])('%s that looks inside of a key is refused', async (_name, send, key) => {
  await expect(send()).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringMatching(new RegExp(`must be scalars.* ${key}$`)),
  });
});

describe('a transaction with two writes of one item', () => {
  const once = { TableName, ConditionExpression: 'attribute_not_exists(pk)' };
  const check = { ConditionCheck: { ...once, Key } };
  const create = { Put: { ...once, Item: { ...Key, title: 'second' } } };
  const TWICE = { name: 'ValidationException', message: expect.stringContaining('multiple operations on one item') };
  const cancelled = (...codes: string[]) => ({
    name: 'TransactionCanceledException',
    CancellationReasons: codes.map((Code) => expect.objectContaining({ Code })),
  });
  const FAILED = 'ConditionalCheckFailed';

  test.each([
    ['both of which may be made', [check, check], { isThere: false }, TWICE],
    ['both of whose conditions fail', [check, create], { isThere: true }, cancelled(FAILED, FAILED)],
    ['the second of which fails because of the first', [create, create], { isThere: false }, cancelled('None', FAILED)],
  ])(
    '%s, is refused as by DynamoDB Local and leaves nothing behind',
    async (_name, TransactItems, { isThere }, refusal) => {
      if (isThere) await put({ title: 'first' });
      const before = [await kept(), database.engine.readChanges(TableName, 0, 10)];

      await expect(documents.send(new TransactWriteCommand({ TransactItems }))).rejects.toMatchObject(refusal);

      expect([await kept(), database.engine.readChanges(TableName, 0, 10)]).toEqual(before);
    },
  );
});

describe('a transaction with a token', () => {
  const transact = (title: string) =>
    documents.send(
      new TransactWriteCommand({
        ClientRequestToken: 'once',
        TransactItems: [
          { Put: { TableName, Item: { ...Key, title }, ConditionExpression: 'attribute_not_exists(pk)' } },
        ],
      }),
    );

  test('is carried out once in ten minutes, however often it is sent', async () => {
    await transact('first');
    await transact('first');

    expect(await kept()).toEqual({ ...Key, title: 'first' });
    nowMs += 10 * 60_000;
    await expect(transact('first')).rejects.toThrow('ConditionalCheckFailed');
  });

  test('is refused when it asks for something else', async () => {
    await transact('first');

    await expect(transact('second')).rejects.toMatchObject({ name: 'IdempotentParameterMismatchException' });
  });
});

describe('a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
  });

  test('of a newer release is refused with what to do', () => {
    const file = join(folder, 'database.sqlite');
    openEmbedded({ file }).close();
    const raw = new DatabaseSync(file);
    raw.exec('PRAGMA user_version = 999');
    raw.close();

    expect(() => openEmbedded({ file })).toThrow(StartupError);
    expect(() => openEmbedded({ file })).toThrow(/newer Almanac.*--data DIR/);
  });

  test('of the first form keeps its items and changes, and is moved over once', async () => {
    const file = join(folder, 'database.sqlite');
    const first = openEmbedded({ file });
    const { id } = first.engine.createTable(DEFINITION);
    await first.connect().send(new PutCommand({ TableName, Item: { ...Key, title: 'old' } }));
    first.close();
    // Each change had a copy of its item, and changes of all tables were kept.
    const raw = new DatabaseSync(file);
    raw.exec(`
      UPDATE changes SET new = (SELECT item FROM items_${String(id)}), new_marked = 0;
      ALTER TABLE items_${String(id)} DROP COLUMN changed;
      ALTER TABLE tables DROP COLUMN is_followed;
      PRAGMA user_version = 1;
    `);
    raw.close();

    for (const title of ['new', 'newer']) {
      const moved = openEmbedded({ file });
      await moved.connect().send(new PutCommand({ TableName, Item: { ...Key, title } }));
      moved.close();
    }

    const last = openEmbedded({ file });
    expect(last.engine.readChanges(TableName, 0, 10)).toMatchObject([
      { eventName: 'INSERT', oldImage: undefined, newImage: { title: 'old' } },
      { eventName: 'MODIFY', oldImage: { title: 'old' }, newImage: { title: 'new' } },
      { eventName: 'MODIFY', oldImage: { title: 'new' }, newImage: { title: 'newer' } },
    ]);
    last.close();
  });
});

describe('the changes of a table', () => {
  const titles = () => database.engine.readChanges(TableName, 0, 10).map(({ newImage }) => newImage?.['title']);

  test('are forgotten when nobody follows it any more, and kept from when somebody does', async () => {
    await put({ title: 'followed' });
    expect(titles()).toEqual(['followed']);
    database.engine.setFollowed(TableName, false);
    await put({ title: 'alone' });
    expect(titles()).toEqual([]);
    database.engine.setFollowed(TableName, true);
    await put({ title: 'again' });
    database.engine.setFollowed(TableName, true);
    expect(titles()).toEqual(['again']);
  });

  test('of an earlier database come with both images', () => {
    const { engine } = database;
    const change = { eventName: 'MODIFY', atMs: nowMs, keys: Key, isExpiry: false } as const;
    engine.addChange(engine.table(TableName), { ...change, oldImage: { ...Key, n: 1 }, newImage: { ...Key, n: 2 } });
    engine.addChange(engine.table(TableName), { ...change, oldImage: undefined, newImage: undefined });

    expect(engine.readChanges(TableName, 0, 10)).toMatchObject([
      { oldImage: { n: 1 }, newImage: { n: 2 } },
      { oldImage: undefined, newImage: undefined },
    ]);
  });
});

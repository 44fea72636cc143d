/**
 * What expressions mean, one by one. `.ci/run` asks DynamoDB Local as well: its answers are those that are expected
 * here.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { documents } from '#lib/stores/dynamodb/client/client';
import {
  BatchExecuteStatementCommand,
  BatchGetCommand,
  BatchWriteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
} from '#lib/stores/dynamodb/client/commands';
import { INVALID, ITEM, Key, useItem } from '#test/support/database/use-item';

const item = useItem();
const FAILED = { name: 'ConditionalCheckFailedException' };

describe('a condition', () => {
  beforeAll(() => item.store());

  test.each([
    'n = :5',
    'n <> :3',
    'n <> :text',
    'nothing <> :5',
    'n < :9',
    'n <= :5',
    'n <= :9',
    'n > :3',
    'n >= :5',
    'n >= :3',
    'title = :text',
    'title > :b OR title < :b',
    'title >= :text AND title <= :text',
    'bin = :bin',
    'bin < :byte',
    'tags = :tags',
    'series = :series',
    'doc = :doc',
    'doc.b.c = :1',
    'series[1] = :two',
    'series[2].three = :3',
    'n BETWEEN :5 AND :9',
    'n BETWEEN :3 AND :5',
    'n IN (:3, :5)',
    'n IN (nothing, :5)',
    '\t n = :5 \n ',
    'n = :5 AND title = :text',
    'n = :3 OR title = :text',
    'n = :5 OR n = :3 AND n = :9',
    '(n = :5 OR n = :3) AND title = :text',
    'NOT n = :3 AND n = :5',
    'NOT (n = :3 OR n = :9)',
    'attribute_exists(doc.b.c)',
    'attribute_not_exists(nothing)',
    'attribute_not_exists(doc.b.nothing)',
    'attribute_type(title, :type)',
    'begins_with(title, :text)',
    'begins_with(bin, :bin)',
    'contains(title, :b)',
    'contains(bin, :byte)',
    'contains(tags, :x)',
    'contains(series, :two)',
    'contains(series, :1)',
    'size(doc) = :2',
    'size(tags) = :2',
    'size(series) = :3',
    'size(title) > :2',
  ])('%s is met', async (condition) => {
    expect(await item.putIf(condition)).toBeDefined();
  });

  test.each([
    'n = :3',
    'n = :text',
    'n <> :5',
    'n < :5',
    'n <= :3',
    'n > :5',
    'n >= :9',
    'n > :text',
    'title > :5',
    'title < :text',
    'nothing = :5',
    'nothing < :5',
    'tags = :tag',
    'series = :list',
    'doc.b[0] = :1',
    'series[1] = :text',
    'n BETWEEN :9 AND :9',
    'n IN (:3, :9)',
    'n = :5 AND n = :3',
    'n = :3 AND n = :5',
    'n = :3 OR n = :9',
    '(n = :5 OR n = :3) AND n = :9',
    'NOT n = :5',
    'NOT (n = :3 OR n = :5)',
    'attribute_exists(nothing)',
    'attribute_exists(series[3])',
    'attribute_not_exists(series[2].three)',
    'attribute_type(n, :type)',
    'begins_with(title, :b)',
    'begins_with(n, :text)',
    'begins_with(bin, :byte)',
    'contains(title, :x)',
    'contains(n, :5)',
    'contains(tags, :b)',
    'contains(tags, :1)',
    'contains(tags, :true)',
    'contains(tags, :null)',
    'contains(tags, :list)',
    'contains(series, :text)',
    'contains(bin, :text)',
    'size(n) = :1',
    'size(nothing) = :1',
  ])('%s is not met', async (condition) => {
    await expect(item.putIf(condition)).rejects.toMatchObject(FAILED);
  });
});

describe('an update', () => {
  test.each<[string, Record<string, unknown>]>([
    ['SET n = :9', { ...ITEM, n: 9 }],
    ['SET n = :9, nothing = n', { ...ITEM, n: 9, nothing: 5 }],
    ['SET n = n - :9', { ...ITEM, n: -4 }],
    ['SET doc.b.d = :9', { ...ITEM, doc: { a: 1, b: { c: 1, d: 9 } } }],
    ['SET series[0] = :9', { ...ITEM, series: [9, 'two', { three: 3 }] }],
    ['SET series = list_append(:list, series)', { ...ITEM, series: [9, 1, 'two', { three: 3 }] }],
    ['SET n = if_not_exists(n, :9)', ITEM],
    ['ADD n :9', { ...ITEM, n: 14 }],
    ['ADD nothing :9', { ...ITEM, nothing: 9 }],
    ['ADD nothing :tag', { ...ITEM, nothing: new Set(['x']) }],
    ['ADD tags :more', { ...ITEM, tags: new Set(['x', 'y', 'z']) }],
    ['DELETE tags :more', { ...ITEM, tags: new Set(['y']) }],
    ['DELETE nothing :tag', ITEM],
    [
      'SET title = :b REMOVE series[1] ADD n :1 DELETE tags :tag',
      {
        ...ITEM,
        title: 'b',
        series: [1, { three: 3 }],
        n: 6,
        tags: new Set(['y']),
      },
    ],
  ])('%s', async (expression, after) => {
    expect(await item.update(expression)).toEqual(after);
  });

  test('of which nothing is left of a set removes it', async () => {
    const { tags: _, ...others } = ITEM;
    expect(await item.update('DELETE tags :tags')).toEqual(others);
  });

  test.each([
    'SET pk = :b',
    'REMOVE sk',
    'SET sk = :b, n = :3',
    'ADD title :1',
    'ADD tags :numbers',
    'DELETE tags :numbers',
    'DELETE n :tag',
    'ADD doc :doc',
    'SET nothing.x = :1',
    'SET n = title + :1',
    'SET n = nothing + :1',
    'SET n = :1, n = :2',
    'SET doc = :doc, doc.a = :1',
    'SET n = list_append(n, :list)',
  ])('%s is refused, and changes nothing', async (expression) => {
    await expect(item.update(expression)).rejects.toMatchObject(INVALID);
    expect(await item.read('n, title, tags, doc, series')).toMatchObject({ n: 5, title: 'abc', doc: ITEM.doc });
  });

  test('returns what it is asked for', async () => {
    const expression = 'SET n = :9, nothing = :1';

    expect(await item.update(expression, 'UPDATED_NEW')).toEqual({ n: 9, nothing: 1 });
    expect(await item.update(expression, 'UPDATED_OLD')).toEqual({ n: 5 });
    expect(await item.update(expression, 'ALL_OLD')).toEqual(ITEM);
  });
});

describe('a projection', () => {
  beforeAll(() => item.store());

  test.each<[string, Record<string, unknown>]>([
    ['n', { n: 5 }],
    ['n, title', { n: 5, title: 'abc' }],
    ['doc.b', { doc: { b: { c: 1 } } }],
    ['doc.b.c, doc.a', { doc: { a: 1, b: { c: 1 } } }],
    ['series[2], series[0]', { series: [1, { three: 3 }] }],
    ['series[2].three', { series: [{ three: 3 }] }],
    ['doc.nothing, n', { n: 5 }],
  ])('%s', async (projection, read) => {
    expect(await item.read(projection)).toEqual(read);
  });

  test('without anything of the item leaves an empty one', async () => {
    expect((await item.read('nothing')) ?? {}).toEqual({});
  });
});

describe('a number', () => {
  const store = async (value: unknown): Promise<unknown> => {
    await documents.send(new PutCommand({ TableName: item.TableName, Item: { ...Key, value } }));
    return (await documents.send(new GetCommand({ TableName: item.TableName, Key }))).Item?.['value'];
  };

  test.each([0, -0.1, 1e-130, -1e-130, Number.MAX_SAFE_INTEGER])('%d is kept', async (value) => {
    expect(await store(value)).toBe(value);
  });

  test('has up to 38 digits, and any number of zeros after them', async () => {
    const longest = 10n ** 38n - 1n;
    await store(longest);
    await store(longest * 1_000n);
    await expect(store(longest * 10n + 1n)).rejects.toMatchObject(INVALID);
    await expect(store(-longest * 10n - 1n)).rejects.toMatchObject(INVALID);
  });

  test('has up to 126 places before the point, and up to 130 after it', async () => {
    const largest = (10n ** 38n - 1n) * 10n ** 88n;
    await store(largest);
    await store(-largest);
    for (const value of [10n ** 126n, -(10n ** 126n), 1e-131, -1e-131])
      await expect(store(value)).rejects.toMatchObject(INVALID);
  });
});

describe('keys', () => {
  // In the order of their bytes. JavaScript would put the last but one after the last.
  const ORDER = ['A', 'B', 'a', 'a b', 'ab', 'b', 'é', '\uFB00', '😀'];
  const query = async (condition: string, values: Record<string, string>, more: object = {}): Promise<unknown[]> => {
    const { Items = [] } = await documents.send(
      new QueryCommand({
        TableName: item.TableName,
        KeyConditionExpression: `pk = :pk${condition}`,
        ExpressionAttributeValues: { ':pk': 'order', ...values },
        ...more,
      }),
    );
    return Items.map(({ sk }) => sk);
  };
  beforeAll(async () => {
    const requests = ORDER.toReversed().map((sk) => ({ PutRequest: { Item: { pk: 'order', sk } } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [item.TableName]: requests } }));
  });

  test('are in the order of their bytes, from either end', async () => {
    expect(await query('', {})).toEqual(ORDER);
    expect(await query('', {}, { ScanIndexForward: false })).toEqual(ORDER.toReversed());
  });

  test.each<[string, Record<string, string>, string[]]>([
    [' AND sk < :a', { ':a': 'a' }, ['A', 'B']],
    [' AND sk <= :a', { ':a': 'a' }, ['A', 'B', 'a']],
    [' AND sk > :a', { ':a': 'b' }, ['é', '\uFB00', '😀']],
    [' AND sk >= :a', { ':a': 'b' }, ['b', 'é', '\uFB00', '😀']],
    [' AND sk = :a', { ':a': 'ab' }, ['ab']],
    [' AND sk BETWEEN :a AND :b', { ':a': 'a', ':b': 'b' }, ['a', 'a b', 'ab', 'b']],
    [' AND sk BETWEEN :a AND :b', { ':a': '\uFB00', ':b': '😀' }, ['\uFB00', '😀']],
    [' AND begins_with(sk, :a)', { ':a': 'a' }, ['a', 'a b', 'ab']],
    [' AND begins_with(sk, :a)', { ':a': '\uFB00' }, ['\uFB00']],
  ])('%s of %j', async (condition, values, found) => {
    expect(await query(condition, values)).toEqual(found);
  });

  test('a page ends where the next begins', async () => {
    const found: unknown[] = [];
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await documents.send(
        new QueryCommand({
          TableName: item.TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': 'order' },
          Limit: 2,
          ExclusiveStartKey,
        }),
      );
      found.push((page.Items ?? []).map(({ sk }) => sk));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
    expect(found).toEqual([['A', 'B'], ['a', 'a b'], ['ab', 'b'], ['é', '\uFB00'], ['😀']]);
  });

  test('a filter is asked after the page is filled', async () => {
    const filtered = { FilterExpression: 'attribute_exists(nothing)', Limit: 3 };

    expect(await query('', {}, filtered)).toEqual([]);
    const scanned = await documents.send(new ScanCommand({ TableName: item.TableName, ...filtered }));
    expect(scanned).toMatchObject({ Count: 0, ScannedCount: 3, LastEvaluatedKey: expect.anything() });
  });

  test('cannot be in a filter', async () => {
    const filter = (FilterExpression: string) => query('', { ':a': 'a' }, { FilterExpression });

    await expect(filter('sk = :a')).rejects.toMatchObject(INVALID);
    await expect(filter('pk = :a')).rejects.toMatchObject(INVALID);
  });
});

describe('names and values', () => {
  const get = (more: object) => documents.send(new GetCommand({ TableName: item.TableName, Key, ...more }));
  const put = (more: object) => documents.send(new PutCommand({ TableName: item.TableName, Item: ITEM, ...more }));

  test.each([
    { ProjectionExpression: 'n', ExpressionAttributeNames: { '#a': 'n' } },
    { ProjectionExpression: '#b', ExpressionAttributeNames: { '#a': 'n' } },
    { ProjectionExpression: '#a' },
    { ExpressionAttributeNames: { '#a': 'n' } },
    { ProjectionExpression: '#a', ExpressionAttributeNames: { a: 'n' } },
  ])('a read with %j is refused', async (more) => {
    await expect(get(more)).rejects.toMatchObject(INVALID);
  });

  test.each([
    { ConditionExpression: 'n = :a', ExpressionAttributeValues: { ':a': 1, ':b': 1 } },
    { ConditionExpression: 'n = :a', ExpressionAttributeValues: { ':b': 1 } },
    { ConditionExpression: 'n = :a' },
    { ExpressionAttributeValues: { ':a': 1 } },
    { ConditionExpression: 'n = :a', ExpressionAttributeValues: { a: 1 } },
    { ConditionExpression: '' },
    { ConditionExpression: 'n = ' },
    { ConditionExpression: 'n' },
    { ConditionExpression: 'n = n' },
    { ConditionExpression: 'nothing(n)' },
    { ConditionExpression: 'attribute_exists(n) AND' },
  ])('a write with %j is refused', async (more) => {
    await expect(put(more)).rejects.toMatchObject(INVALID);
  });

  test('may be used more than once', async () => {
    await put({});
    const named = { ProjectionExpression: '#a.#b, #a.a', ExpressionAttributeNames: { '#a': 'doc', '#b': 'b' } };
    expect((await get(named)).Item).toEqual({ doc: { a: 1, b: { c: 1 } } });
  });
});

describe('a batch', () => {
  const items = (count: number) => Array.from({ length: count }, (_, index) => ({ pk: 'batch', sk: String(index) }));
  const write = (count: number) =>
    documents.send(
      new BatchWriteCommand({
        RequestItems: { [item.TableName]: items(count).map((Item) => ({ PutRequest: { Item } })) },
      }),
    );
  const insert = (from: number, count: number) =>
    documents.send(
      new BatchExecuteStatementCommand({
        Statements: Array.from({ length: count }, (_, index) => ({
          Statement: `INSERT INTO "${item.TableName}" VALUE {'pk': ?, 'sk': ?}`,
          Parameters: ['inserted', String(from + index)],
        })),
      }),
    );

  test('writes 1 to 25 items', async () => {
    await write(25);
    await write(1);
    await expect(write(26)).rejects.toMatchObject(INVALID);
    await expect(write(0)).rejects.toMatchObject(INVALID);
  });

  test('reads 1 to 100 items', async () => {
    const read = async (count: number) => {
      const RequestItems = { [item.TableName]: { Keys: items(count) } };
      return (await documents.send(new BatchGetCommand({ RequestItems }))).Responses?.[item.TableName];
    };

    expect(await read(100)).toHaveLength(25);
    await expect(read(101)).rejects.toMatchObject(INVALID);
    await expect(read(0)).rejects.toMatchObject(INVALID);
  });

  test('inserts 1 to 25 items, and none twice', async () => {
    await insert(0, 25);
    await expect(insert(30, 26)).rejects.toMatchObject(INVALID);
    await expect(insert(30, 0)).rejects.toMatchObject(INVALID);

    const { Responses } = await insert(24, 2);
    expect(Responses?.map(({ Error }) => Error?.Code)).toEqual(['DuplicateItem', undefined]);
  });
});

/**
 * Expressions at the limits of what DynamoDB takes. `.ci/run` asks DynamoDB Local as well: its answers are those that
 * are expected here.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { documents } from '#lib/stores/dynamodb/client/client';
import {
  BatchWriteCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '#lib/stores/dynamodb/client/commands';
import { INVALID, ITEM, Key, useItem } from '#test/support/database/use-item';

const item = useItem();

const FAILED = { name: 'ConditionalCheckFailedException' };

const times = (count: number, text: (index: number) => string, by: string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(by);

const path = (length: number): string => times(length, (index) => `a${String(index)}`, '.');

describe('a condition', () => {
  beforeAll(() => item.store());

  test.each([
    '(n) = (:5)',
    '((n) = :5)',
    'n IN ((:5))',
    'n BETWEEN (:3) AND (:5)',
    '(n) BETWEEN :3 AND :5',
    'attribute_exists((n))',
    'begins_with((title), (:text))',
    'size((bin)) = :3',
    '(size(title)) = :3',
    'size(:text) = :3',
    'size(:list) < :3',
    'size(:tag) < :3',
    'attribute_type(:text, :type)',
    `n IN (${times(100, () => ':5', ', ')})`,
    times(150, () => 'n = :5', ' OR '),
    times(150, () => 'n BETWEEN :3 AND :5', ' OR '),
    times(100, () => 'NOT n = :3', ' OR '),
    `${path(32)} <> :5`,
    'NOT series[2147483647] = :5',
  ])('%s is met', async (condition) => {
    expect(await item.putIf(condition)).toBeDefined();
  });

  test.each(['NOT (n) = :5', 'attribute_type(size(n), :type)', 'attribute_type(:5, :type)', 'series[7] = :5'])(
    '%s is not met',
    async (condition) => {
      await expect(item.putIf(condition)).rejects.toMatchObject(FAILED);
    },
  );

  test.each([
    '((n)) = :5',
    '(n = :5) = :5',
    'size(:5) = :5',
    'size(:null) = :5',
    'size(:true) = :5',
    'begins_with(size(title), :text)',
    'n IN (n, :5)',
    'n IN (:5, n)',
    'n BETWEEN n AND :5',
    `n IN (${times(101, () => ':5', ', ')})`,
    times(151, () => 'n = :5', ' OR '),
    times(151, () => 'attribute_exists(n)', ' OR '),
    times(151, () => 'n BETWEEN :3 AND :5', ' OR '),
    times(101, () => 'NOT n = :3', ' OR '),
    times(101, () => 'size(title) = :3', ' OR '),
    `${path(33)} <> :5`,
    'series[00] = :5',
    'series[2147483648] <> :5',
  ])('%s is refused', async (condition) => {
    await expect(item.putIf(condition)).rejects.toMatchObject(INVALID);
  });

  test.each(['', 'x'.repeat(65_536)])('that names an attribute by %.9j is refused', async (name) => {
    const named = { ConditionExpression: 'attribute_exists(#name)', ExpressionAttributeNames: { '#name': name } };

    await expect(
      documents.send(new PutCommand({ TableName: item.TableName, Item: ITEM, ...named })),
    ).rejects.toMatchObject(INVALID);
  });
});

describe('an update', () => {
  test.each<[string, Record<string, unknown>]>([
    ['SET n = (:3)', { n: 3 }],
    ['SET n = (n) + (:3)', { n: 8 }],
    ['SET n = (n + :3), title = (:text)', { n: 8, title: 'abc' }],
    ['SET n = n - (n)', { n: 0 }],
    ['SET n = (if_not_exists((nothing), (:3)))', { n: 3 }],
    ['SET n = if_not_exists(nothing, if_not_exists(absent, :3))', { n: 3 }],
    ['SET series = list_append((series), (:list))', { series: [1, 'two', { three: 3 }, 9] }],
    ['SET series = list_append(if_not_exists(nothing, :list), :list)', { series: [9, 9] }],
    ['REMOVE series[0], series[1], doc.b', { series: [{ three: 3 }], doc: { a: 1 } }],
    ['SET series[1] = :3 REMOVE series[0]', { series: [3, { three: 3 }] }],
    ['SET series[30] = :3, series[20] = :5', { series: [1, 'two', { three: 3 }, 5, 3] }],
    ['DELETE doc.nothing :tag, series[9] :tag, series[2].nothing :tag', { doc: ITEM.doc, series: ITEM.series }],
  ])('%s', async (expression, after) => {
    expect(await item.update(expression)).toMatchObject(after);
  });

  test.each([
    'SET n = ((:3))',
    'SET n = (n + :3) - :3',
    'SET n = if_not_exists(n, :3 + :3)',
    'SET n = if_not_exists(n, nothing)',
    'SET n = if_not_exists(nothing, nothing)',
    'SET series = list_append(list_append(series, :list), :list)',
    'SET series = if_not_exists(nothing, list_append(series, :list))',
    'DELETE nothing.x :tag',
    'DELETE nothing[0] :tag',
    'DELETE n.x :tag',
    'DELETE doc[0] :tag',
    'SET doc.x = :3, doc[1] = :3',
    `SET ${times(301, (index) => `a${String(index)}=:3+:3`, ',')}`,
    `SET ${path(33)} = :3`,
  ])('%s is refused', async (expression) => {
    await expect(item.update(expression)).rejects.toMatchObject(INVALID);
  });
});

describe('a query', () => {
  const query = (KeyConditionExpression: string, more: object = {}) =>
    documents.send(
      new QueryCommand({
        TableName: item.TableName,
        KeyConditionExpression,
        ExpressionAttributeValues: { ':pk': 'a', ...(KeyConditionExpression.includes(':sk') && { ':sk': 'b' }) },
        ...more,
      }),
    );
  beforeAll(() => item.store());

  test.each<[string, number]>([
    ['((pk = :pk) AND (sk = :sk))', 1],
    ['((pk = :pk) AND sk = :sk)', 1],
    ['(pk = :pk AND sk = :sk)', 1],
    ['(pk) = (:pk)', 1],
    [':pk = pk AND :sk = sk', 1],
    ['pk = :pk AND :sk <= sk', 1],
    ['pk = :pk AND :sk > sk', 0],
    ['pk = :pk AND sk BETWEEN (:sk) AND :sk', 1],
    ['(pk = :pk) AND (begins_with((sk), (:sk)))', 1],
  ])('by %s', async (condition, count) => {
    expect(await query(condition)).toMatchObject({ Count: count });
  });

  test.each([
    '((pk = :pk))',
    '((pk = :pk AND sk = :sk))',
    '(pk = :pk) AND ((sk = :sk))',
    'pk = :pk AND :sk BETWEEN sk AND :sk',
    'pk = :pk AND begins_with(:sk, sk)',
    ':pk = :pk',
    'pk = :pk AND (sk = :sk OR sk = :sk)',
    'pk = :pk AND (NOT sk = :sk)',
    'pk = :pk AND sk > :sk AND sk < :sk',
  ])('by %s is refused', async (condition) => {
    await expect(query(condition)).rejects.toMatchObject(INVALID);
  });

  test('by the beginning of a key names some of it', async () => {
    const begins = { ExpressionAttributeValues: { ':pk': 'a', ':sk': '' } };

    await expect(query('pk = :pk AND begins_with(sk, :sk)', begins)).rejects.toMatchObject(INVALID);
  });

  test('gets what it selects', async () => {
    const index = { IndexName: 'byTime' };
    const some = { ProjectionExpression: 'n' };
    const right = [{ Select: 'COUNT' }, { Select: 'SPECIFIC_ATTRIBUTES', ...some }, { Select: 'ALL_ATTRIBUTES' }];
    for (const more of right) expect(await query('pk = :pk', more)).toMatchObject({ Count: 1 });
    expect(await query('pk = :pk', { Select: 'ALL_PROJECTED_ATTRIBUTES', ...index })).toMatchObject({ Count: 0 });

    for (const more of [
      { Select: 'COUNT', ...some },
      { Select: 'ALL_ATTRIBUTES', ...some },
      { Select: 'ALL_PROJECTED_ATTRIBUTES', ...index, ...some },
      { Select: 'ALL_PROJECTED_ATTRIBUTES' },
      { Select: 'SPECIFIC_ATTRIBUTES' },
      { Select: 'NOTHING' },
    ]) {
      await expect(query('pk = :pk', more)).rejects.toMatchObject(INVALID);
      const scan = new ScanCommand({ TableName: item.TableName, ...(more as object), IndexName: undefined });
      await expect(documents.send(scan)).rejects.toMatchObject(INVALID);
    }
  });
});

test.each(['doc.x, doc[1]', 'doc.b.c, doc', path(33)])('%s cannot be read', async (ProjectionExpression) => {
  await expect(item.read(ProjectionExpression)).rejects.toMatchObject(INVALID);
});

test('attributes have names', async () => {
  for (const nameless of [{ '': 1 }, { doc: { '': 1 } }, { series: [{ '': 1 }] }]) {
    await expect(
      documents.send(new PutCommand({ TableName: item.TableName, Item: { ...Key, ...nameless } })),
    ).rejects.toMatchObject(INVALID);
    await expect(
      documents.send(
        new UpdateCommand({
          TableName: item.TableName,
          Key,
          UpdateExpression: 'SET x = :value',
          ExpressionAttributeValues: { ':value': nameless },
        }),
      ),
    ).rejects.toMatchObject(INVALID);
  }
});

test('a request of a batch puts or deletes', async () => {
  const RequestItems = { [item.TableName]: [{ PutRequest: { Item: ITEM }, DeleteRequest: { Key } }] };

  await expect(documents.send(new BatchWriteCommand({ RequestItems }))).rejects.toMatchObject(INVALID);
});

/** Which changes of a collection share a transaction, and what it says of the counter. */
import { describe, expect, test } from '@jest/globals';
import type { Change, Waiting } from '#lib/stores/dynamodb/commands/change';
import { counterUpdate } from '#lib/stores/dynamodb/commands/counter-update';
import { takeBatch } from '#lib/stores/dynamodb/commands/take-batch';

const TableName = 'table';
const put = (sk: string, text = '') => ({ Put: { TableName, Item: { pk: 'a', sk, text } } });
const failed: unknown[] = [];
const waiting = (items: Change['items'], more: Partial<Change> = {}): Waiting => ({
  items,
  settle: () => undefined,
  fail: (error) => failed.push(error),
  ...more,
});
const named = (sk: string, more?: Partial<Change>): Waiting => waiting(() => [put(sk)], more);
/** How many go together, and how many stay. */
function taken(...changes: readonly Waiting[]): [number, number] {
  const left = [...changes];
  const { batch, numbered } = takeBatch(left, 0);
  expect(numbered).toHaveLength(batch.length);
  expect([...batch, ...left]).toEqual(changes);
  return [batch.length, left.length];
}

describe('changes that wait together', () => {
  test('get the numbers that follow', () => {
    const change = waiting((seq) => [put(String(seq))]);

    const { numbered } = takeBatch([change, change, change], 7);

    expect(numbered).toEqual([[put('8')], [put('9')], [put('10')]]);
  });

  test('go one after the other when they touch the same item, however they do', () => {
    const Key = { pk: 'a', sk: 'x' };
    const touching = [
      put('x'),
      { Update: { TableName, Key, UpdateExpression: '' } },
      { Delete: { TableName, Key } },
      { ConditionCheck: { TableName, Key, ConditionExpression: '' } },
    ];
    for (const item of touching)
      expect(
        taken(
          named('x'),
          waiting(() => [put('y'), item]),
        ),
      ).toEqual([1, 1]);
    expect(
      taken(
        named('x'),
        waiting(() => [{ Delete: { TableName, Key: { pk: 'b', sk: 'x' } } }]),
      ),
    ).toEqual([2, 0]);
  });

  test('are 99 writes at most, beside the counter', () => {
    const many = Array.from({ length: 120 }, (_, index) => named(String(index)));

    expect(taken(...many)).toEqual([99, 21]);
    expect(
      taken(
        waiting(() => many.slice(0, 99).map((_, index) => put(String(index)))),
        named('z'),
      ),
    ).toEqual([1, 1]);
  });

  test('are 2 MB at most, and one that is larger goes alone', () => {
    const large = (sk: string, length: number) => waiting(() => [put(sk, 'x'.repeat(length))]);

    expect(taken(large('a', 900_000), large('b', 900_000), large('c', 900_000))).toEqual([2, 1]);
    expect(taken(large('a', 3_000_000), named('b'))).toEqual([1, 1]);
  });

  test('do not share a transaction with one that marks the counter', () => {
    expect(taken(named('a', { mark: 'cleared' }), named('b'))).toEqual([1, 1]);
    expect(taken(named('a'), named('b', { mark: 'cleared' }))).toEqual([1, 1]);
  });

  test('have read the same of the counter', () => {
    expect(taken(named('a', { asRead: { epoch: 1 } }), named('b', { asRead: { epoch: 1 } }))).toEqual([2, 0]);
    expect(taken(named('a', { asRead: { epoch: 1 } }), named('b', { asRead: { epoch: 2 } }))).toEqual([1, 1]);
    expect(taken(named('a', { asRead: { epoch: 1 } }), named('b'))).toEqual([1, 1]);
    expect(taken(named('a', { asRead: {} }), named('b'))).toEqual([2, 0]);
  });

  test('go without one that cannot be written, which fails', () => {
    failed.length = 0;
    const error = new Error('too large');
    const bad = waiting(() => {
      throw error;
    });
    const left = [named('a'), bad, named('b')];

    const { batch, numbered } = takeBatch(left, 0);

    expect([batch.length, numbered.length, left.length]).toEqual([2, 2, 0]);
    expect(failed).toEqual([error]);
  });
});

describe("the counter's part of a transaction", () => {
  const key = { pk: 'a', sk: 'META' };
  const update = (changes: readonly Change[], turn?: { seq: number; served: number | undefined }) =>
    counterUpdate(TableName, key, 5, changes, turn).Update;
  const change = (more: Partial<Change> = {}): Change => ({ items: () => [], ...more });

  test('moves it by the number of changes', () => {
    expect(update([change(), change()])).toEqual({
      TableName,
      Key: key,
      UpdateExpression: 'SET seq = :to',
      ConditionExpression: 'seq = :from',
      ExpressionAttributeValues: { ':from': 5, ':to': 7 },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  });

  test('sets what changes with it, with the number of the last change of a kind', () => {
    const changes = [
      change({ set: { title: 'A', gone: undefined }, latest: 'lastRule' }),
      change({ latest: 'lastRule', classes: ['Eh', 'Ed'] }),
      change({ classes: ['Eh'] }),
    ];

    expect(update(changes)).toMatchObject({
      UpdateExpression: 'SET seq = :to, #a0 = :a0, #a1 = :a1 ADD classes :classes',
      ExpressionAttributeNames: { '#a0': 'title', '#a1': 'lastRule' },
      ExpressionAttributeValues: { ':to': 8, ':a0': 'A', ':a1': 7, ':classes': new Set(['Eh', 'Ed']) },
    });
  });

  test('marks it with the number of a change that stands alone', () => {
    expect(update([change({ mark: 'clearedSeq' })])).toMatchObject({
      UpdateExpression: 'SET seq = :to, #a0 = :a0',
      ExpressionAttributeNames: { '#a0': 'clearedSeq' },
      ExpressionAttributeValues: { ':a0': 6 },
    });
  });

  test('is conditional on what was read of it', () => {
    expect(update([change({ asRead: { epoch: 3, cleared: undefined } })])).toMatchObject({
      ConditionExpression: 'seq = :from AND #e0 = :e0 AND attribute_not_exists(#e1)',
      ExpressionAttributeNames: { '#e0': 'epoch', '#e1': 'cleared' },
      ExpressionAttributeValues: { ':from': 5, ':to': 6, ':e0': 3 },
    });
  });

  test('counts the ticket that was served, or says which it was', () => {
    expect(update([change()], { seq: 5, served: undefined })).toMatchObject({
      UpdateExpression: 'SET seq = :to ADD served :turn',
      ExpressionAttributeValues: { ':from': 5, ':to': 6, ':turn': 1 },
    });
    expect(update([change({ classes: ['Eh'] })], { seq: 5, served: undefined })).toMatchObject({
      UpdateExpression: 'SET seq = :to ADD classes :classes, served :turn',
    });
    expect(update([change()], { seq: 5, served: 9 })).toMatchObject({
      UpdateExpression: 'SET seq = :to, #a0 = :a0',
      ExpressionAttributeNames: { '#a0': 'served' },
      ExpressionAttributeValues: { ':from': 5, ':to': 6, ':a0': 9 },
    });
  });
});

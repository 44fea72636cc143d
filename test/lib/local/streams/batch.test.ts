import { describe, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { deliverBatch } from '#lib/local/streams/batch';

const record = (SequenceNumber: string): DynamoDBRecord => ({ dynamodb: { SequenceNumber } });
const records = (...numbers: string[]): DynamoDBRecord[] => numbers.map(record);
const numbersOf = (batch: readonly DynamoDBRecord[]): string =>
  batch.map(({ dynamodb }) => dynamodb?.SequenceNumber).join(' ');

const LIMITS = { maximumRetryAttempts: 2, bisectBatchOnFunctionError: true };

/**
 * Plays one answer for each call: a list of failed numbers, or an exception. When the answers are used up, calls
 * succeed.
 */
async function play(numbers: string[], answers: (string[] | Error)[], limits = LIMITS) {
  const seen = { calls: [] as string[], done: [] as string[], dropped: [] as string[] };
  await deliverBatch(records(...numbers), limits, {
    call: (batch) => {
      seen.calls.push(numbersOf(batch));
      const answer = answers.shift() ?? [];
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve({ batchItemFailures: answer.map((itemIdentifier) => ({ itemIdentifier })) });
    },
    done: (last) => seen.done.push(numbersOf([last])),
    pause: () => Promise.resolve(true),
    giveUp: (failed) => Promise.resolve(void seen.dropped.push(numbersOf([failed]))),
  });
  return seen;
}

describe('a batch of stream records', () => {
  test('is done at once when the function reports no failure', async () => {
    expect(await play(['1', '2', '3'], [])).toEqual({ calls: ['1 2 3'], done: ['3'], dropped: [] });
  });

  test('is repeated from the first record that failed', async () => {
    expect(await play(['1', '2', '3'], [['3', '2']])).toEqual({
      calls: ['1 2 3', '2 3'],
      done: ['1', '3'],
      dropped: [],
    });
  });

  test('is repeated whole when the function names a record that is not in it', async () => {
    expect((await play(['1', '2'], [['']])).calls).toEqual(['1 2', '1 2']);
  });

  test('is halved when the function throws', async () => {
    expect((await play(['1', '2', '3', '4'], [new Error('no')])).calls).toEqual(['1 2 3 4', '1 2', '3 4']);
  });

  test('is repeated whole when the function throws and batches are not halved', async () => {
    const { calls } = await play(['1', '2'], [new Error('no')], { ...LIMITS, bisectBatchOnFunctionError: false });
    expect(calls).toEqual(['1 2', '1 2']);
  });

  test('loses a record that fails at every attempt, and goes on with the next', async () => {
    expect(await play(['1', '2'], [['1'], ['1'], ['1']])).toEqual({
      calls: ['1 2', '1 2', '1 2', '2'],
      done: ['1', '2'],
      dropped: ['1'],
    });
  });

  test('is left where it is when the stack stops', async () => {
    const done: string[] = [];
    await deliverBatch(records('1', '2'), LIMITS, {
      call: () => Promise.resolve({ batchItemFailures: [{ itemIdentifier: '2' }] }),
      done: (last) => done.push(numbersOf([last])),
      pause: () => Promise.resolve(false),
      giveUp: () => Promise.resolve(),
    });
    expect(done).toEqual(['1']);
  });
});

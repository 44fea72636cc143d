/** @modules own */
import { join } from 'node:path';
import { mock } from 'node:test';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
  type _Record,
} from '@aws-sdk/client-dynamodb-streams';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { closeDatabase, DATABASE_VARIABLE } from '#lib/local/database/current-database';
import { startStreams } from '#lib/local/streams/streams';
import { recorder } from '#test/lib/local/functions/recorder';
import { eventually } from '#test/support/eventually';

// Amazon's streams are followed here, not those of the embedded database of the run.
closeDatabase();
Reflect.deleteProperty(process.env, DATABASE_VARIABLE);

const client = mockClient(DynamoDBStreamsClient);
afterAll(() => {
  client.restore();
});
const notify = {
  name: 'notify',
  file: join(import.meta.dirname, '../functions/recorder.ts'),
  streams: [{ table: 'Source', batchSize: 2, maximumRetryAttempts: 3, bisectBatchOnFunctionError: true }],
};
const records = (...numbers: number[]): _Record[] =>
  numbers.map((number) => ({
    eventID: String(number),
    eventName: 'INSERT',
    dynamodb: { SequenceNumber: String(number), Keys: {} },
  }));
const seen = (): string[] =>
  (recorder.events as DynamoDBStreamEvent[]).flatMap(({ Records }) => Records.map(({ eventID }) => eventID ?? ''));

let checkpoints: Map<string, string>;
let streams: { stop(): Promise<void> };
const log = mock.method(console, 'error', () => undefined);
beforeEach(() => {
  Object.assign(recorder, { events: [], behave: () => Promise.resolve(undefined) });
  checkpoints = new Map();
  client.reset();
  log.mock.resetCalls();
  client.on(DescribeStreamCommand).resolves({ StreamDescription: { Shards: [{ ShardId: 'shard' }] } });
  client
    .on(GetShardIteratorCommand)
    .callsFake(({ ShardIteratorType, SequenceNumber }: { ShardIteratorType: string; SequenceNumber?: string }) =>
      Promise.resolve({
        ShardIterator: ShardIteratorType === 'TRIM_HORIZON' ? 'oldest' : `after ${String(SequenceNumber)}`,
      }),
    );
});
afterEach(() => streams.stop());

const follow = (): void => {
  streams = startStreams({
    functions: [notify],
    tables: [{ logicalId: 'Source', name: 'source', streamArn: 'arn' }],
    checkpoints,
    discard: () => Promise.resolve(),
  });
};

/** Pages by iterator; one that throws does so the first so many times. */
function serve(
  pages: Record<string, { records?: _Record[]; next?: string; fails?: [times: number, error: Error] }>,
): void {
  const failures = new Map(Object.entries(pages).map(([name, { fails }]) => [name, fails?.[0] ?? 0]));
  client.on(GetRecordsCommand).callsFake(({ ShardIterator }: { ShardIterator: string }) => {
    const page = pages[ShardIterator];
    const left = failures.get(ShardIterator) ?? 0;
    failures.set(ShardIterator, left - 1);
    if (page?.fails !== undefined && left > 0) return Promise.reject(page.fails[1]);
    return Promise.resolve({ Records: page?.records ?? [], NextShardIterator: page?.next ?? ShardIterator });
  });
}

const trimmed = new TrimmedDataAccessException({ message: 'trimmed', $metadata: {} });
const expired = new ExpiredIteratorException({ message: 'expired', $metadata: {} });

describe('a stream whose next page has gone', () => {
  test.each([
    ['trimmed', trimmed],
    ['expired', expired],
  ])('because it was %s is read from its oldest record: none is missed, none comes twice', async (_name, error) => {
    serve({
      oldest: { records: records(1, 2), next: 'second' },
      second: { fails: [1, error], records: records(3, 4), next: 'third' },
      third: { records: records(5), next: 'end' },
    });

    follow();
    await eventually(() => seen().length >= 5);

    expect(seen()).toEqual(['1', '2', '3', '4', '5']);
    expect(log.mock.callCount()).toBe(0);
    expect(checkpoints.get('notify arn shard')).toBe('5');
  });

  test('goes on from the oldest record when nothing after the checkpoint is left', async () => {
    checkpoints.set('notify arn shard', '7');
    serve({ 'after 7': { fails: [9, trimmed] }, oldest: { records: records(11), next: 'end' } });

    follow();
    await eventually(() => seen().length > 0);

    expect(seen()).toEqual(['11']);
  });

  test('and its oldest one too, for a moment, is tried again from the checkpoint', async () => {
    serve({
      oldest: { records: records(1, 2), next: 'second' },
      second: { fails: [1, trimmed] },
      'after 2': { records: records(3), next: 'end' },
    });
    const reset = client.on(GetShardIteratorCommand, { ShardIteratorType: 'TRIM_HORIZON' });
    reset.resolvesOnce({ ShardIterator: 'oldest' }).rejectsOnce(trimmed).resolves({ ShardIterator: 'oldest' });

    follow();
    await eventually(() => seen().length >= 3);

    expect(seen()).toEqual(['1', '2', '3']);
    expect(log.mock.callCount()).toBe(1);
  });
});

import { join } from 'node:path';
import { mock } from 'node:test';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { openCheckpoints, type Checkpoints } from '#lib/local/data-folder/checkpoints';
import type { Table } from '#lib/local/database/table';
import { ensureTables } from '#lib/local/database/tables';
import { registerTableAlias } from '#lib/local/lambda/iam/arns';
import { startStreams } from '#lib/local/streams/streams';
import { documents } from '#lib/stores/dynamodb/client/client';
import { DeleteCommand, PutCommand } from '#lib/stores/dynamodb/client/commands';
import { s3DiscardedRecords } from '#lib/stores/s3/discarded-records';
import { signedBucket } from '#lib/stores/s3/signed-bucket';
import { recorder } from '#test/lib/local/functions/recorder';
import { eventually } from '#test/support/eventually';
import { objects } from '#test/support/http/objects';
import { newName } from '#test/support/run/new-table';
import { testStage } from '#test/support/run/test-stage';

const recording = (name: string) => ({
  name,
  file: join(import.meta.dirname, '../functions/recorder.ts'),
  streams: [{ table: 'Source', batchSize: 10, maximumRetryAttempts: 3, bisectBatchOnFunctionError: true }],
});
const notify = recording('notify');

let table: Table;
let checkpoints: Checkpoints;
let streams: { stop(): Promise<void> };
let tableNumber = 0;

// Others count what lies in the bucket of the stage.
const bucket = newName();
registerTableAlias(bucket, testStage.bucket);
const discarded = s3DiscardedRecords(
  signedBucket({ bucket, region: 'us-east-1', endpoint: process.env['AWS_ENDPOINT_URL_S3'] }),
);
beforeAll(() => objects.send(new CreateBucketCommand({ Bucket: bucket })));

const memory = new Map<string, unknown>();
const folder = {
  readJson: (name: string) => memory.get(name),
  writeJson: (name: string, value: unknown) => void memory.set(name, value),
};

const follow = (...functions: ReturnType<typeof recording>[]): void => {
  streams = startStreams({
    functions: functions.length === 0 ? [notify] : functions,
    tables: [table],
    checkpoints,
    discard: discarded.add,
  });
};

beforeEach(async () => {
  Object.assign(recorder, { events: [], behave: () => Promise.resolve(undefined) });
  memory.clear();
  checkpoints = openCheckpoints(folder);
  tableNumber += 1;
  const TableName = `streams-${String(process.pid)}-${String(tableNumber)}`;
  const [created] = await ensureTables([
    {
      logicalId: 'Source',
      create: {
        TableName,
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      },
      ttlAttribute: undefined,
    },
  ]);
  table = created ?? { logicalId: '', name: '', streamArn: undefined };
});
afterEach(() => streams.stop());

const put = (pk: string) => documents.send(new PutCommand({ TableName: table.name, Item: { pk } }));

/** The keys in the order in which the function saw them. */
const seen = (): string[] =>
  (recorder.events as DynamoDBStreamEvent[]).flatMap(({ Records }) =>
    Records.map(({ dynamodb }) => dynamodb?.Keys?.['pk']?.S ?? ''),
  );

describe('a stream', () => {
  test('hands over what is put and removed, in order, as Lambda describes it', async () => {
    follow();
    await put('a');
    await documents.send(new DeleteCommand({ TableName: table.name, Key: { pk: 'a' } }));

    await eventually(() => seen().length === 2);

    expect((recorder.events as DynamoDBStreamEvent[]).flatMap(({ Records }) => Records)).toMatchObject([
      {
        eventName: 'INSERT',
        eventSource: 'aws:dynamodb',
        eventSourceARN: table.streamArn,
        dynamodb: { Keys: { pk: { S: 'a' } }, NewImage: { pk: { S: 'a' } } },
      },
      {
        eventName: 'REMOVE',
        eventSource: 'aws:dynamodb',
        eventSourceARN: table.streamArn,
        dynamodb: { Keys: { pk: { S: 'a' } }, OldImage: { pk: { S: 'a' } } },
      },
    ]);
  });

  test('hands over again what the function reports as failed, and only that', async () => {
    for (const pk of ['a', 'b', 'c']) await put(pk);
    let failures = 1;
    recorder.behave = (event) => {
      const failed = (event as DynamoDBStreamEvent).Records.find(({ dynamodb }) => dynamodb?.Keys?.['pk']?.S === 'b');
      const itemIdentifier = failed?.dynamodb?.SequenceNumber;
      if (itemIdentifier === undefined || failures === 0) return Promise.resolve({ batchItemFailures: [] });
      failures -= 1;
      return Promise.resolve({ batchItemFailures: [{ itemIdentifier }] });
    };

    follow();
    await eventually(() => seen().length === 5);

    expect(seen()).toEqual(['a', 'b', 'c', 'b', 'c']);
  });

  test.each(['notify', 'propagate'])(
    'survives that %s throws, and puts a record aside after its last attempt',
    async (name) => {
      const log = mock.method(console, 'error', () => undefined);
      recorder.behave = (event) =>
        JSON.stringify(event).includes('bad') ? Promise.reject(new Error('cannot')) : Promise.resolve(undefined);
      await put('bad');
      await put('good');

      follow(recording(name));
      await eventually(() => recorder.events.length > 0 && !JSON.stringify(recorder.events.at(-1)).includes('bad'));

      expect(seen().filter((pk) => pk === 'bad')).toHaveLength(4);
      const [last, ...others] = (await discarded.list()).filter(({ functionName }) => functionName === name);
      expect(others).toEqual([]);
      expect(last).toMatchObject({
        reason: 'RetryAttemptsExhausted',
        records: [{ dynamodb: { NewImage: { pk: { S: 'bad' } } } }],
      });
      expect(String(log.mock.calls.at(-1)?.arguments[0])).toContain('npm run channels');
      log.mock.restore();
    },
  );

  test('hands every change once to each of two functions, though one of them falls behind', async () => {
    const keys = Array.from({ length: 250 }, (_, index) => `k${String(index)}`);
    await Promise.all(keys.slice(0, 50).map(put));
    const slow = { ...notify, name: 'slow', streams: notify.streams.map((source) => ({ ...source, batchSize: 1 })) };
    follow(notify, slow);
    await Promise.all(keys.slice(50).map(put));

    await eventually(() => seen().length >= 500);

    expect(seen().toSorted()).toEqual([...keys, ...keys].toSorted());
  });

  test('goes on after a restart where it stopped', async () => {
    follow();
    await put('a');
    await eventually(() => seen().length === 1 && memory.size > 0);
    await streams.stop();
    await put('b');

    checkpoints = openCheckpoints(folder);
    follow();
    await eventually(() => seen().length > 1);

    expect(seen()).toEqual(['a', 'b']);
  });
});

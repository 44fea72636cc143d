/** Reads a stream through DynamoDB's streams API, shard by shard. */
import {
  DescribeStreamCommand,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
  DynamoDBStreamsClient,
  type GetRecordsOutput,
} from '@aws-sdk/client-dynamodb-streams';
import { sleep } from '#lib/local/process/sleep';
import { checkpointKey, deliver, type Stream } from './delivery.ts';
import { lambdaRecord } from './record.ts';

const POLL_MS = 250;

/** Starts at the checkpoints and reads until it is stopped or a call fails. */
async function readShards(client: DynamoDBStreamsClient, stream: Stream): Promise<void> {
  const { signal } = stream;
  const finished = new Set<string>();
  const open = new Map<string, string>();
  let mayHaveMore = true;
  while (!signal.aborted) {
    if (mayHaveMore || open.size === 0) await openShards(client, stream, open, finished);
    mayHaveMore = false;
    let isIdle = true;
    for (const [shardId, ShardIterator] of open) {
      const { Records = [], NextShardIterator } = await readPage(client, stream, shardId, ShardIterator);
      if (Records.length > 0) isIdle = false;
      const last = BigInt(stream.done.get(shardId) ?? -1);
      const unread = Records.filter(({ dynamodb }) => BigInt(dynamodb?.SequenceNumber ?? 0) > last);
      await deliver(
        stream,
        shardId,
        unread.map((record) => lambdaRecord(record, stream.arn)),
      );
      if (NextShardIterator !== undefined) open.set(shardId, NextShardIterator);
      else {
        open.delete(shardId);
        finished.add(shardId);
        mayHaveMore = true;
      }
    }
    if (isIdle) await sleep(POLL_MS, signal);
  }
}

/** The iterator expired, or its records were trimmed. */
const isGone = (error: unknown): boolean =>
  error instanceof TrimmedDataAccessException || error instanceof ExpiredIteratorException;

/** If the position is gone, reads the shard from its oldest record. */
async function readPage(
  client: DynamoDBStreamsClient,
  { arn, source }: Stream,
  ShardId: string,
  ShardIterator: string,
): Promise<GetRecordsOutput> {
  const read = (iterator: string | undefined): Promise<GetRecordsOutput> =>
    client.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: source.batchSize }));
  try {
    return await read(ShardIterator);
  } catch (error) {
    if (!isGone(error)) throw error;
    const oldest = await client.send(
      new GetShardIteratorCommand({ StreamArn: arn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    return read(oldest.ShardIterator);
  }
}

/** A child shard is opened after its parent was read to the end, which keeps the changes of an item in order. */
async function openShards(
  client: DynamoDBStreamsClient,
  stream: Stream,
  open: Map<string, string>,
  finished: ReadonlySet<string>,
): Promise<void> {
  const { arn, checkpoints } = stream;
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: arn }));
  const shards = StreamDescription?.Shards ?? [];
  const isAhead = (parentId: string | undefined): boolean =>
    shards.some(({ ShardId }) => ShardId === parentId) && !finished.has(parentId ?? '');
  for (const { ShardId = '', ParentShardId } of shards) {
    if (open.has(ShardId) || finished.has(ShardId) || isAhead(ParentShardId)) continue;
    const shard = { StreamArn: arn, ShardId };
    const SequenceNumber = checkpoints.get(checkpointKey(stream, ShardId));
    const oldest = new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'TRIM_HORIZON' });
    const next =
      SequenceNumber === undefined
        ? oldest
        : new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber });
    const { ShardIterator } = await client.send(next).catch((error: unknown) => {
      // The records after the checkpoint were trimmed.
      if (error instanceof TrimmedDataAccessException) return client.send(oldest);
      throw error;
    });
    if (ShardIterator !== undefined) open.set(ShardId, ShardIterator);
  }
}

export interface ShardReader {
  read(stream: Stream): Promise<void>;
  close(): void;
}

export function shardReader(): ShardReader {
  const client = new DynamoDBStreamsClient();
  return {
    read: (stream) => readShards(client, stream),
    close() {
      client.destroy();
    },
  };
}

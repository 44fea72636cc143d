/** Follows the tables' streams and hands what changed to the functions that `serverless.yml` connects to them. */
import {
  DescribeStreamCommand, DynamoDBStreamsClient, ExpiredIteratorException, GetRecordsCommand, GetShardIteratorCommand, TrimmedDataAccessException, type GetRecordsOutput,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import type { Discarded } from '#lib/stores/s3/discarded-records';
import type { Checkpoints } from './checkpoints.ts';
import type { DeployedFunction, StreamSource } from './deployment.ts';
import { elapsed } from './elapsed.ts';
import { invoke } from './invoke.ts';
import { deliverBatch } from './stream-batch.ts';
import { lambdaRecord } from './stream-record.ts';
import type { Table } from './tables.ts';

const POLL_MS = 250;
const AFTER_ERROR_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

type Target = Pick<DeployedFunction, 'name' | 'file' | 'streams'>;

interface Stream {
  readonly client: DynamoDBStreamsClient;
  readonly arn: string;
  readonly target: Target;
  readonly source: StreamSource;
  readonly checkpoints: Checkpoints;
  readonly signal: AbortSignal;
  discard(discarded: Discarded): Promise<void>;
  /** The last record of each shard that this process is done with. */
  readonly done: Map<string, string>;
}

interface Options {
  readonly functions: readonly Target[];
  readonly tables: readonly Table[];
  readonly checkpoints: Checkpoints;
  /** Keeps what a function failed on too often. */
  discard(discarded: Discarded): Promise<void>;
}

export function startStreams({ functions, tables, checkpoints, discard }: Options): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const client = new DynamoDBStreamsClient();
  const loops = functions.flatMap((target) =>
    target.streams.map((source) => {
      const arn = tables.find(({ logicalId }) => logicalId === source.table)?.streamArn;
      if (arn === undefined) throw new Error(`${target.name} reads the stream of ${source.table}, which has none.`);
      return follow({ client, arn, target, source, checkpoints, signal, discard, done: new Map() });
    }),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      client.destroy();
    },
  };
}

async function follow(stream: Stream): Promise<void> {
  const { signal } = stream;
  while (!signal.aborted) {
    try {
      await readShards(stream);
    } catch (error) {
      if (signal.aborted) return;
      console.error(`${stream.target.name}:`, error);
      await elapsed(AFTER_ERROR_MS, signal);
    }
  }
}

/** Begins at the checkpoints and reads until it is stopped or a call fails. */
async function readShards(stream: Stream): Promise<void> {
  const { signal } = stream;
  const finished = new Set<string>();
  const open = new Map<string, string>();
  let mayHaveMore = true;
  while (!signal.aborted) {
    if (mayHaveMore || open.size === 0) await openShards(stream, open, finished);
    mayHaveMore = false;
    let isIdle = true;
    for (const [shardId, ShardIterator] of open) {
      const { Records = [], NextShardIterator } = await readPage(stream, shardId, ShardIterator);
      if (Records.length > 0) isIdle = false;
      const last = BigInt(stream.done.get(shardId) ?? -1);
      const unread = Records.filter(({ dynamodb }) => BigInt(dynamodb?.SequenceNumber ?? 0) > last);
      await deliver(stream, shardId, unread.map((record) => lambdaRecord(record, stream.arn)));
      if (NextShardIterator !== undefined) open.set(shardId, NextShardIterator);
      else {
        open.delete(shardId);
        finished.add(shardId);
        mayHaveMore = true;
      }
    }
    if (isIdle) await elapsed(POLL_MS, signal);
  }
}

/** The page has gone, because it waited too long to be read or the database has tidied up. */
const isGone = (error: unknown): boolean => error instanceof TrimmedDataAccessException || error instanceof ExpiredIteratorException;

/** Where its place has gone, the shard is read from its oldest record on. */
async function readPage({ client, arn, source }: Stream, ShardId: string, ShardIterator: string): Promise<GetRecordsOutput> {
  const read = (iterator: string | undefined): Promise<GetRecordsOutput> => client.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: source.batchSize }));
  try {
    return await read(ShardIterator);
  } catch (error) {
    if (!isGone(error)) throw error;
    const oldest = await client.send(new GetShardIteratorCommand({ StreamArn: arn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }));
    return read(oldest.ShardIterator);
  }
}

/** A shard that came out of another one is opened when that one is read to its end, which keeps an item's changes in order. */
async function openShards({ client, arn, checkpoints, target }: Stream, open: Map<string, string>, finished: ReadonlySet<string>): Promise<void> {
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: arn }));
  const shards = StreamDescription?.Shards ?? [];
  const isAhead = (parentId: string | undefined): boolean => shards.some(({ ShardId }) => ShardId === parentId) && !finished.has(parentId ?? '');
  for (const { ShardId = '', ParentShardId } of shards) {
    if (open.has(ShardId) || finished.has(ShardId) || isAhead(ParentShardId)) continue;
    const shard = { StreamArn: arn, ShardId };
    const SequenceNumber = checkpoints.get(`${target.name} ${arn} ${ShardId}`);
    const oldest = new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'TRIM_HORIZON' });
    const next = SequenceNumber === undefined ? oldest : new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber });
    const { ShardIterator } = await client.send(next).catch((error: unknown) => {
      // What followed the checkpoint is older than a stream remembers.
      if (error instanceof TrimmedDataAccessException) return client.send(oldest);
      throw error;
    });
    if (ShardIterator !== undefined) open.set(ShardId, ShardIterator);
  }
}

function deliver({ target, source, arn, checkpoints, signal, discard, done }: Stream, shardId: string, records: ReturnType<typeof lambdaRecord>[]): Promise<void> {
  return deliverBatch(records, source, {
    call: async (Records) => (await invoke(target, { Records })) as DynamoDBBatchResponse | undefined,
    done: ({ dynamodb }) => {
      const sequenceNumber = dynamodb?.SequenceNumber ?? '';
      done.set(shardId, sequenceNumber);
      checkpoints.set(`${target.name} ${arn} ${shardId}`, sequenceNumber);
    },
    pause: (attempt) => elapsed(Math.min(100 * 2 ** attempt, LONGEST_PAUSE_MS), signal),
    giveUp: async (record, error) => {
      await discard({ functionName: target.name, atMs: Date.now(), reason: 'RetryAttemptsExhausted', records: [record] });
      console.error(`${target.name}: a change failed too often and is put aside; see npm run channels -- list.`, error ?? '');
    },
  });
}

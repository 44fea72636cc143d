/** One function that reads one stream: how far it is, and how records are delivered to it. */
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { Checkpoints } from '#lib/local/data-folder/checkpoints';
import { asFunction } from '#lib/local/lambda/iam/enforce';
import { invoke } from '#lib/local/lambda/invoke';
import { sleep } from '#lib/local/process/sleep';
import type { DeployedFunction, StreamSource } from '#lib/package/template/deployment';
import { systemClock } from '#lib/runtime/process/clock';
import type { Discarded } from '#lib/stores/s3/discarded-records';
import { deliverBatch } from './batch.ts';
import { passesFilters } from './filter.ts';

const MAX_PAUSE_MS = 10_000;

export type Target = Pick<DeployedFunction, 'name' | 'file' | 'streams'>;

export interface Stream {
  readonly arn: string;
  /** The table's name. */
  readonly table: string;
  readonly target: Target;
  readonly source: StreamSource;
  readonly checkpoints: Checkpoints;
  readonly signal: AbortSignal;
  discard(discarded: Discarded): Promise<void>;
  /** The last record of each shard that this process has finished. */
  readonly done: Map<string, string>;
}

export const checkpointKey = ({ target, arn }: Pick<Stream, 'target' | 'arn'>, shardId: string): string =>
  `${target.name} ${arn} ${shardId}`;

export function deliver(stream: Stream, shardId: string, records: readonly DynamoDBRecord[]): Promise<void> {
  const { target, source, checkpoints, signal, discard, done } = stream;
  return deliverBatch(records, source, {
    call: async (batch) => {
      const Records = batch.filter((record) => passesFilters(source.filterPatterns, record));
      return Records.length === 0
        ? undefined
        : ((await invoke(target, { Records })) as DynamoDBBatchResponse | undefined);
    },
    done: ({ dynamodb }) => {
      const sequenceNumber = dynamodb?.SequenceNumber ?? '';
      done.set(shardId, sequenceNumber);
      checkpoints.set(checkpointKey(stream, shardId), sequenceNumber);
    },
    pause: (attempt) => sleep(Math.min(100 * 2 ** attempt, MAX_PAUSE_MS), signal),
    giveUp: async (record, error) => {
      // Lambda does this with the function's role.
      await asFunction(target.name, () =>
        discard({
          functionName: target.name,
          atMs: systemClock.now().getTime(),
          reason: 'RetryAttemptsExhausted',
          records: [record],
        }),
      );
      console.error(
        `${target.name}: a change failed too often and is put aside; see npm run channels -- list.`,
        error ?? '',
      );
    },
  });
}

/**
 * DynamoDB Streams on a laptop: this folder passes table changes to the functions that `serverless.yml` connects.
 * This file starts one reader per function and table. `changes.ts` reads from the embedded database, `shards.ts` from
 * any other; both give records to `delivery.ts`, which calls the function through `batch.ts` (retries, split batches)
 * and saves checkpoints. `record.ts` is the form of a record.
 */
import type { Checkpoints } from '#lib/local/data-folder/checkpoints';
import { currentDatabase } from '#lib/local/database/current-database';
import { isBusy } from '#lib/local/database/embedded/storage/sqlite-file';
import type { Table } from '#lib/local/database/table';
import { sleep } from '#lib/local/process/sleep';
import { deleteReadChanges, hasUnread, readChanges, SHARD } from './changes.ts';
import type { Stream, Target } from './delivery.ts';
import type { ShardReader } from './shards.ts';

const RETRY_AFTER_MS = 1_000;
const DELETE_EVERY_MS = 5_000;

export interface StreamOptions {
  readonly functions: readonly Target[];
  readonly tables: readonly Table[];
  readonly checkpoints: Checkpoints;
  /** Stores a record on which a function failed too often. */
  readonly discard: Stream['discard'];
  /** True if nothing else reads these streams: processed changes may be deleted. */
  readonly areAllReaders?: boolean;
  /** Only changes from now on are passed on: the data was replaced. */
  readonly skipsFormerChanges?: boolean;
}

export interface Streams {
  /** Whether every change has been passed on; always true for another database than the embedded one. */
  isIdle(): boolean;
  stop(): Promise<void>;
}

export function startStreams(options: StreamOptions): Streams {
  const { functions, tables, checkpoints, discard, areAllReaders = false, skipsFormerChanges = false } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const embedded = currentDatabase();
  const streams = functions.flatMap((target) =>
    target.streams.map((source): Stream => {
      const { name: table = '', streamArn: arn } = tables.find(({ logicalId }) => logicalId === source.table) ?? {};
      if (arn === undefined) throw new Error(`${target.name} reads the stream of ${source.table}, which has none.`);
      const done = new Map(skipsFormerChanges && embedded ? [[SHARD, String(embedded.engine.lastChange())]] : []);
      return { arn, table, target, source, checkpoints, signal, discard, done };
    }),
  );
  let shards: Promise<ShardReader> | undefined;
  const read = async (stream: Stream): Promise<void> => {
    if (embedded !== undefined) return readChanges(embedded.engine, stream);
    // Loaded where it is needed: the embedded database does without Amazon's client.
    shards ??= import('./shards.ts').then(({ shardReader }) => shardReader());
    return (await shards).read(stream);
  };
  const loops = streams.map((stream) => follow(stream, read));
  if (embedded !== undefined && areAllReaders)
    loops.push(
      repeatedly(DELETE_EVERY_MS, signal, () => {
        deleteReadChanges(embedded.engine, streams);
      }),
    );
  return {
    isIdle: () => embedded === undefined || streams.every((stream) => !hasUnread(embedded.engine, stream)),
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      checkpoints.flush?.();
      (await shards)?.close();
    },
  };
}

async function follow(stream: Stream, read: (stream: Stream) => Promise<void>): Promise<void> {
  const { signal, target } = stream;
  while (!signal.aborted) {
    try {
      await read(stream);
    } catch (error) {
      if (signal.aborted) return;
      console.error(`${target.name}:`, error);
      await sleep(RETRY_AFTER_MS, signal);
    }
  }
}

async function repeatedly(periodMs: number, signal: AbortSignal, work: () => void): Promise<void> {
  while (await sleep(periodMs, signal)) {
    try {
      work();
    } catch (error) {
      // Another process is writing: try again in the next run.
      if (!isBusy(error)) throw error;
    }
  }
}

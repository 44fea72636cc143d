import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { currentDatabase } from '#lib/local/database/current-database';
import type { Engine } from '#lib/local/database/embedded/storage/engine';
import type { Table } from '#lib/local/database/table';
import { changeRecord } from '#lib/local/streams/changes';
import { lambdaRecord } from '#lib/local/streams/record';

export interface StreamReader {
  /** What has changed since the last call, each record once. */
  records(): Promise<DynamoDBRecord[]>;
  stop(): void;
}

const MOST = 1_000;

function changes(engine: Engine, { name, streamArn = '' }: Table): StreamReader {
  let after = 0;
  return {
    records: () => {
      const found = engine.readChanges(name, after, MOST);
      after = found.at(-1)?.sequenceNumber ?? after;
      return Promise.resolve(found.map((change) => changeRecord(change, streamArn)));
    },
    stop: () => undefined,
  };
}

function shards({ streamArn: StreamArn = '' }: Table): StreamReader {
  const client = new DynamoDBStreamsClient();
  const iterators = new Map<string, string | undefined>();
  return {
    async records() {
      const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
      for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
        if (iterators.has(ShardId)) continue;
        const { ShardIterator } = await client.send(
          new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
        );
        iterators.set(ShardId, ShardIterator);
      }
      const records: DynamoDBRecord[] = [];
      for (const [shardId, ShardIterator] of iterators) {
        if (ShardIterator === undefined) continue;
        const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator }));
        iterators.set(shardId, NextShardIterator);
        records.push(...Records.map((record) => lambdaRecord(record, StreamArn)));
      }
      return records;
    },
    stop: () => {
      client.destroy();
    },
  };
}

/** Reads a table's stream from its beginning, on whichever database the run has. */
export function streamReader(table: Table): StreamReader {
  const embedded = currentDatabase();
  return embedded === undefined ? shards(table) : changes(embedded.engine, table);
}

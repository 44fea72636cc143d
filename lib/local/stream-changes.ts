/** Reads the changes of a table from the embedded database. */
import type { DynamoDBRecord } from 'aws-lambda';
import { attributeValues } from './database/embedded/attribute-values.ts';
import type { ChangeRecord, Engine } from './database/embedded/engine.ts';
import { checkpointKey, deliver, type Stream } from './stream-delivery.ts';
import { lambdaRecord } from './stream-record.ts';

/** The embedded database has one line of changes for each table. */
export const SHARD = 'changes';

/** Writes of this process are seen at once, those of others with the next look. */
const LOOK_MS = 100;

export function changeRecord(change: ChangeRecord, arn: string): DynamoDBRecord {
  const { sequenceNumber, eventName, atMs, keys, oldImage, newImage, isExpiry } = change;
  return lambdaRecord(
    {
      eventID: String(sequenceNumber),
      // A removal that nobody asked for is told with the database's own name.
      ...(!isExpiry && { eventName }),
      dynamodb: {
        ApproximateCreationDateTime: new Date(atMs),
        SequenceNumber: String(sequenceNumber),
        Keys: attributeValues(keys),
        ...(oldImage !== undefined && { OldImage: attributeValues(oldImage) }),
        ...(newImage !== undefined && { NewImage: attributeValues(newImage) }),
      },
    },
    arn,
  );
}

interface Read {
  readonly after: number;
  readonly records: readonly DynamoDBRecord[];
}

/** What was read last, by the stream: its readers mostly stand at the same place. A change never changes, so it stays true. */
const lastReads = new WeakMap<Engine, Map<string, Read>>();

function recordsAfter(engine: Engine, after: number, { table, arn, source }: Stream): readonly DynamoDBRecord[] {
  const reads = lastReads.get(engine) ?? new Map<string, Read>();
  lastReads.set(engine, reads);
  const last = reads.get(arn);
  if (last?.after === after && last.records.length > 0 && last.records.length <= source.batchSize) return last.records;
  const records = engine.readChanges(table, after, source.batchSize).map((change) => changeRecord(change, arn));
  reads.set(arn, { after, records });
  return records;
}

/** The last change that a function is done with: as this process knows it, or as an earlier one has left it. */
const placeOf = (stream: Stream): number => Number(stream.done.get(SHARD) ?? stream.checkpoints.get(checkpointKey(stream, SHARD)) ?? 0);

/** Begins at the checkpoint and reads until it is stopped or a call fails. */
export async function readChanges(engine: Engine, stream: Stream): Promise<void> {
  const { signal } = stream;
  while (!signal.aborted) {
    const records = recordsAfter(engine, placeOf(stream), stream);
    if (records.length === 0) await engine.changed(LOOK_MS, signal);
    else await deliver(stream, SHARD, records);
  }
}

/** Drops the changes that every reader of a table is done with. */
export function forgetRead(engine: Engine, streams: readonly Stream[]): void {
  for (const table of new Set(streams.map((stream) => stream.table))) {
    const readers = streams.filter((stream) => stream.table === table);
    engine.forgetChanges(table, Math.min(...readers.map(placeOf)));
  }
}

/** Reads the changes of a table from the embedded database. */
import type { DynamoDBRecord } from 'aws-lambda';
import type { ChangeRecord, Engine } from '#lib/local/database/embedded/storage/engine';
import { attributeValues } from '#lib/local/database/embedded/values/attribute-values';
import { checkpointKey, deliver, type Stream } from './delivery.ts';
import { lambdaRecord } from './record.ts';

/** The embedded database has one shard per table. */
export const SHARD = 'changes';

/** Writes of this process are seen at once, those of other processes at the next poll. */
const POLL_MS = 100;

export function changeRecord(change: ChangeRecord, arn: string): DynamoDBRecord {
  const { sequenceNumber, eventName, atMs, keys, oldImage, newImage, isExpiry } = change;
  return lambdaRecord(
    {
      eventID: String(sequenceNumber),
      // An expiry has the database's own event name.
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

/** Recently read records of a stream: every change after `after`, up to the last one here. */
interface RecentRecords {
  readonly after: number;
  readonly records: readonly DynamoDBRecord[];
}

const MAX_KEPT = 200;

const numberOf = (record: DynamoDBRecord): number => Number(record.dynamodb?.SequenceNumber);

/** Per stream: its readers are close together, so most changes are read once for all. Changes are immutable. */
const recentRecords = new WeakMap<Engine, Map<string, RecentRecords>>();

function appendRecords({ after, records }: RecentRecords, more: readonly DynamoDBRecord[]): RecentRecords {
  const all = [...records, ...more];
  const dropped = all.at(-MAX_KEPT - 1);
  return dropped === undefined ? { after, records: all } : { after: numberOf(dropped), records: all.slice(-MAX_KEPT) };
}

function recordsAfter(engine: Engine, after: number, { table, arn, source }: Stream): readonly DynamoDBRecord[] {
  const streams = recentRecords.get(engine) ?? new Map<string, RecentRecords>();
  recentRecords.set(engine, streams);
  const lately = streams.get(arn) ?? { after, records: [] };
  const isCovered = lately.after <= after;
  const known = isCovered ? lately.records.filter((record) => numberOf(record) > after) : [];
  if (known.length > 0) return known.slice(0, source.batchSize);
  const records = engine.readChanges(table, after, source.batchSize).map((change) => changeRecord(change, arn));
  const last = lately.records.at(-1);
  const isNext = after === (last === undefined ? lately.after : numberOf(last));
  // A reader that is far behind reads separately.
  if (isCovered) streams.set(arn, isNext ? appendRecords(lately, records) : { after, records });
  return records;
}

/** The last change that a function finished, from this process or from the checkpoint. */
const positionOf = (stream: Stream): number =>
  Number(stream.done.get(SHARD) ?? stream.checkpoints.get(checkpointKey(stream, SHARD)) ?? 0);

/** Whether there are changes that the function has not finished. */
export const hasUnread = (engine: Engine, stream: Stream): boolean =>
  engine.readChanges(stream.table, positionOf(stream), 1).length > 0;

/** Starts at the checkpoint and reads until it is stopped or a call fails. */
export async function readChanges(engine: Engine, stream: Stream): Promise<void> {
  const { signal } = stream;
  while (!signal.aborted) {
    const records = recordsAfter(engine, positionOf(stream), stream);
    if (records.length === 0) await engine.waitForChange(POLL_MS, signal);
    else await deliver(stream, SHARD, records);
  }
}

/** Deletes the changes that every reader of a table has finished. */
export function deleteReadChanges(engine: Engine, streams: readonly Stream[]): void {
  for (const table of new Set(streams.map((stream) => stream.table))) {
    const readers = streams.filter((stream) => stream.table === table);
    engine.deleteChanges(table, Math.min(...readers.map(positionOf)));
  }
}

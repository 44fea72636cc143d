/** Passes a batch of stream records to a function until all are done, by the rules of a Lambda event source. */
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { StreamSource } from '#lib/package/template/deployment';

export interface Delivery {
  call(records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse | undefined>;
  /** This record and all before it are done or discarded. */
  done(record: DynamoDBRecord): void;
  /** Waits before the given attempt; false if there is none. */
  pause(attempt: number): Promise<boolean>;
  /** Discards a record that failed too often; it counts as done when this resolves. */
  giveUp(record: DynamoDBRecord, error: unknown): Promise<void>;
}

type Limits = Pick<StreamSource, 'maximumRetryAttempts' | 'bisectBatchOnFunctionError'>;

const sequenceOf = (record: DynamoDBRecord): string | undefined => record.dynamodb?.SequenceNumber;

/** The index of the first failed record; the batch's length if none failed. */
function firstFailure(batch: readonly DynamoDBRecord[], response: DynamoDBBatchResponse | undefined): number {
  const places = (response?.batchItemFailures ?? []).map(({ itemIdentifier }) =>
    batch.findIndex((record) => sequenceOf(record) === itemIdentifier),
  );
  // An unknown identifier fails the whole batch, as in Lambda.
  return places.length === 0 ? batch.length : Math.max(0, Math.min(...places));
}

export async function deliverBatch(
  records: readonly DynamoDBRecord[],
  limits: Limits,
  { call, done, pause, giveUp }: Delivery,
): Promise<void> {
  let rest = records;
  let size = rest.length;
  let attempt = 0;
  const advance = (count: number): void => {
    const last = rest[count - 1];
    if (last === undefined) return;
    done(last);
    rest = rest.slice(count);
    size = rest.length;
    attempt = 0;
  };

  while (rest.length > 0) {
    const batch = rest.slice(0, size);
    let failure: unknown;
    let succeeded = 0;
    try {
      succeeded = firstFailure(batch, await call(batch));
    } catch (error) {
      failure = error;
      if (limits.bisectBatchOnFunctionError) size = Math.ceil(size / 2);
    }
    advance(succeeded);
    const [failed] = rest;
    if (succeeded === batch.length || failed === undefined) continue;
    if (attempt >= limits.maximumRetryAttempts) {
      await giveUp(failed, failure);
      advance(1);
      continue;
    }
    attempt += 1;
    if (!(await pause(attempt))) return;
  }
}

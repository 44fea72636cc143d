import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { tellChannels } from '#lib/calendar/push/tell';
import { push } from '#lib/runtime/push';
import { readChange } from '#lib/stores/dynamodb/calendar/table-changes';

/** What changes of the calendar table set in motion. Each must bear seeing a change again: when one fails, all get the batch again. */
const CONSUMERS: readonly ((records: readonly DynamoDBRecord[]) => Promise<void>)[] = [(records) => tellChannels(records.flatMap(readChange), push)];

/** Sees every change of the calendar table, in order for each calendar and user, at least once. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const results = await Promise.allSettled(CONSUMERS.map((consume) => consume(Records)));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  // Thrown, not reported by record: the stream then halves the batch until what fails stands alone.
  if (failures.length > 0) throw new AggregateError(failures, 'changes could not be worked on');
  return { batchItemFailures: [] };
}

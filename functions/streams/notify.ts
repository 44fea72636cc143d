import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { tellChannels } from '#lib/calendar/push/tell';
import { push } from '#lib/runtime/calendar/push';
import { invocation } from '#lib/runtime/process/invocation';
import { readChange } from '#lib/stores/dynamodb/calendar/streams/table-changes';

/**
 * Notifies channels of changes in the calendar table. A failure is thrown, not reported per record: the stream then
 * halves the batch until the failing record is alone.
 */
export const handler = invocation(async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  await tellChannels(Records.flatMap(readChange), push);
  return { batchItemFailures: [] };
});

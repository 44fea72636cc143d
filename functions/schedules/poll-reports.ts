import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent, ScheduledEvent } from 'aws-lambda';
import { runDueReports } from '#lib/runtime/ads/run-due-reports';
import { invocation } from '#lib/runtime/process/invocation';
import { REPORT } from '#lib/stores/dynamodb/ads/keys';

type Remaining = Pick<Context, 'getRemainingTimeInMillis'>;

/** Ids of the reports that were just ordered. */
const orderedIn = ({ Records }: DynamoDBStreamEvent): string[] =>
  Records.flatMap(({ eventName, dynamodb }) => {
    const key = dynamodb?.Keys?.['pk']?.S ?? '';
    return eventName === 'INSERT' && key.startsWith(REPORT) ? [key.slice(REPORT.length)] : [];
  });

/**
 * Makes the reports that are due. The stream of the table brings new ones at once; the schedule finds what is left:
 * reports whose runner vanished, and new ones that nobody came to yet.
 */
export const handler = invocation(
  async (event: DynamoDBStreamEvent | ScheduledEvent, context?: Remaining): Promise<DynamoDBBatchResponse> => {
    if (!('Records' in event)) await runDueReports(context);
    else {
      const ordered = orderedIn(event);
      if (ordered.length > 0) await runDueReports(context, ordered);
    }
    return { batchItemFailures: [] };
  },
);

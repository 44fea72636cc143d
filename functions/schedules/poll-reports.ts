import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent, ScheduledEvent } from 'aws-lambda';
import { runDueReports, runSchedulesDue } from '#lib/runtime/ads/run-due-reports';
import { invocation } from '#lib/runtime/process/invocation';
import { REPORT } from '#lib/stores/dynamodb/ads/keys';

type Remaining = Pick<Context, 'getRemainingTimeInMillis'>;

/** Ids of newly requested reports. */
const orderedIn = ({ Records }: DynamoDBStreamEvent): string[] =>
  Records.flatMap(({ eventName, dynamodb }) => {
    const key = dynamodb?.Keys?.['pk']?.S ?? '';
    return eventName === 'INSERT' && key.startsWith(REPORT) ? [key.slice(REPORT.length)] : [];
  });

/**
 * Makes the reports that are due. The table's stream brings new ones at once; the schedule finds the rest: reports
 * whose runner ended early, new ones that were missed, and those of schedules.
 */
export const handler = invocation(
  async (event: DynamoDBStreamEvent | ScheduledEvent, context?: Remaining): Promise<DynamoDBBatchResponse> => {
    if (!('Records' in event)) {
      await runDueReports(context);
      await runSchedulesDue(context);
    } else {
      const ordered = orderedIn(event);
      if (ordered.length > 0) await runDueReports(context, ordered);
    }
    return { batchItemFailures: [] };
  },
);

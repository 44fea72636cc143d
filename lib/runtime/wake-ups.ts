/** Wake-ups as the functions send them and as the queue hands them over. */
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import type { WakeUp, WakeUps } from '#lib/calendar/stores/wake-ups';
import { systemClock } from '#lib/runtime/process/clock';
import { logger } from '#lib/runtime/process/logger';
import { sqsWakeUps } from '#lib/stores/sqs/wake-ups';

/** Undefined for a program that knows no queue: then the schedules do everything. */
export const wakeUpsOn = (queueUrl: string | undefined): WakeUps | undefined =>
  queueUrl === undefined ? undefined : sqsWakeUps(queueUrl, systemClock, logger);

/** Works on each wake-up of a batch; those whose work threw come again. */
export async function followWakeUps(
  { Records }: { readonly Records: readonly Pick<SQSRecord, 'messageId' | 'body'>[] },
  work: (wakeUp: WakeUp) => Promise<void>,
): Promise<SQSBatchResponse> {
  const outcomes = await Promise.allSettled(Records.map(({ body }) => work(JSON.parse(body) as WakeUp)));
  const batchItemFailures = Records.flatMap(({ messageId }, index) => {
    const outcome = outcomes[index];
    if (outcome?.status !== 'rejected') return [];
    logger.error('a wake-up failed', { messageId, error: String(outcome.reason) });
    return [{ itemIdentifier: messageId }];
  });
  return { batchItemFailures };
}

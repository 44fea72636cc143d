import type { ScheduledEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { sendDueMailings, sendOnWakeUp } from '#lib/calendar/guests/mail/mailing';
import { newPostTally, reportPost } from '#lib/calendar/guests/mail/send-once';
import { sendDueReminders } from '#lib/calendar/guests/reminders/send-due';
import { posting } from '#lib/runtime/calendar/mail';
import { invocation } from '#lib/runtime/process/invocation';
import { followWakeUps } from '#lib/runtime/wake-ups';

/** A letter that is begun at the last moment still ends before the function's timeout. */
const RUN_MS = 80_000;

/**
 * Sends letters to guests and organizers. The queue brings each change that is mailed, and those whose letters failed
 * when they are due again; the schedule, every minute, finds what it lost, and reminders that are due.
 */
export const handler = invocation(async (event?: SQSEvent | ScheduledEvent): Promise<SQSBatchResponse> => {
  const untilMs = posting.clock.now().getTime() + RUN_MS;
  const tally = newPostTally();
  try {
    if (event !== undefined && 'Records' in event)
      return await followWakeUps(event, (wakeUp) => sendOnWakeUp(wakeUp, untilMs, tally, posting));
    await Promise.all([sendDueMailings(untilMs, tally, posting), sendDueReminders(untilMs, tally, posting)]);
    return { batchItemFailures: [] };
  } finally {
    reportPost(tally, posting.log);
  }
});

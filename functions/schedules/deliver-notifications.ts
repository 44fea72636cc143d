import type { ScheduledEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { deliverDue, deliverOnWakeUp } from '#lib/calendar/push/deliver-due';
import { renewDue } from '#lib/calendar/push/relay/renew';
import { push } from '#lib/runtime/calendar/push';
import { relayTo } from '#lib/runtime/calendar/relay';
import { invocation } from '#lib/runtime/process/invocation';
import { openUpstream } from '#lib/runtime/upstream';
import { followWakeUps } from '#lib/runtime/wake-ups';

/** An attempt that starts at the last moment still ends before the function's timeout. */
const RUN_MS = 40_000;

const upstream = openUpstream('calendar');

/**
 * Sends messages that were not delivered at once, each when it is due. The delay queue brings most of them; the
 * schedule, every minute, finds what it lost and what is due later than it can wait. It also opens channels at an
 * upstream anew before they end.
 */
export const handler = invocation(async (event?: SQSEvent | ScheduledEvent): Promise<SQSBatchResponse> => {
  if (event !== undefined && 'Records' in event) return followWakeUps(event, (wakeUp) => deliverOnWakeUp(wakeUp, push));
  await Promise.all([deliverDue(push.clock.now().getTime() + RUN_MS, push), upstream && renewDue(relayTo(upstream))]);
  return { batchItemFailures: [] };
});

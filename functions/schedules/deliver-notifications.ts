import { deliverDue } from '#lib/calendar/push/deliver-due';
import { push } from '#lib/runtime/calendar/push';
import { invocation } from '#lib/runtime/process/invocation';

/** An attempt that begins at the last moment still ends before the function's time is up. */
const RUN_MS = 40_000;

/** Runs every minute and sends what was not delivered at once, each message at its time. */
export const handler = invocation(() => deliverDue(push.clock.now().getTime() + RUN_MS, push));

import { deliverDue } from '#lib/calendar/push/deliver-due';
import { push } from '#lib/runtime/calendar/push';
import { invocation } from '#lib/runtime/process/invocation';

/** An attempt that starts at the last moment still ends before the function's timeout. */
const RUN_MS = 40_000;

/** Runs every minute and sends messages that were not delivered at once, each when it is due. */
export const handler = invocation(() => deliverDue(push.clock.now().getTime() + RUN_MS, push));

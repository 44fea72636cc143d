import type { Context } from 'aws-lambda';
import { runJobs } from '#lib/calendar/calendars/run-jobs';
import { calendar } from '#lib/runtime/calendar/serve';
import { invocation } from '#lib/runtime/process/invocation';

/** A page that the function's timeout interrupts is repeated; better to finish it. */
const SPARE_MS = 5_000;
const DEFAULT_RUN_MS = 20_000;

/** Runs every minute: continues the cleanup of deleted and cleared calendars and of removed rules. */
export const handler = invocation(
  async (_event?: unknown, context?: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> => {
    const runMs = context === undefined ? DEFAULT_RUN_MS : context.getRemainingTimeInMillis() - SPARE_MS;
    await runJobs(calendar, new Date(calendar.clock.now().getTime() + runMs));
  },
);

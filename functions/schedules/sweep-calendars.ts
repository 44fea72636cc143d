import type { Context } from 'aws-lambda';
import { runJobs } from '#lib/calendar/calendars/run-jobs';
import { calendar } from '#lib/runtime/calendar/serve';
import { invocation } from '#lib/runtime/process/invocation';

/** A page of work, cut short by the end of the function, would only be done again; but it is better finished. */
const SPARE_MS = 5_000;
const DEFAULT_RUN_MS = 20_000;

/** Runs every minute: goes on with what deleted and cleared calendars and removed rules have left to be done. */
export const handler = invocation(
  async (_event?: unknown, context?: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> => {
    const runMs = context === undefined ? DEFAULT_RUN_MS : context.getRemainingTimeInMillis() - SPARE_MS;
    await runJobs(calendar, new Date(calendar.clock.now().getTime() + runMs));
  },
);

import type { Context } from 'aws-lambda';
import { pullArchives } from '#lib/runtime/ads/archive';
import { invocation } from '#lib/runtime/process/invocation';

/** A file that is being fetched when the time is over is fetched again. */
const SPARE_MS = 60_000;

/** Runs every hour: brings the days that the archives of reports lack. Nothing without an upstream of ads. */
export const handler = invocation(
  async (_event?: unknown, context?: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> =>
    pullArchives(() => context === undefined || context.getRemainingTimeInMillis() > SPARE_MS),
);

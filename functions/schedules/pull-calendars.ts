import type { Context } from 'aws-lambda';
import { invocation } from '#lib/runtime/process/invocation';
import { pullDue } from '#lib/runtime/pull/pull-due';

const DEFAULT_RUN_MS = 60_000;

/** Takes what has changed at the services that people come from, until they are switched over. */
export const handler = invocation(
  async (_event?: unknown, context?: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> => {
    const endsAt = performance.now() + DEFAULT_RUN_MS;
    await pullDue(() => context?.getRemainingTimeInMillis() ?? endsAt - performance.now());
  },
);

/** Makes reports until none is due or the function's time runs out. */
import { runDue } from '#lib/ads/reports/run/run-due';
import { logger } from '#lib/runtime/process/logger';
import { adsReports } from './reports.ts';

/** A report is not begun when less time than this is left for it, or less than half of a short function's time. */
const MIN_MS = 60_000;

export async function runDueReports(
  context?: { getRemainingTimeInMillis(): number },
  ids: readonly string[] = [],
): Promise<void> {
  const leastMs = Math.min(MIN_MS, (context?.getRemainingTimeInMillis() ?? 0) / 2);
  const hasTime = (): boolean => context === undefined || context.getRemainingTimeInMillis() > leastMs;
  const { ready, failed } = await runDue(adsReports, hasTime, ids);
  if (ready + failed > 0) logger.info('reports made', { ready, failed });
}

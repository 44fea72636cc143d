/** Makes reports, and brings those that are made elsewhere, until none is due or the function's time runs out. */
import { runDue } from '#lib/ads/reports/run/run-due';
import { followDue } from '#lib/ads/reports/upstream/follow';
import { logger } from '#lib/runtime/process/logger';
import { adsReports } from './reports.ts';
import { adsUpstream } from './serve.ts';
import { askOn, keepsReports } from './upstream.ts';

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
  if (adsUpstream === undefined || !keepsReports()) return;
  const counts = await followDue({ ...adsReports, ask: askOn(adsUpstream) }, hasTime, ids);
  if (Object.values(counts).some((count) => count > 0)) logger.info('reports followed', counts);
}

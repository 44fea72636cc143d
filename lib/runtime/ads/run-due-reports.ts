/** Makes reports, and brings those that are made elsewhere, until none is due or the function's time runs out. */
import { runDue } from '#lib/ads/reports/run/run-due';
import { runDueSchedules } from '#lib/ads/reports/schedule/run-schedules';
import { followDue } from '#lib/ads/reports/upstream/follow-due';
import { logger } from '#lib/runtime/process/logger';
import { adsReports } from './reports.ts';
import { scheduling } from './schedules.ts';
import { adsUpstream } from './serve.ts';
import { askOnSchedule, asksByItself } from './upstream.ts';

/** A report is not begun when less time than this is left for it, or less than half of a short function's time. */
const MIN_MS = 60_000;

type Remaining = { getRemainingTimeInMillis(): number } | undefined;

function timeLeft(context: Remaining): () => boolean {
  const leastMs = Math.min(MIN_MS, (context?.getRemainingTimeInMillis() ?? 0) / 2);
  return () => context === undefined || context.getRemainingTimeInMillis() > leastMs;
}

/** Reports that come by themselves. */
export const runSchedulesDue = (context?: Remaining): Promise<void> => runDueSchedules(scheduling, timeLeft(context));

export async function runDueReports(context?: Remaining, ids: readonly string[] = []): Promise<void> {
  const hasTime = timeLeft(context);
  const { ready, failed } = await runDue(adsReports, hasTime, ids);
  if (ready + failed > 0) logger.info('reports made', { ready, failed });
  if (adsUpstream === undefined || !asksByItself()) return;
  const counts = await followDue({ ...adsReports, ask: askOnSchedule(adsUpstream) }, hasTime, ids);
  if (Object.values(counts).some((count) => count > 0)) logger.info('reports followed', counts);
}

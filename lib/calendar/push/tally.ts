/** Counts what one run does, and says it in one line, which is also its metrics (CloudWatch's embedded format). */
import type { Logger } from '#lib/api/context';

export interface Tally {
  attempts: number;
  delivered: number;
  again: number;
  dropped: number;
  /** From each change to the first attempt to tell of it. */
  readonly lagMs: number[];
}

export const newTally = (): Tally => ({ attempts: 0, delivered: 0, again: 0, dropped: 0, lagMs: [] });

const METRICS = [
  { Name: 'attempts', Unit: 'Count' },
  { Name: 'delivered', Unit: 'Count' },
  { Name: 'retries', Unit: 'Count' },
  { Name: 'drops', Unit: 'Count' },
  { Name: 'lagMs', Unit: 'Milliseconds' },
];
/** The format takes no more values of one metric in a line. */
const MOST_VALUES = 100;

/** A run that sent nothing says nothing. */
export function report(tally: Tally, run: 'notify' | 'deliver-notifications', log: Logger, nowMs: number): void {
  if (tally.attempts === 0) return;
  const { attempts, delivered, again, dropped, lagMs } = tally;
  log.info('messages', {
    _aws: {
      Timestamp: nowMs,
      CloudWatchMetrics: [{ Namespace: 'Almanac', Dimensions: [['service', 'run']], Metrics: METRICS.filter(({ Name }) => Name !== 'lagMs' || lagMs.length > 0) }],
    },
    service: 'calendar',
    run,
    attempts,
    delivered,
    retries: again,
    drops: dropped,
    ...(lagMs.length > 0 && { lagMs: lagMs.slice(0, MOST_VALUES) }),
  });
}

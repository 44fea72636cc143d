/** Says in one line what a run has done, which is also its metrics (CloudWatch's embedded format). */
import type { Logger } from '#lib/api/context';

export interface Tally {
  /** Meetings, newcomers and changes with mail that were worked on. */
  readonly tasks: number;
  /** What is handed over again. */
  readonly failures: number;
  /** What breaks a rule, and is not. */
  readonly drops: number;
  readonly lettersSent: number;
  /** Letters that were refused, or of which nobody can say whether they were sent. */
  readonly lettersSetAside: number;
  /** Age of the oldest change of the run. */
  readonly lagMs: number;
}

const METRICS = [
  { Name: 'tasks', Unit: 'Count' },
  { Name: 'failures', Unit: 'Count' },
  { Name: 'drops', Unit: 'Count' },
  { Name: 'lettersSent', Unit: 'Count' },
  { Name: 'lettersSetAside', Unit: 'Count' },
  { Name: 'lagMs', Unit: 'Milliseconds' },
];

/** A run without anything to do says nothing. */
export function report(tally: Tally, log: Logger, nowMs: number): void {
  if (tally.tasks === 0) return;
  log.info('copies', { _aws: { Timestamp: nowMs, CloudWatchMetrics: [{ Namespace: 'Almanac', Dimensions: [['service', 'run']], Metrics: METRICS }] }, service: 'calendar', run: 'propagate', ...tally });
}

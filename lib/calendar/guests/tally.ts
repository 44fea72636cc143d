/**
 * Says in one line what a run has done; an alarm counts the letters that were set aside (lib/package/counted-lines.ts).
 */
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

/** A run without anything to do says nothing. */
export function report(tally: Tally, log: Logger): void {
  if (tally.tasks === 0) return;
  log.info('copies', { service: 'calendar', run: 'propagate', ...tally });
}

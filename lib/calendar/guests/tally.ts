/** Says in one line what a run has done. */
import type { Logger } from '#lib/api/context';

export interface Tally {
  /** Meetings, new users and changes with mail. */
  readonly tasks: number;
  /** Tasks that the stream hands over again. */
  readonly failures: number;
  /** Tasks that broke a rule of the API; they are not tried again. */
  readonly drops: number;
  /** Age of the oldest change of the run. */
  readonly lagMs: number;
}

/** A run without tasks logs nothing. */
export function report(tally: Tally, log: Logger): void {
  if (tally.tasks === 0) return;
  log.info('copies', { service: 'calendar', run: 'propagate', ...tally });
}

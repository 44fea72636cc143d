/** Counts what one run does, and logs it in one line. */
import type { Logger } from '#lib/api/context';

export interface Tally {
  attempts: number;
  delivered: number;
  again: number;
  dropped: number;
  /** The time from each change to the first attempt. */
  readonly lagMs: number[];
}

export const newTally = (): Tally => ({ attempts: 0, delivered: 0, again: 0, dropped: 0, lagMs: [] });

/** Enough values to see their spread. */
const MAX_VALUES = 100;

/** A run without attempts logs nothing. */
export function report(tally: Tally, run: 'notify' | 'deliver-notifications' | 'hooks', log: Logger): void {
  if (tally.attempts === 0) return;
  const { attempts, delivered, again, dropped, lagMs } = tally;
  log.info('messages', {
    service: 'calendar',
    run,
    attempts,
    delivered,
    retries: again,
    drops: dropped,
    ...(lagMs.length > 0 && { lagMs: lagMs.slice(0, MAX_VALUES) }),
  });
}

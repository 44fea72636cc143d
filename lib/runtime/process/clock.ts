import type { Clock } from '#lib/api/context';

let readMs = (): number => Date.now();

/** The one clock of a process: rules, stores, schedules, tokens and quotas read it. */
export const systemClock: Clock = { now: () => new Date(readMs()) };

/** From now on, the time of this process is what `read` says. For a local stack, whose clock tests set. */
export function readTimeFrom(read: () => number): void {
  readMs = read;
}

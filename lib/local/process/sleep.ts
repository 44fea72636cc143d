import { setTimeout as pause } from 'node:timers/promises';

/** Waits; false when the wait was cut short. */
export const sleep = (ms: number, signal: AbortSignal): Promise<boolean> =>
  pause(ms, true, { signal }).catch(() => false);

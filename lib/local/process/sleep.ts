import { setTimeout as pause } from 'node:timers/promises';

/** Waits; false if the wait was aborted. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<boolean> =>
  pause(ms, true, signal && { signal }).catch(() => false);

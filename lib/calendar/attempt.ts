import { conflict, type ApiError } from '#lib/api/errors';

const MOST_ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 250;

/** Those who have lost together do not come back together. */
const pause = (count: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(4 * 2 ** count, LONGEST_PAUSE_MS)));

/** Reads and writes again when somebody else was faster (undefined), until it takes place. `change` is told how often it has lost. */
export async function attempt<T>(change: (lost: number) => Promise<T | undefined>, giveUp: () => ApiError = () => conflict('conflict', 'Conflict')): Promise<T> {
  for (let lost = 0; lost < MOST_ATTEMPTS; lost += 1) {
    if (lost > 0) await pause(lost);
    const result = await change(lost);
    if (result !== undefined) return result;
  }
  throw giveUp();
}

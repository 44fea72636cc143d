import { conflict, type ApiError } from '#lib/api/errors';

const MAX_ATTEMPTS = 20;
const MAX_PAUSE_MS = 250;

/** Random, so that requests that met a conflict together do not meet again. */
const pause = (count: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(4 * 2 ** count, MAX_PAUSE_MS)));

const turns = new Map<string, Promise<unknown>>();

/** Runs work on the same thing one after another, within this process. */
async function oneAfterAnother<T>(thing: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(thing);
  const mine = before === undefined ? work() : before.then(work, work);
  turns.set(thing, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(thing) === mine) turns.delete(thing);
  }
}

export interface RetryOptions {
  /** Name of what is changed: retries of the same thing in one process wait for each other. */
  readonly of?: string;
  readonly giveUp?: () => ApiError;
}

/**
 * Repeats a read and conditional write until it succeeds; `change` answers undefined on a conflict, and gets the number
 * of conflicts so far.
 */
export async function retryOnConflict<T>(
  change: (lost: number) => Promise<T | undefined>,
  { of, giveUp = () => conflict('conflict', 'Conflict') }: RetryOptions = {},
): Promise<T> {
  const again = async (): Promise<T> => {
    for (let lost = 1; lost < MAX_ATTEMPTS; lost += 1) {
      await pause(lost);
      const result = await change(lost);
      if (result !== undefined) return result;
    }
    throw giveUp();
  };
  return (await change(0)) ?? (of === undefined ? again() : oneAfterAnother(of, again));
}

import { conflict, type ApiError } from '#lib/api/errors';

const MAX_ATTEMPTS = 20;
const MAX_PAUSE_MS = 250;

/** Those who have lost together do not come back together. */
const pause = (count: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(4 * 2 ** count, MAX_PAUSE_MS)));

const turns = new Map<string, Promise<unknown>>();

/** Work on the same thing goes one after another, within this process. */
async function inTurn<T>(thing: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(thing);
  const mine = before === undefined ? work() : before.then(work, work);
  turns.set(thing, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(thing) === mine) turns.delete(thing);
  }
}

export interface Attempting {
  /** What is changed: those of one process who have lost it wait for each other then. */
  readonly of?: string;
  readonly giveUp?: () => ApiError;
}

/**
 * Reads and writes again when somebody else was faster (undefined), until it takes place. `change` is told how often it
 * has lost.
 */
export async function retryOnConflict<T>(
  change: (lost: number) => Promise<T | undefined>,
  { of, giveUp = () => conflict('conflict', 'Conflict') }: Attempting = {},
): Promise<T> {
  const again = async (): Promise<T> => {
    for (let lost = 1; lost < MAX_ATTEMPTS; lost += 1) {
      await pause(lost);
      const result = await change(lost);
      if (result !== undefined) return result;
    }
    throw giveUp();
  };
  return (await change(0)) ?? (of === undefined ? again() : inTurn(of, again));
}

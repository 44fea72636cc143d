import { conflict } from '#lib/api/errors';

const MOST_ATTEMPTS = 10;

/** Reads and writes again when somebody else was faster (undefined), until it takes place. */
export async function attempt<T>(change: () => Promise<T | undefined>): Promise<T> {
  for (let count = 0; count < MOST_ATTEMPTS; count += 1) {
    const result = await change();
    if (result !== undefined) return result;
  }
  throw conflict('conflict', 'Conflict');
}

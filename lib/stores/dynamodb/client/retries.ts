/** A call to the database, sent again while that may help. */
import { setTimeout as pause } from 'node:timers/promises';
import { isRepeatable, isThrottled, mayHaveHappened } from './errors.ts';

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 50;

/**
 * A transaction whose answer was lost may have happened, which only its token can tell: that a later attempt was turned
 * away does not mean that nothing has changed.
 */
export async function withRetries<T>(call: () => Promise<T>): Promise<T> {
  let unclear: unknown;
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (mayHaveHappened(error)) unclear = error;
      const isWorthIt = isRepeatable(error) || (unclear !== undefined && isThrottled(error));
      if (!isWorthIt) throw error;
      if (tries === MAX_ATTEMPTS) throw unclear ?? error;
      await pause(Math.random() * FIRST_PAUSE_MS * 2 ** tries);
    }
  }
}

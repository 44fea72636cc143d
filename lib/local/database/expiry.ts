/** Removes expired items from the embedded database, as DynamoDB does by itself. */
import type { Clock } from '#lib/api/context';
import { sleep } from '#lib/local/process/sleep';
import { currentDatabase } from './current-database.ts';
import { isBusy } from './embedded/storage/sqlite-file.ts';

const PERIOD_MS = 5_000;
/** Removed per run; the rest waits for the next run. */
const MAX_PER_RUN = 500;

export interface Expiry {
  /** Removes all that has expired by now. */
  expireAll(): void;
  stop(): Promise<void>;
}

export function startExpiry(clock: Clock): Expiry {
  const stopping = new AbortController();
  const embedded = currentDatabase();
  const work = async (): Promise<void> => {
    while (embedded !== undefined && (await sleep(PERIOD_MS, stopping.signal))) {
      try {
        embedded.engine.expire(clock.now().getTime(), MAX_PER_RUN);
      } catch (error) {
        // Another process is writing: try again in the next run.
        if (!isBusy(error)) throw error;
      }
    }
  };
  const working = work();
  return {
    expireAll() {
      const nowMs = clock.now().getTime();
      while (embedded !== undefined && embedded.engine.expire(nowMs, MAX_PER_RUN) > 0);
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

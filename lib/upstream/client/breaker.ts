/**
 * Spares an upstream that keeps failing: after some failures in a row nothing is sent for a while, then one request
 * tries whether it is well again. Each process counts by itself. What fails for one caller alone, as a request that is
 * too much for the upstream, makes nobody else wait.
 */
import type { Clock, Logger } from '#lib/api/context';
import { UpstreamFailure } from './failure.ts';

/** Log line of a pause that begins; a metric counts it. */
export const UPSTREAM_PAUSED = 'upstream paused';

/** A read that is tried again and again makes five. */
const MAX_FAILURES = 10;
/** So many of one caller count. */
const MAX_OF_ONE = 5;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;

export interface Breaker {
  /** Throws while the upstream is spared. */
  check(): void;
  succeeded(): void;
  /** `caller` of the request; undefined for one of our own, and where no request could be the cause. */
  failed(reason: string, caller?: string): void;
}

export function breaker(name: string, clock: Clock, log: Logger): Breaker {
  let failures = 0;
  let pauses = 0;
  let untilMs = -Infinity;
  let isTrying = false;
  const ofCallers = new Map<string, number>();
  const now = (): number => clock.now().getTime();

  return {
    check() {
      if (failures < MAX_FAILURES) return;
      const leftMs = untilMs - now();
      if (leftMs > 0 || isTrying)
        throw new UpstreamFailure('paused', `${name} is spared`, Math.max(1, Math.ceil(leftMs / 1000)));
      isTrying = true;
    },
    succeeded() {
      if (pauses > 0) log.info('upstream resumed', { upstream: name });
      failures = 0;
      pauses = 0;
      isTrying = false;
      ofCallers.clear();
    },
    failed(reason, caller) {
      const isTrial = isTrying;
      isTrying = false;
      if (caller !== undefined && !isTrial) {
        const count = (ofCallers.get(caller) ?? 0) + 1;
        ofCallers.set(caller, count);
        if (count > MAX_OF_ONE) return;
      }
      failures += 1;
      if (failures < MAX_FAILURES || (failures > MAX_FAILURES && !isTrial)) return;
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** pauses, MAX_PAUSE_MS);
      pauses += 1;
      untilMs = now() + pauseMs;
      log.error(UPSTREAM_PAUSED, { upstream: name, failures, seconds: pauseMs / 1000, reason });
    },
  };
}

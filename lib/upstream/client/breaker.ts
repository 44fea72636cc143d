/**
 * Spares an upstream that keeps failing: after some failures in a row nothing is sent for a while, then one request
 * tries whether it is well again. Each process counts by itself.
 */
import type { Clock, Logger } from '#lib/api/context';
import { UpstreamFailure } from './failure.ts';

/** Log line of a pause that begins; a metric counts it. */
export const UPSTREAM_PAUSED = 'upstream paused';

/** A read that is tried again and again makes five. */
const MAX_FAILURES = 10;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;

export interface Breaker {
  /** Throws while the upstream is spared. */
  check(): void;
  succeeded(): void;
  failed(reason: string): void;
}

export function breaker(name: string, clock: Clock, log: Logger): Breaker {
  let failures = 0;
  let pauses = 0;
  let untilMs = -Infinity;
  let isTrying = false;
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
    },
    failed(reason) {
      failures += 1;
      const isTrial = isTrying;
      isTrying = false;
      if (failures < MAX_FAILURES || (failures > MAX_FAILURES && !isTrial)) return;
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** pauses, MAX_PAUSE_MS);
      pauses += 1;
      untilMs = now() + pauseMs;
      log.error(UPSTREAM_PAUSED, { upstream: name, failures, seconds: pauseMs / 1000, reason });
    },
  };
}

/**
 * Sends a request again, after growing pauses, while that cannot do anything twice: reads, PUT and DELETE on 429, 5xx
 * and failed connections. Others are sent once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Breaker } from './breaker.ts';
import {
  TIME_LIMIT_MS,
  type Limits,
  type UpstreamAnswer,
  type UpstreamClient,
  type UpstreamRequest,
} from './client.ts';
import { UpstreamFailure } from './failure.ts';

const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);
const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** A slow read is given up for another attempt. */
const MAX_ATTEMPT_MS = 10_000;

export interface Patience {
  readonly breaker?: Breaker;
  /** For tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
  readonly timeLimitMs?: number;
}

export interface PatientLimits extends Limits {
  /** Whether it may be sent again; its method decides when left out. */
  readonly isRepeatable?: boolean;
  /** For whom it is sent. */
  readonly caller?: string | undefined;
}

export interface PatientClient {
  send(request: UpstreamRequest, limits?: PatientLimits): Promise<UpstreamAnswer>;
}

const isPassing = ({ status }: UpstreamAnswer): boolean => status === 429 || (status >= 500 && status !== 501);

/** Seconds or a date; undefined when there is none. */
export function retryAfterMs({ headers }: Pick<UpstreamAnswer, 'headers'>, nowMs: number): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Doubles with every attempt; half of it is chance, so that those who failed together do not come back together. */
const pauseAfter = (attempt: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS) * (0.5 + Math.random() / 2);

export function patientClient(
  client: Pick<UpstreamClient, 'send'>,
  { breaker, wait = pause, timeLimitMs: totalMs = TIME_LIMIT_MS }: Patience = {},
): PatientClient {
  async function attempt(
    request: UpstreamRequest,
    limits: Limits,
    caller: string | undefined,
  ): Promise<UpstreamAnswer> {
    breaker?.check();
    try {
      const answer = await client.send(request, limits);
      if (answer.status >= 500 && answer.status !== 501) breaker?.failed(`status ${String(answer.status)}`, caller);
      else breaker?.succeeded();
      return answer;
    } catch (error) {
      const kind = error instanceof UpstreamFailure ? error.kind : 'error';
      // Nobody's request keeps a connection from being made.
      breaker?.failed(kind, kind === 'unreachable' ? undefined : caller);
      throw error;
    }
  }

  return {
    async send(
      request,
      { timeLimitMs = totalMs, isRepeatable = REPEATABLE.has(request.method), caller, ...limits } = {},
    ) {
      const endsAt = performance.now() + timeLimitMs;
      for (let count = 1; ; count += 1) {
        const leftMs = endsAt - performance.now();
        const isLast = !isRepeatable || count === MAX_ATTEMPTS;
        const bounded = { ...limits, timeLimitMs: isLast ? leftMs : Math.min(leftMs, MAX_ATTEMPT_MS) };
        const outcome = await attempt(request, bounded, caller).catch((error: unknown) => {
          if (
            isLast ||
            !(error instanceof UpstreamFailure) ||
            !['unreachable', 'timeout', 'broken'].includes(error.kind)
          )
            throw error;
          return error;
        });
        const isAnswer = !(outcome instanceof UpstreamFailure);
        if (isAnswer && (isLast || !isPassing(outcome))) return outcome;
        const pauseMs = Math.max((isAnswer && retryAfterMs(outcome, Date.now())) || 0, pauseAfter(count));
        if (performance.now() + pauseMs >= endsAt) {
          if (isAnswer) return outcome;
          throw outcome;
        }
        await wait(pauseMs);
      }
    },
  };
}

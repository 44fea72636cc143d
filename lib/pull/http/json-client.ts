/** Reads JSON from the other service in one person's name, with patience: requests are repeated when that may help. */
import { setTimeout as wait } from 'node:timers/promises';
import type { UpstreamAnswer, UpstreamClient } from '#lib/upstream/client/client';
import { UpstreamFailure } from '#lib/upstream/client/failure';
import { retryAfterMs } from '#lib/upstream/client/patient-client';
import type { Pace } from './pace.ts';
import { UpstreamError } from './upstream-error.ts';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Tokens {
  token(): Promise<string>;
  /** The token was refused; the next one must be another. */
  forget(token: string): void;
}

export interface JsonClient {
  get<T>(path: string, query?: Query): Promise<T>;
}

export interface JsonClientOptions {
  readonly client: Pick<UpstreamClient, 'send'>;
  /** Below the root of the client: `calendar/v3/`. */
  readonly basePath: string;
  readonly tokens: Tokens;
  /** Shared by all who ask the same service. */
  readonly pace: Pace;
  readonly maxAttempts?: number;
  /** For tests. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;
const TIME_LIMIT_MS = 120_000;
/** A page of events with long texts. */
const MAX_BYTES = 64 * 1024 * 1024;
const RATE_REASONS = new Set(['rateLimitExceeded', 'userRateLimitExceeded']);

interface Envelope {
  readonly error?: {
    readonly message?: string;
    readonly errors?: readonly { readonly reason?: string }[];
  };
}

function errorIn({ status, body }: UpstreamAnswer): UpstreamError {
  const text = body.toString('utf8');
  try {
    const { error } = JSON.parse(text) as Envelope;
    const reason = error?.errors?.[0]?.reason;
    return new UpstreamError(error?.message ?? `Status ${String(status)}.`, status, reason);
  } catch {
    return new UpstreamError(`Status ${String(status)}.`, status);
  }
}

function jsonIn<T>({ body }: UpstreamAnswer): T {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {
    // Said below, as for other values.
  }
  throw new UpstreamFailure('broken', 'the answer is no JSON object');
}

const isTooFast = ({ status, reason = '' }: UpstreamError): boolean =>
  status === 429 || (status === 403 && RATE_REASONS.has(reason));

const queryOf = (query: Query): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
};

/** Doubles with every attempt; half of it is chance. */
const pauseAfter = (attempt: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS) * (0.5 + Math.random() / 2);

export function jsonClient({
  client,
  basePath,
  tokens,
  pace,
  maxAttempts = MAX_ATTEMPTS,
  pause = wait,
}: JsonClientOptions): JsonClient {
  async function ask(path: string): Promise<UpstreamAnswer> {
    const token = await tokens.token();
    await pace.turn();
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    const answer = await client.send(
      { method: 'GET', path, headers },
      { timeLimitMs: TIME_LIMIT_MS, maxBytes: MAX_BYTES },
    );
    if (answer.status === 401) tokens.forget(token);
    return answer;
  }

  return {
    async get<T>(path: string, query: Query = {}): Promise<T> {
      const whole = `${basePath}${path}${queryOf(query)}`;
      for (let attempt = 0; ; attempt += 1) {
        const isLast = attempt + 1 >= maxAttempts;
        try {
          const answer = await ask(whole);
          if (answer.status === 200) {
            const value = jsonIn<T>(answer);
            pace.succeeded();
            return value;
          }
          const error = errorIn(answer);
          const afterMs = retryAfterMs(answer, Date.now());
          if (isTooFast(error)) pace.slowDown(afterMs ?? pauseAfter(attempt));
          const isPassing = isTooFast(error) || error.status >= 500 || (error.status === 401 && attempt === 0);
          if (!isPassing || isLast) throw error;
          if (error.status >= 500) await pause(Math.max(afterMs ?? 0, pauseAfter(attempt)));
        } catch (error) {
          if (!(error instanceof UpstreamFailure)) throw error;
          if (error.kind === 'refused' || isLast)
            throw new UpstreamError(`No answer: ${error.message}.`, 0, error.kind, error);
          await pause(pauseAfter(attempt));
        }
      }
    },
  };
}

/**
 * Reports that are made elsewhere. `order.ts` puts a request to the upstream and remembers it, `follow.ts` asks for it on
 * the schedule, or while its owner asks for it (`follow-due.ts`), and brings its files here, one after another
 * (`fetch-file.ts`); only then it is ready, and it is read like any other report. `id-mapping.ts` keeps the tables of
 * ids.
 */

export interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query below the root, encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface UpstreamAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Asks in the name of a person; throws when there is no answer. */
export type AskUpstream = (request: UpstreamRequest, email: string) => Promise<UpstreamAnswer>;

export const REPORTS_PATH = 'doubleclicksearch/v2/reports';

/** The JSON of an answer; undefined when it is none. */
export function jsonOf<T extends object>({ body }: Pick<UpstreamAnswer, 'body'>): T | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

interface ErrorBody {
  readonly error?: { readonly message?: string; readonly errors?: readonly { readonly reason?: string }[] };
}

/** What an answer that is an error says of itself. */
export function errorOf(answer: UpstreamAnswer): { readonly reason: string; readonly message: string | undefined } {
  const { error } = jsonOf<ErrorBody>(answer) ?? {};
  return { reason: error?.errors?.[0]?.reason ?? '', message: error?.message };
}

/** Google refuses with 403, too, what is too much for now. */
const TOO_MUCH = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);

/** Whether an error says nothing of what was asked for, but that it is to be asked for again. */
export const isPassing = (answer: UpstreamAnswer): boolean =>
  answer.status >= 500 ||
  answer.status === 429 ||
  answer.status === 401 ||
  (answer.status === 403 && TOO_MUCH.has(errorOf(answer).reason));

/** The time of the request is over in which files were brought; the next one goes on. */
export class OutOfTime extends Error {}

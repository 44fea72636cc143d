/**
 * Reports that are made elsewhere. `order.ts` puts a request to the upstream and remembers it, `follow.ts` asks for it
 * on the schedule and brings its files here, one after another (`fetch-file.ts`); only then it is ready, and it is read
 * like any other report. `id-mapping.ts` keeps the tables of ids.
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

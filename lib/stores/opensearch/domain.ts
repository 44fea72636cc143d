/**
 * The search index in an OpenSearch domain, for catalogues that are too large for one file. `domain.ts` sends signed
 * requests, `document.ts` has the mapping and what is kept of a volume, `clauses.ts` and `search-body.ts` put a query
 * into the query DSL, `interpretation.ts` and `spelling.ts` correct it, `volume-index.ts` searches; `index-draft.ts` writes, with `bulk.ts`
 * and `import-progress.ts`.
 */
import { refusalOf } from '#lib/api/process/outgoing-calls';
import { openSigner, queryText, type SignerOptions } from '#lib/stores/aws/signer';

export interface DomainOptions {
  /** `https://search-....es.amazonaws.com` */
  readonly endpoint: string;
  readonly region: string;
  /** The first pause before a request is sent again; each further one is twice as long. */
  readonly pauseMs?: number;
  readonly credentials?: SignerOptions['credentials'];
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Sending {
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, or a text of JSON lines. */
  readonly body?: object | string;
  /** Statuses besides 2xx that are an answer. */
  readonly accepts?: readonly number[];
}

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

export interface Domain {
  /** Throws `DomainRefused` for a status that is no answer. Every request may safely be sent twice. */
  send<T = unknown>(method: Method, path: string, sending?: Sending): Promise<Answer<T>>;
  /** Resolves after the pause that comes before this attempt; the first attempt is 1. */
  pauseBefore(attempt: number): Promise<void>;
}

class DomainRefused extends Error {
  readonly status: number;

  constructor(method: string, path: string, status: number, text: string) {
    super(`OpenSearch answered ${method} ${path} with ${String(status)}: ${text.slice(0, 500)}`);
    this.status = status;
  }
}

export const MAX_ATTEMPTS = 6;
const TIMEOUT_MS = 60_000;
/** Too many requests, a full queue, or a node that is being replaced. */
export const isPassing = (status: number): boolean => [429, 502, 503, 504].includes(status);

const bodyOf = (body: object | string | undefined): { readonly text?: string; readonly type?: string } => {
  if (body === undefined) return {};
  return typeof body === 'string'
    ? { text: body, type: 'application/x-ndjson' }
    : { text: JSON.stringify(body), type: 'application/json' };
};

/** The actions of IAM are named by the method: `ESHttpPost`. */
const callOf = (method: Method): string => `ESHttp${method.slice(0, 1)}${method.slice(1).toLowerCase()}`;

export function openDomain({ endpoint, region, pauseMs = 100, credentials }: DomainOptions): Domain {
  const signer = openSigner({ service: 'es', region, ...(credentials !== undefined && { credentials }) });

  const pauseBefore = (attempt: number): Promise<void> =>
    new Promise((resolve) =>
      setTimeout(resolve, attempt < 2 ? 0 : (0.5 + Math.random()) * pauseMs * 2 ** (attempt - 2)),
    );

  /** Signed anew each time: a signature is good for five minutes. */
  async function fetchSigned(method: Method, path: string, { query = {}, body }: Sending): Promise<Response> {
    const url = new URL(`${endpoint.replace(/\/$/, '')}${path}?${queryText(query)}`);
    const { text, type } = bodyOf(body);
    const headers = await signer.sign({
      method,
      host: url.host,
      path: url.pathname,
      query,
      ...(type !== undefined && { headers: { 'content-type': type } }),
      body: text,
    });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return fetch(url, { method, headers, signal, ...(text !== undefined && { body: text }) });
  }

  async function fetchPatiently(method: Method, path: string, sending: Sending): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      await pauseBefore(attempt);
      const answer = await fetchSigned(method, path, sending).catch((error: unknown) => {
        if (attempt === MAX_ATTEMPTS) throw error;
        return undefined;
      });
      if (answer !== undefined && (!isPassing(answer.status) || attempt === MAX_ATTEMPTS)) return answer;
      await answer?.body?.cancel();
    }
  }

  return {
    pauseBefore,
    async send<T>(method: Method, path: string, sending: Sending = {}) {
      const refusal = refusalOf('opensearch', callOf(method), { path });
      if (refusal !== undefined) throw new DomainRefused(method, path, 403, refusal);
      const answer = await fetchPatiently(method, path, sending);
      const text = await answer.text();
      if (!answer.ok && sending.accepts?.includes(answer.status) !== true)
        throw new DomainRefused(method, path, answer.status, text);
      return { status: answer.status, body: JSON.parse(text === '' ? '{}' : text) as T };
    },
  };
}

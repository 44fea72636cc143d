/** One request to the upstream and its answer, over connections that are kept. Nothing follows a redirect. */
import type { IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Agent as HttpAgent, request as requestHttp } from '#lib/api/process/node-http';
import { checkedLookup, checkHost, resolveBySystem, type Network, type Resolve } from './addresses.ts';
import { decode } from './decode.ts';
import { UpstreamFailure } from './failure.ts';

export interface UpstreamRequest {
  readonly method: string;
  /** Path and query below the root, encoded, without a slash at the front. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface UpstreamAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Limits {
  /** Of everything: look-up, connection, request and answer. */
  readonly timeLimitMs?: number | undefined;
  readonly maxBytes?: number | undefined;
  /** A redirect is an answer, too; it is still not followed. */
  readonly takesRedirects?: boolean | undefined;
}

export interface UpstreamClient {
  /** Any status is an answer, but those of redirects; throws `UpstreamFailure` when there is none. */
  send(request: UpstreamRequest, limits?: Limits): Promise<UpstreamAnswer>;
  /** Ends the connections that are kept. */
  close(): void;
}

export interface ClientOptions extends Network {
  /** Ends in a slash. */
  readonly rootUrl: string;
  /** Certificate authorities to trust in place of the public ones. */
  readonly ca?: string;
  readonly resolve?: Resolve;
}

export const TIME_LIMIT_MS = 20_000;
/** More than a function could hand on. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_CONNECTIONS = 256;

const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

const failureFor = (error: unknown, hasBegun: boolean): UpstreamFailure => {
  if (error instanceof UpstreamFailure) return error;
  return new UpstreamFailure(hasBegun ? 'broken' : 'unreachable', codeOf(error), 1, error);
};

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')] as const);
  return Object.fromEntries(named);
}

export function upstreamClient({ rootUrl, ca, resolve = resolveBySystem, ...network }: ClientOptions): UpstreamClient {
  const root = new URL(rootUrl);
  const isEncrypted = root.protocol === 'https:';
  const options = {
    keepAlive: true,
    maxSockets: MAX_CONNECTIONS,
    lookup: checkedLookup(resolve, isEncrypted, network),
    ...(ca !== undefined && { ca }),
  };
  const agent = isEncrypted ? new HttpsAgent(options) : new HttpAgent(options);
  const request = isEncrypted ? requestHttps : requestHttp;

  function exchange(
    { method, path, headers, body }: UpstreamRequest,
    { timeLimitMs = TIME_LIMIT_MS, maxBytes, takesRedirects = false }: Limits & { readonly maxBytes: number },
  ): Promise<UpstreamAnswer> {
    return new Promise((answer, fail) => {
      // Not a URL: that would take `..` in an id for a step upwards.
      const outgoing: RequestOptions = {
        agent,
        host: root.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: root.port === '' ? (isEncrypted ? 443 : 80) : root.port,
        path: root.pathname + path,
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      };
      const sent = request(outgoing);
      let hasBegun = false;
      const alarm = setTimeout(() => {
        sent.destroy(new UpstreamFailure('timeout', `no answer within ${String(timeLimitMs)} ms`));
      }, timeLimitMs);
      const end = (error: unknown): void => {
        clearTimeout(alarm);
        fail(failureFor(error, hasBegun));
        sent.destroy();
      };
      sent.on('error', end);
      sent.on('response', (response) => {
        hasBegun = true;
        const { statusCode: status = 0 } = response;
        if (isRedirect(status) && !takesRedirects) {
          end(new UpstreamFailure('refused', `a redirect (${String(status)})`));
          return;
        }
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          chunks.push(chunk);
          if (bytes > maxBytes) end(new UpstreamFailure('broken', `more than ${String(maxBytes)} bytes`));
        });
        response.on('error', end);
        response.on('end', () => {
          clearTimeout(alarm);
          if (!response.complete) end(new UpstreamFailure('broken', 'cut short'));
          else answer({ status, headers: headersOf(response), body: Buffer.concat(chunks, bytes) });
        });
      });
      sent.end(body);
    });
  }

  return {
    async send(asked, { maxBytes = MAX_BYTES, ...limits } = {}) {
      checkHost(root, network);
      const answer = await exchange(asked, { ...limits, maxBytes });
      const { 'content-encoding': coding = 'identity', 'content-length': _length, ...headers } = answer.headers;
      if (coding === 'identity' || answer.body.length === 0) return answer;
      return { ...answer, headers, body: await decode(answer.body, coding, maxBytes) };
    },
    close() {
      agent.destroy();
    },
  };
}

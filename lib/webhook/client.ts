/**
 * Posts empty messages to addresses that strangers chose. A name is resolved first, every address it has is checked,
 * and the connection goes to one of these: a second look-up could give another answer. Nothing follows a redirect.
 */
import { channel } from 'node:diagnostics_channel';
import { lookup as systemLookup } from 'node:dns/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { request as requestHttp } from '#lib/api/process/node-http';
import { hostOf, isLoopback, isPublic, isRefusedPort } from './addresses.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface WebhookOptions {
  /** Receivers on this machine may be used, and these without encryption. */
  readonly allowLoopback: boolean;
  /** Certificate authorities to trust in place of the public ones. */
  readonly ca?: string;
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
}

/**
 * `answered`: whatever the status. `refused`: the address is none that we send to. `failed`: no answer; another attempt
 * may get one.
 */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface WebhookClient {
  /** Never throws. `timeLimitMs` covers everything: look-up, connection, request and answer. */
  post(url: string, headers: Readonly<Record<string, string>>, timeLimitMs?: number): Promise<Outcome>;
}

/** A diagnostics channel that a local stack listens on, for tests. */
export const WEBHOOK_CHANNEL = 'almanac.webhook';
const sent = channel(WEBHOOK_CHANNEL);

export interface SentWebhook {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly outcome: Outcome;
}

export const TIME_LIMIT_MS = 10_000;
const MAX_BODY_BYTES = 1_024;
/**
 * Names have addresses of both kinds: `localhost` where only one is listened on, others on networks that have only one.
 */
const EACH_ADDRESS = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2_000 };
/** Node takes every 1xx for a prelude; this one means that the message has arrived. */
const PROCESSING = 102;

const TIMED_OUT: Outcome = { kind: 'failed', reason: 'timeout' };
const resolveBySystem = (host: string): Promise<ResolvedAddress[]> => systemLookup(host, { all: true });
const failed = (error: unknown): Outcome => ({
  kind: 'failed',
  reason: typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error),
});

/** Why the message may not go there; undefined when it may. */
function refusal(url: URL, addresses: readonly ResolvedAddress[], allowLoopback: boolean): string | undefined {
  const { protocol, username, password, port } = url;
  const isLocal = allowLoopback && addresses.every(({ address }) => isLoopback(address));
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) return 'not https';
  if (username !== '' || password !== '') return 'the address carries a password';
  if (isRefusedPort(url) && !isLocal) return `port ${port} is for other protocols`;
  const hidden = addresses.find(({ address }) => !isPublic(address));
  return hidden === undefined || isLocal ? undefined : `${hidden.address} is not a public address`;
}

/** Answers every look-up with the addresses that were checked. */
const always =
  (first: ResolvedAddress, others: readonly ResolvedAddress[]): LookupFunction =>
  (_host, { all }, done) => {
    if (all === true)
      done(
        null,
        [first, ...others].map(({ address, family }) => ({ address, family })),
      );
    else done(null, first.address, first.family);
  };

/** Ends with the answer's status once its body is over, or more of it has come than anybody reads. */
function exchange(request: ClientRequest, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    let status: number | undefined;
    /** Whatever ends it: once there is a status, that is the answer. */
    const end = (withoutStatus: Outcome): void => {
      resolve(status === undefined ? withoutStatus : { kind: 'answered', status });
      request.destroy();
    };
    signal.addEventListener('abort', () => {
      end(TIMED_OUT);
    });
    request.on('error', (error) => {
      end(failed(error));
    });
    request.on('information', ({ statusCode }) => {
      if (statusCode === PROCESSING) end({ kind: 'answered', status: PROCESSING });
    });
    request.on('response', (response: IncomingMessage) => {
      status = response.statusCode;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BODY_BYTES) end(TIMED_OUT);
      });
      response.on('error', (error) => {
        end(failed(error));
      });
      response.on('close', () => {
        end(TIMED_OUT);
      });
    });
    request.end();
  });
}

/** The promise, or undefined once the time is up. */
const within = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
    promise.then(resolve, reject);
  });

export function webhookClient({ allowLoopback, ca, resolve = resolveBySystem }: WebhookOptions): WebhookClient {
  const addressesOf = (host: string): Promise<readonly ResolvedAddress[]> => {
    const family = isIP(host);
    return family === 0 ? resolve(host) : Promise.resolve([{ address: host, family }]);
  };

  async function send(
    address: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const url = new URL(address);
    const addresses = await within(signal, addressesOf(hostOf(url)));
    if (addresses === undefined) return TIMED_OUT;
    const [first, ...others] = addresses;
    if (first === undefined) return { kind: 'failed', reason: 'ENOTFOUND' };
    const reason = refusal(url, addresses, allowLoopback);
    if (reason !== undefined) return { kind: 'refused', reason };
    const options = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': '0' },
      agent: false,
      lookup: always(first, others),
      ...EACH_ADDRESS,
      ...(ca !== undefined && { ca }),
    };
    return exchange(url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options), signal);
  }

  return {
    async post(url, headers, timeLimitMs = TIME_LIMIT_MS) {
      const timer = new AbortController();
      const alarm = setTimeout(() => {
        timer.abort();
      }, timeLimitMs);
      const outcome = await send(url, headers, timer.signal).catch(failed);
      clearTimeout(alarm);
      sent.publish({ url, headers, outcome } satisfies SentWebhook);
      return outcome;
    },
  };
}

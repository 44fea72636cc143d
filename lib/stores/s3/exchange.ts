/**
 * A request to S3 and its answer, over connections that are kept. The body is the one that is stored: `fetch` would
 * unpack what was stored with an encoding, and is slow to load.
 */
import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Agent as HttpAgent, request as requestHttp } from '#lib/api/process/node-http';

export interface StorageRequest {
  readonly method: string;
  readonly address: URL;
  /** With its query. Not part of the address, which would take `..` in a key for a step upwards. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

export type Exchange = (request: StorageRequest) => Promise<IncomingMessage>;

/** The storage may be silent for so long. */
const SILENCE_MS = 60_000;

const plain = new HttpAgent({ keepAlive: true });
const secure = new HttpsAgent({ keepAlive: true });

const overHttp: Exchange = ({ method, address, path, headers, body }) =>
  new Promise((answer, fail) => {
    const length = body === undefined ? {} : { 'content-length': String(body.byteLength) };
    const options = { method, path, headers: { ...headers, ...length }, timeout: SILENCE_MS };
    const sent =
      address.protocol === 'https:'
        ? requestHttps(address, { ...options, agent: secure })
        : requestHttp(address, { ...options, agent: plain });
    sent.on('timeout', () => {
      sent.destroy(new Error(`S3 was silent for ${String(SILENCE_MS / 1000)} s`));
    });
    sent.on('error', fail);
    sent.on('response', answer);
    sent.end(body);
  });

let current = overHttp;

export const exchange: Exchange = (request) => current(request);

/** Where the local stack makes requests fail: from now on, every attempt goes through the wrapper. */
export function wrapExchanges(wrap: (exchange: Exchange) => Exchange): void {
  current = wrap(overHttp);
}

/**
 * `npm start -- --https`: the local stack under the names of Google's hosts, for clients that cannot be given another
 * root. `authority.ts` makes the certificates, `proxy.ts` leads clients here.
 */
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { resolve } from 'node:path';
import { SERVER_OPTIONS } from '#lib/local/gateway/gateway';
import { listen } from '#lib/local/gateway/listen';
import { serverIdentity } from './authority.ts';
import { startProxy } from './proxy.ts';

export interface GoogleHosts {
  /** `https://localhost:8081/` */
  readonly rootUrl: string;
  /** What a client's environment needs, in order to come here. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export interface GoogleHostsOptions {
  readonly handler: RequestListener;
  /** Of the certificate authority. */
  readonly folder: string;
  /** Of the plain server: the next two are taken, or any free ones for 0. */
  readonly port: number;
}

/** Each program has a name of its own for the certificates that it trusts. */
const CERTIFICATE_VARIABLES = [
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'REQUESTS_CA_BUNDLE',
  'HTTPLIB2_CA_CERTS',
  'CURL_CA_BUNDLE',
];

function environmentOf(proxyPort: number, authorityFile: string): Record<string, string> {
  const proxy = `http://127.0.0.1:${String(proxyPort)}`;
  return {
    // Some programs read one, some the other; Node's own `fetch` is told to by the third.
    HTTPS_PROXY: proxy,
    https_proxy: proxy,
    NODE_USE_ENV_PROXY: '1',
    ...Object.fromEntries(CERTIFICATE_VARIABLES.map((name) => [name, resolve(authorityFile)])),
  };
}

export async function startGoogleHosts({ handler, folder, port }: GoogleHostsOptions): Promise<GoogleHosts> {
  const { key, certificate, authorityFile } = await serverIdentity(folder);
  const portAfter = (places: number): number => (port === 0 ? 0 : port + places);
  const https = await listen(createServer({ ...SERVER_OPTIONS, key, cert: certificate }, handler), portAfter(1));
  const proxy = await startProxy(https.port, portAfter(2));
  return {
    rootUrl: `https://localhost:${String(https.port)}/`,
    environment: environmentOf(proxy.port, authorityFile),
    async stop() {
      await proxy.stop();
      await https.stop();
    },
  };
}

/** Signed requests to one bucket: sent again when they fail, and refused as the role of the function says. */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { refusalOf } from '#lib/api/process/outgoing-calls';
import { escaped, openSigner, queryText } from '#lib/stores/aws/signer';
import { storageAddress } from './address.ts';
import { exchange } from './exchange.ts';
import { refusalToTellMissing } from './missing-object.ts';

export interface BucketOptions {
  readonly bucket: string;
  /** Asked with the first request where it is not known from the start. */
  readonly region: string | (() => Promise<string>);
  /** The endpoint of a server other than Amazon's. */
  readonly endpoint?: string | undefined;
}

/** S3 refused a request. */
export class Refused extends Error {
  readonly status: number;

  constructor(method: string, key: string, status: number, text: string) {
    super(`S3 answered ${method} ${key} with ${String(status)}: ${text.slice(0, 500)}`);
    this.status = status;
  }
}

export interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

const statusOf = ({ statusCode = 0 }: IncomingMessage): number => statusCode;
const MAX_ATTEMPTS = 4;

/** Retries when the connection or the storage fails; every request here may safely be sent twice. */
async function sendPatiently(send: () => Promise<IncomingMessage>): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send().catch((error: unknown) => {
      if (attempt === MAX_ATTEMPTS) throw error;
      return undefined;
    });
    if (answer !== undefined && (statusOf(answer) < 500 || attempt === MAX_ATTEMPTS)) return answer;
    answer?.destroy();
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100 * 2 ** attempt));
  }
}

/** The name of a request among S3's calls. */
function callOf(method: string, query: Readonly<Record<string, string>>, copied: string | undefined): string {
  if (query['list-type'] !== undefined) return 'ListObjectsV2';
  if (method === 'GET' || method === 'HEAD') return 'GetObject';
  if (method === 'DELETE') return query['uploadId'] === undefined ? 'DeleteObject' : 'AbortMultipartUpload';
  return copied === undefined ? 'PutObject' : 'CopyObject';
}

export interface SignedRequests {
  /** Throws `Refused` unless S3 does what it is asked for. */
  send(method: string, key: string, sending?: Sending): Promise<IncomingMessage>;
  /** An answer without a body that anybody reads; its connection is free again. */
  sendOnly(method: string, key: string, sending?: Sending): Promise<IncomingMessage>;
  /** A signed address, on this machine by another name than the gateway has. */
  link(key: string, query: Readonly<Record<string, string>>, seconds: number): Promise<string>;
  /** With the bucket, escaped. */
  pathOf(key: string): string;
}

export function signedRequests(options: BucketOptions): SignedRequests {
  const connect = async () => {
    const region = typeof options.region === 'string' ? options.region : await options.region();
    const address = options.endpoint === undefined ? storageAddress(region) : new URL(options.endpoint);
    return { address, basePath: address.pathname.replace(/\/$/, ''), signer: openSigner({ service: 's3', region }) };
  };
  let connecting: ReturnType<typeof connect> | undefined;
  const pathOf = (key: string): string => `${options.bucket}/${key.split('/').map(escaped).join('/')}`;

  async function send(
    method: string,
    key: string,
    { headers = {}, query = {}, body }: Sending = {},
  ): Promise<IncomingMessage> {
    const copied = headers['x-amz-copy-source'];
    const refusal = refusalOf('s3', callOf(method, query, copied), {
      Bucket: options.bucket,
      Key: key,
      ...(copied !== undefined && { CopySource: copied }),
      ...(query['prefix'] !== undefined && { Prefix: query['prefix'] }),
    });
    if (refusal !== undefined) throw new Refused(method, key, 403, refusal);
    const { address, basePath, signer } = await (connecting ??= connect());
    const path = `${basePath}/${pathOf(key)}`;
    const search = queryText(query);
    const signed = await signer.sign({ method, host: address.host, path, query, headers, body });
    const answer = await sendPatiently(() =>
      exchange({ method, address, path: search === '' ? path : `${path}?${search}`, headers: signed, body }),
    );
    const status = statusOf(answer);
    if (status >= 200 && status < 300) return answer;
    const told = await text(answer);
    const hidden = status === 404 ? refusalToTellMissing({ Bucket: options.bucket, Key: key }) : undefined;
    throw hidden === undefined ? new Refused(method, key, status, told) : new Refused(method, key, 403, hidden);
  }

  return {
    send,
    sendOnly: async (...request) => (await send(...request)).resume(),
    async link(key, query, seconds) {
      const refusal = refusalOf('s3', 'GetObject', { Bucket: options.bucket, Key: key });
      if (refusal !== undefined) throw new Refused('GET', key, 403, refusal);
      const { address, basePath, signer } = await (connecting ??= connect());
      const host = address.host.replace(/^127\.0\.0\.1:/, 'localhost:');
      const path = `${basePath}/${pathOf(key)}`;
      return `${address.protocol}//${host}${path}?${await signer.signLink({ host, path, query }, seconds)}`;
    },
    pathOf,
  };
}

/** Objects of one bucket, with nothing but signed requests: the whole S3 client would double a function's bundle. */
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { SignatureV4 } from '@smithy/signature-v4';

/** What the signer asks of a hash, on Node's own. */
export class Sha256 {
  readonly #secret: string | ArrayBuffer | ArrayBufferView | undefined;
  #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret;
    this.#hash = this.#begin();
  }

  #begin(): Hash | Hmac {
    if (this.#secret === undefined) return createHash('sha256');
    return createHmac('sha256', typeof this.#secret === 'string' ? this.#secret : bytesOf(this.#secret));
  }

  update(chunk: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(typeof chunk === 'string' ? chunk : bytesOf(chunk));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {
    this.#hash = this.#begin();
  }
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);

const NOTHING = createHash('sha256').update('').digest('hex');

export interface BucketOptions {
  readonly bucket: string;
  readonly region: string;
  /** Another server than Amazon's. */
  readonly endpoint?: string | undefined;
}

export interface UploadedFile {
  readonly path: string;
  /** Hexadecimal, over the file: what arrives otherwise is refused. */
  readonly sha256: string;
  readonly contentType: string;
}

export interface SignedBucket {
  /** Throws when there is no such object, or it may not be read. */
  open(key: string): Promise<Readable>;
  /** Readers see all of the file or nothing. */
  upload(key: string, file: UploadedFile): Promise<void>;
  remove(key: string): Promise<void>;
  /** ETag and `x-amz-meta-` headers. */
  describe(key: string): Promise<{ readonly etag: string; readonly metadata: Readonly<Record<string, string>> }>;
  /** Counts as an upload again, and replaces the metadata. */
  touch(key: string, metadata: Readonly<Record<string, string>>): Promise<void>;
}

const META = 'x-amz-meta-';
const addressOf = ({ region, endpoint }: BucketOptions): string => endpoint ?? `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
const asHeaders = (metadata: Readonly<Record<string, string>>): Record<string, string> => Object.fromEntries(Object.entries(metadata).map(([name, value]) => [META + name, value]));

interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob;
  readonly sha256?: string;
}

export function signedBucket(options: BucketOptions): SignedBucket {
  const signer = new SignatureV4({ service: 's3', region: options.region, credentials: defaultProvider(), sha256: Sha256, uriEscapePath: false });
  const pathOf = (key: string): string => `${options.bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;

  async function send(method: string, key: string, { headers = {}, body, sha256 = NOTHING }: Sending = {}): Promise<Response> {
    const url = new URL(`${addressOf(options).replace(/\/$/, '')}/${pathOf(key)}`);
    const signed = await signer.sign({
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port !== '' && { port: Number(url.port) }),
      path: url.pathname,
      headers: { ...headers, host: url.host, 'x-amz-content-sha256': sha256 },
    });
    const answer = await fetch(url, { method, headers: signed.headers, ...(body !== undefined && { body }) });
    if (!answer.ok) throw new Error(`S3 answered ${method} ${key} with ${String(answer.status)}: ${(await answer.text()).slice(0, 500)}`);
    return answer;
  }

  return {
    async open(key) {
      const { body } = await send('GET', key);
      return Readable.fromWeb((body ?? new ReadableStream()) as ReadableStream);
    },
    async upload(key, { path, sha256, contentType }) {
      await send('PUT', key, { body: await openAsBlob(path, { type: contentType }), sha256, headers: { 'content-type': contentType } });
    },
    async remove(key) {
      await send('DELETE', key);
    },
    async describe(key) {
      const { headers } = await send('HEAD', key);
      const metadata = [...headers].filter(([name]) => name.startsWith(META)).map(([name, value]) => [name.slice(META.length), value]);
      return { etag: headers.get('etag') ?? '', metadata: Object.fromEntries(metadata) as Record<string, string> };
    },
    async touch(key, metadata) {
      await send('PUT', key, { headers: { 'x-amz-copy-source': pathOf(key), 'x-amz-metadata-directive': 'REPLACE', ...asHeaders(metadata) } });
    },
  };
}

/** Reads an object from S3 with nothing but a signature: the whole client would double a function's bundle. */
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { SignatureV4 } from '@smithy/signature-v4';
import { defaultProvider } from '#lib/runtime/environment-credentials';

/** What the signer asks of a hash, on Node's own. */
class Sha256 {
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

export interface SignedGetOptions {
  readonly bucket: string;
  readonly region: string;
  /** Another server than Amazon's. */
  readonly endpoint?: string | undefined;
}

const addressOf = ({ region, endpoint }: SignedGetOptions): string => endpoint ?? `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

/** Opens an object for reading. Throws when there is none, or it may not be read. */
export const signedGet = (options: SignedGetOptions): ((key: string) => Promise<Readable>) => {
  const signer = new SignatureV4({ service: 's3', region: options.region, credentials: defaultProvider(), sha256: Sha256, uriEscapePath: false });
  return async (key) => {
    const url = new URL(`${addressOf(options).replace(/\/$/, '')}/${options.bucket}/${key.split('/').map(encodeURIComponent).join('/')}`);
    const { headers } = await signer.sign({
      method: 'GET',
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port !== '' && { port: Number(url.port) }),
      path: url.pathname,
      headers: { host: url.host, 'x-amz-content-sha256': NOTHING },
    });
    const answer = await fetch(url, { headers });
    if (!answer.ok || answer.body === null) throw new Error(`S3 answered ${String(answer.status)} for ${key}.`);
    return Readable.fromWeb(answer.body as ReadableStream);
  };
};

/**
 * Signs requests of any form: those to S3, OpenSearch and Secrets Manager. Amazon's signer is loaded with the first of
 * them, which most requests to a function do without; `sign.ts` signs what is sent all the time.
 */
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { SignatureV4 } from '@smithy/signature-v4';
import { ownCredentials } from './credentials.ts';

/** The last of the forms that it signs. */
type HttpRequest = Parameters<SignatureV4['sign']>[0];
type SignatureOptions = ConstructorParameters<typeof SignatureV4>[0];

export interface SignerOptions extends Pick<SignatureOptions, 'uriEscapePath'> {
  /** `s3` */
  readonly service: string;
  readonly region: string;
  readonly credentials?: SignatureOptions['credentials'];
}

export interface Signer {
  sign(request: HttpRequest, options?: { readonly signingDate?: Date }): Promise<HttpRequest>;
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);

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

export function openSigner({ credentials = ownCredentials, ...options }: SignerOptions): Signer {
  const load = async (): Promise<Signer> => {
    const { SignatureV4: RequestSigner } = await import('@smithy/signature-v4');
    return new RequestSigner({ ...options, credentials, sha256: Sha256 });
  };
  let loading: Promise<Signer> | undefined;
  return { sign: async (request, moment) => (await (loading ??= load())).sign(request, moment) };
}

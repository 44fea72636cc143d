import { createHash, createHmac } from 'node:crypto';

/** A hash as Amazon's own signer wants it. */
export class Sha256 {
  #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Buffer);
  }
  update(chunk: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(chunk as Buffer);
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }
  reset(): void {
    throw new Error('not used');
  }
}

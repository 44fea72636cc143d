/** Answers that come compressed although nobody has asked for that, as some proxies do. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { UpstreamFailure } from './failure.ts';

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** The body as it was before it was compressed, but no more than so many bytes of it. */
export async function decode(body: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  const decoder = DECODERS.get(coding.toLowerCase());
  if (decoder === undefined) throw new UpstreamFailure('broken', `the coding ${coding}`);
  try {
    return await decoder(body, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw new UpstreamFailure('broken', `no ${coding}, or more than ${String(maxBytes)} bytes`, 1, cause);
  }
}

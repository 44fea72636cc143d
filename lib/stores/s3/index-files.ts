/** Versions of the search index as files. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IndexVersion } from '#lib/stores/dynamodb/books/index-pointer';

export type OpenObject = (key: string) => Promise<Readable>;

export interface FileContent {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Larger pieces than a stream's own: a file of a gigabyte is read in half the time. */
const PIECE = { highWaterMark: 1024 * 1024 };

/** Notes what passes through it. */
function contentMeter(): { readonly through: Transform; content(): FileContent } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    ...PIECE,
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(undefined, chunk);
    },
  });
  return { through, content: () => ({ bytes, sha256: hash.digest('hex') }) };
}

export async function contentOf(path: string): Promise<FileContent> {
  const meter = contentMeter();
  meter.through.resume();
  await pipeline(createReadStream(path, PIECE), meter.through);
  return meter.content();
}

/** The file appears at `path` only when all of it has come and its checksum is right. */
export async function fetchIndex(open: OpenObject, { key, bytes, sha256 }: IndexVersion, path: string): Promise<void> {
  const partial = `${path}.part`;
  const meter = contentMeter();
  try {
    await pipeline(await open(key), meter.through, createWriteStream(partial, PIECE));
    const fetched = meter.content();
    if (fetched.bytes !== bytes || fetched.sha256 !== sha256) {
      throw new Error(
        `The index file ${key} is not the one that was published: ${String(fetched.bytes)} of ${String(bytes)} bytes, checksum ${fetched.sha256}.`,
      );
    }
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}

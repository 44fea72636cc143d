/** Versions of the search index as files. */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { IndexVersion } from '#lib/stores/dynamodb/books/index-pointer';

export type OpenObject = (key: string) => Promise<Readable>;

export interface FileContent {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Larger pieces than a stream's own: a file of a gigabyte is read in half the time. */
const PIECE_BYTES = 1024 * 1024;

/** Adds up what a file consists of. */
function contentMeter(): { add(piece: Uint8Array): void; content(): FileContent } {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    add(piece) {
      hash.update(piece);
      bytes += piece.length;
    },
    content: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

export async function contentOf(path: string): Promise<FileContent> {
  const { add, content } = contentMeter();
  const pieces: AsyncIterable<Uint8Array> = createReadStream(path, { highWaterMark: PIECE_BYTES });
  for await (const piece of pieces) add(piece);
  return content();
}

async function save(open: () => Promise<AsyncIterable<Uint8Array>>, path: string): Promise<FileContent> {
  const { add, content } = contentMeter();
  const file = openSync(path, 'w');
  try {
    for await (const piece of await open()) {
      add(piece);
      // While it is in the processor's cache: a chain of streams that writes in another thread takes longer.
      writeFileSync(file, piece);
    }
  } finally {
    closeSync(file);
  }
  return content();
}

/** The file appears at `path` only when all of it has come and its checksum is right. */
export async function fetchIndex(open: OpenObject, { key, bytes, sha256 }: IndexVersion, path: string): Promise<void> {
  const partial = `${path}.part`;
  try {
    const fetched = await save(() => open(key), partial);
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

/** Versions of the search index as files. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IndexVersion } from '#lib/stores/dynamodb/books/index-pointer';

export type OpenObject = (key: string) => Promise<Readable>;

export interface FileContent {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export async function contentOf(path: string): Promise<FileContent> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** The file appears at `path` only when all of it has come and its checksum is right. */
export async function fetchIndex(open: OpenObject, { key, bytes, sha256 }: IndexVersion, path: string): Promise<void> {
  const partial = `${path}.part`;
  try {
    await pipeline(await open(key), createWriteStream(partial));
    const fetched = await contentOf(partial);
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

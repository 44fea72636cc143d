/** Versions of the search index as files in S3. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DeleteObjectCommand, GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { IndexVersion } from '../dynamodb/books/index-pointer.ts';

export interface IndexFiles {
  /** Gives size and checksum of what was stored. */
  upload(path: string, key: string): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** The file appears at `path` only when all of it has come and its checksum is right. */
  download(version: IndexVersion, path: string): Promise<void>;
  remove(key: string): Promise<void>;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

export const s3IndexFiles = (client: S3Client, Bucket: string): IndexFiles => ({
  async upload(path, Key) {
    const sha256 = await sha256Of(path);
    await new Upload({ client, params: { Bucket, Key, Body: createReadStream(path), ContentType: 'application/vnd.sqlite3' } }).done();
    return { bytes: (await stat(path)).size, sha256 };
  },

  async download({ key, bytes, sha256 }, path) {
    const partial = `${path}.${String(process.pid)}.part`;
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
      if (Body === undefined) throw new Error(`There is no index file ${key}.`);
      await pipeline(Body as Readable, createWriteStream(partial));
      const [{ size }, actual] = [await stat(partial), await sha256Of(partial)];
      if (size !== bytes || actual !== sha256) throw new Error(`The index file ${key} is not the one that was published (${String(size)} of ${String(bytes)} bytes).`);
      await rename(partial, path);
    } finally {
      await rm(partial, { force: true });
    }
  },

  async remove(Key) {
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
  },
});

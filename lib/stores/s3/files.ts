/** Whole files in S3: up from disk, down to disk. */
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

export interface FileMetadata {
  readonly contentType: string;
  readonly contentEncoding?: string;
}

export interface Files {
  /** Keys below a prefix. */
  list(prefix: string): Promise<string[]>;
  /** Readers see the old file or the new one, never a part. */
  upload(path: string, key: string, metadata: FileMetadata): Promise<void>;
  /** False when there is no such file. */
  download(key: string, path: string): Promise<boolean>;
  remove(key: string): Promise<void>;
}

export const s3Files = (client: S3Client, Bucket: string): Files => ({
  async list(Prefix) {
    const keys: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
      keys.push(...Contents.map(({ Key = '' }) => Key));
    return keys;
  },

  async upload(path, Key, { contentType, contentEncoding }) {
    const params = {
      Bucket,
      Key,
      Body: createReadStream(path),
      ContentType: contentType,
      ...(contentEncoding !== undefined && { ContentEncoding: contentEncoding }),
    };
    await new Upload({ client, params }).done();
  },

  async download(Key, path) {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      await pipeline(Body as Readable, createWriteStream(path));
      return true;
    } catch (error) {
      if (error instanceof NoSuchKey) return false;
      throw error;
    }
  },

  async remove(Key) {
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
  },
});

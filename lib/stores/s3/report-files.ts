/** The files of reports: written part by part while they are made, removed with their folder. */
import { Readable } from 'node:stream';
import { DeleteObjectsCommand, GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { ReportFiles } from '#lib/ads/reports/run/stores';
import { signedLink } from './signed-link.ts';

const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 3;
const CONTENT_TYPES = { csv: 'text/csv; charset=UTF-8', tsv: 'text/tab-separated-values; charset=UTF-8' } as const;

export const s3ReportFiles = (client: S3Client, Bucket: string): ReportFiles => ({
  async write(Key, bytes, format, signal) {
    let total = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of bytes) {
        total += chunk.length;
        yield chunk;
      }
    }
    const Body = Readable.from(counted(), { objectMode: false });
    const upload = new Upload({
      client,
      params: { Bucket, Key, Body, ContentType: CONTENT_TYPES[format] },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    const stop = (): void => {
      void upload.abort();
    };
    signal.addEventListener('abort', stop);
    try {
      await upload.done();
    } finally {
      signal.removeEventListener('abort', stop);
    }
    return total;
  },

  async read(Key, range) {
    const Range = range && `bytes=${String(range.first)}-${String(range.last)}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }));
    return (await Body?.transformToByteArray()) ?? new Uint8Array();
  },

  link: (Key, { contentType, name }) =>
    signedLink(client, {
      Bucket,
      Key,
      ResponseContentType: contentType,
      ResponseContentDisposition: `attachment; filename="${name}"`,
    }),

  async removeAll(Prefix) {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
      if (Contents.length > 0)
        await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects: Contents.map(({ Key }) => ({ Key })), Quiet: true } }),
        );
    }
  },
});

/** Tables of ids that came from an upstream, in the place and the forms of those that imports write. */
import { gzipSync } from 'node:zlib';
import { HeadObjectCommand, NotFound, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { idMappingKey } from '#lib/ads/import/warehouse-keys';
import type { FetchedMappings } from '#lib/ads/reports/upstream/id-mapping';

const FETCHED = 'fetched-at';
const CSV = 'text/csv; charset=UTF-8';

export const s3FetchedMappings = (client: S3Client, Bucket: string): FetchedMappings => ({
  async fetchedAtMs(advertiserId) {
    try {
      const { Metadata = {} } = await client.send(
        new HeadObjectCommand({ Bucket, Key: idMappingKey(advertiserId, 'gzip') }),
      );
      // One that an import wrote has no such time: it is replaced.
      return Metadata[FETCHED] === undefined ? undefined : Number(Metadata[FETCHED]);
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  },

  async write(advertiserId, text, fetchedAtMs) {
    const about = { Bucket, ContentType: CSV, Metadata: { [FETCHED]: String(fetchedAtMs) } };
    await client.send(new PutObjectCommand({ ...about, Key: idMappingKey(advertiserId, 'identity'), Body: text }));
    // Last: readers look for this one first.
    await client.send(
      new PutObjectCommand({
        ...about,
        Key: idMappingKey(advertiserId, 'gzip'),
        Body: gzipSync(text),
        ContentEncoding: 'gzip',
      }),
    );
  },
});

import { GetObjectCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3';
import { idMappingKey } from '#lib/ads/import/warehouse-keys';
import type { IdMappingStore } from '#lib/ads/report-stores';
import { signedLink } from './signed-link.ts';

/** A Lambda answer ends at 6 MB, and bytes travel as base64. */
const MOST_BYTES = 4_400_000;

export const s3IdMappings = (client: S3Client, Bucket: string): IdMappingStore => ({
  async find(advertiserId) {
    const Key = idMappingKey(advertiserId);
    const link = (): Promise<string> => signedLink(client, { Bucket, Key });
    try {
      const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand({ Bucket, Key }));
      if (ContentLength <= MOST_BYTES) return { gzip: await Body?.transformToByteArray(), link };
      // The bytes are not wanted; an unread body would keep its connection.
      await Body?.transformToWebStream().cancel();
      return { gzip: undefined, link };
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  },
});

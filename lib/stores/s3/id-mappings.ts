import { GetObjectCommand, HeadObjectCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3';
import { idMappingKey } from '#lib/ads/import/warehouse-keys';
import type { Coding, IdMappingStore } from '#lib/ads/reports/run/stores';
import { MAX_BINARY_BYTES } from '#lib/api/process/answer-size';
import { signedLink } from './signed-link.ts';

export const s3IdMappings = (client: S3Client, Bucket: string): IdMappingStore => ({
  async find(advertiserId) {
    const file = {
      async bytes(coding: Coding): Promise<number> {
        const { ContentLength = 0 } = await client.send(
          new HeadObjectCommand({ Bucket, Key: idMappingKey(advertiserId, coding) }),
        );
        return ContentLength;
      },
      link: (coding: Coding) => signedLink(client, { Bucket, Key: idMappingKey(advertiserId, coding) }),
    };
    try {
      const { Body, ContentLength = 0 } = await client.send(
        new GetObjectCommand({ Bucket, Key: idMappingKey(advertiserId, 'gzip') }),
      );
      if (ContentLength <= MAX_BINARY_BYTES) return { ...file, gzip: await Body?.transformToByteArray() };
      // The bytes are not needed; an unread body would keep its connection open.
      await Body?.transformToWebStream().cancel();
      return { ...file, gzip: undefined };
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  },
});

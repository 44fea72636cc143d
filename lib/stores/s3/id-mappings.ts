import { idMappingKey } from '#lib/ads/import/warehouse-keys';
import type { Coding, IdMappingStore } from '#lib/ads/reports/run/stores';
import { MAX_BINARY_BYTES } from '#lib/api/process/answer-size';
import type { SignedBucket } from './signed-bucket.ts';

export function s3IdMappings(bucket: SignedBucket): IdMappingStore {
  const bytesOf = async (key: string): Promise<number | undefined> => (await bucket.describe(key))?.bytes;
  return {
    async find(advertiserId) {
      const keyOf = (coding: Coding): string => idMappingKey(advertiserId, coding);
      const bytes = await bytesOf(keyOf('gzip'));
      if (bytes === undefined) return undefined;
      return {
        gzip: bytes <= MAX_BINARY_BYTES ? await bucket.read(keyOf('gzip')) : undefined,
        bytes: async (coding) => (await bytesOf(keyOf(coding))) ?? 0,
        link: (coding) => bucket.link(keyOf(coding)),
      };
    },
  };
}

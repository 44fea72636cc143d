import { buffer } from 'node:stream/consumers';
import { idMappingKey } from '#lib/ads/import/warehouse-keys';
import type { Coding, IdMappingStore } from '#lib/ads/reports/run/stores';
import { MAX_BINARY_BYTES } from '#lib/api/process/answer-size';
import type { SignedBucket } from './signed-bucket.ts';

export const s3IdMappings = (bucket: SignedBucket): IdMappingStore => ({
  async find(advertiserId) {
    const keyOf = (coding: Coding): string => idMappingKey(advertiserId, coding);
    const found = await bucket.find(keyOf('gzip'));
    if (found === undefined) return undefined;
    const fits = found.bytes <= MAX_BINARY_BYTES;
    if (!fits) found.content.destroy();
    return {
      gzip: fits ? await buffer(found.content) : undefined,
      bytes: async (coding) => (await bucket.describe(keyOf(coding)))?.bytes ?? 0,
      link: (coding) => bucket.link(keyOf(coding)),
    };
  },
});

/** Tables of ids that came from an upstream, in the place and the forms of those that imports write. */
import { gzipSync } from 'node:zlib';
import { idMappingKey } from '#lib/ads/import/warehouse-keys';
import type { FetchedMappings } from '#lib/ads/reports/upstream/id-mapping';
import type { SignedBucket } from './signed-bucket.ts';

const FETCHED = 'fetched-at';

export const s3FetchedMappings = (bucket: SignedBucket): FetchedMappings => ({
  async fetchedAtMs(advertiserId) {
    const fetchedAt = (await bucket.describe(idMappingKey(advertiserId, 'gzip')))?.metadata[FETCHED];
    // One that an import wrote has no such time: it is replaced.
    return fetchedAt === undefined ? undefined : Number(fetchedAt);
  },

  async write(advertiserId, text, fetchedAtMs) {
    const about = { contentType: 'text/csv; charset=UTF-8', notes: { [FETCHED]: String(fetchedAtMs) } };
    await bucket.write(idMappingKey(advertiserId, 'identity'), text, about);
    // Last: readers look for this one first.
    await bucket.write(idMappingKey(advertiserId, 'gzip'), gzipSync(text), { ...about, contentEncoding: 'gzip' });
  },
});

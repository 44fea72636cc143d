/** The files of reports: written part by part while they are made, removed with their folder. */
import type { ReportFiles } from '#lib/ads/reports/run/stores';
import type { SignedBucket } from './signed-bucket.ts';

const CONTENT_TYPES = { csv: 'text/csv; charset=UTF-8', tsv: 'text/tab-separated-values; charset=UTF-8' } as const;

async function* untilStopped(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    yield chunk;
  }
}

export const s3ReportFiles = (bucket: SignedBucket): ReportFiles => ({
  async write(key, bytes, format, signal) {
    signal.throwIfAborted();
    const stopped = Promise.withResolvers<never>();
    const stop = (): void => {
      stopped.reject(signal.reason);
    };
    signal.addEventListener('abort', stop);
    try {
      const written = bucket.writeAsItComes(key, untilStopped(bytes, signal), { contentType: CONTENT_TYPES[format] });
      // Whoever stops it need not wait for the next bytes.
      return await Promise.race([written, stopped.promise]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  },

  async read(key, range) {
    const content = await bucket.read(key, range);
    if (content === undefined) throw new Error(`${key} is gone`);
    return content;
  },

  link: (key, as) => bucket.link(key, as),

  removeAll: (folder) => bucket.removeAll(folder),
});

/**
 * The archive of reports. A day is there when its `_done.json` is; names that begin with `_` are none of Athena's
 * business.
 */
import { ARCHIVE, type ArchiveStore, type OrderedDay } from '#lib/ads/reports/archive/archive';
import { s3ReportFiles } from './report-files.ts';
import type { SignedBucket } from './signed-bucket.ts';

const DONE = '_done.json';
const ORDERED = '_ordered.json';
const PARTITION = /\/day=(\d{4}-\d{2}-\d{2})\/_done\.json$/;

const folderOf = (name: string, day: string): string => `${ARCHIVE}${name}/day=${day}/`;

export function s3ReportArchive(bucket: SignedBucket): ArchiveStore {
  const files = s3ReportFiles(bucket);
  const put = (key: string, value: object): Promise<void> =>
    bucket.write(key, JSON.stringify(value, undefined, 2), { contentType: 'application/json' });

  return {
    async days(name) {
      const keys = await bucket.list(`${ARCHIVE}${name}/`);
      return new Set(keys.flatMap((key) => PARTITION.exec(key)?.[1] ?? []));
    },

    async ordered(name, day) {
      const text = await bucket.read(folderOf(name, day) + ORDERED);
      return text === undefined ? undefined : (JSON.parse(text.toString()) as OrderedDay);
    },

    async order(name, day, ordered) {
      const key = folderOf(name, day) + ORDERED;
      await (ordered === undefined ? bucket.remove(key) : put(key, ordered));
    },

    write: (name, day, file, bytes, format) =>
      files.write(folderOf(name, day) + file, bytes, format, new AbortController().signal),

    async finish(name, day, archived) {
      const folder = folderOf(name, day);
      await put(folder + DONE, archived);
      const kept = new Set([DONE, archived.file.name].map((file) => folder + file));
      for (const key of await bucket.list(folder)) if (!kept.has(key)) await bucket.remove(key);
    },
  };
}

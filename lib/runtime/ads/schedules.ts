/** Scheduled reports of this stage: their files in the bucket, and letters about them. */
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFiles } from '#lib/ads/reports/page/make-files';
import { folderOf, type ScheduleFiles, type Scheduling } from '#lib/ads/reports/schedule/run-schedules';
import type { Mailer } from '#lib/mail/mailer';
import { bucket } from '#lib/runtime/bucket';
import { mailerOf } from '#lib/runtime/mailer';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { logger } from '#lib/runtime/process/logger';
import { openDuck } from '#lib/stores/duckdb/session';
import { dynamoSchedules } from '#lib/stores/dynamodb/ads/schedules';
import { documents } from '#lib/stores/dynamodb/client/client';
import { adsReports } from './reports.ts';

/** The longest that S3 allows; it ends earlier with the credentials of the function that has signed it. */
const LINK_SECONDS = 7 * 86_400;
const TYPES = {
  csv: 'text/csv; charset=UTF-8',
  parquet: 'application/vnd.apache.parquet',
  html: 'text/html; charset=UTF-8',
};
const NAMES = { csv: 'report.csv', parquet: 'report.parquet', html: 'report.html' } as const;

const isSameFile = async (a: string, b: string): Promise<boolean> => (await readFile(a)).equals(await readFile(b));

const files: ScheduleFiles = {
  async make(request, folder) {
    const { chartLibrary } = await import('./chart-library.ts');
    const duck = await openDuck();
    const at = (name: string): string => join(duck.folder, name);
    try {
      const made = await makeFiles(request, {
        stores: adsReports.stores,
        clock: systemClock,
        library: await chartLibrary(),
        csvName: NAMES.csv,
        writeCsv: (bytes) => pipeline(bytes, createWriteStream(at(NAMES.csv))),
      });
      const isThere = await bucket.download(`${folder}${NAMES.csv}`, at('before.csv'));
      if (isThere && (await isSameFile(at(NAMES.csv), at('before.csv')))) return { ...made, isNew: false };
      await writeFile(at(NAMES.html), made.page);
      await duck.run(
        `COPY (SELECT * FROM read_csv('${at(NAMES.csv)}', header = true)) TO '${at(NAMES.parquet)}' (FORMAT parquet)`,
      );
      // The table last: a run that ends before it makes all of them again.
      for (const kind of ['html', 'parquet', 'csv'] as const)
        await bucket.upload(`${folder}${NAMES[kind]}`, at(NAMES[kind]), { contentType: TYPES[kind] });
      return { ...made, isNew: true };
    } finally {
      await duck.close();
    }
  },

  async days(name) {
    const prefix = folderOf(name, '').replace(/\/$/, '');
    const keys = await bucket.list(prefix);
    return [...new Set(keys.map((key) => key.slice(prefix.length).split('/')[0] ?? ''))];
  },

  async remove(folder) {
    for (const key of await bucket.list(folder)) await bucket.remove(key);
  },

  link: (folder) => bucket.link(`${folder}${NAMES.html}`, { contentType: TYPES.html }, LINK_SECONDS),

  place: (folder) => `s3://${config.bucket}/${folder}`,
};

/** The answer is why it was not sent. */
export const sendBy =
  (mailer: Mailer): NonNullable<Scheduling['send']> =>
  async (letter) => {
    const outcome = await mailer.send({ ...letter, replyTo: letter.to });
    return outcome.kind === 'taken' ? undefined : outcome.reason;
  };

const mailer = mailerOf(config);

export const scheduling: Scheduling = {
  schedules: dynamoSchedules(documents, config.adsTable),
  files,
  send: mailer && sendBy(mailer),
  clock: systemClock,
  log: logger,
};

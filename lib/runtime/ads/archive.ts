/** The archive of reports in the stage's bucket: filled by a schedule from specs in the bucket, or by a command. */
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { ARCHIVE_SPECS, InvalidSpec, readSpec, type ArchiveSpec } from '#lib/ads/reports/archive/archive';
import { pullDays, type PullDependencies } from '#lib/ads/reports/archive/pull-days';
import type { AskUpstream } from '#lib/ads/reports/upstream/upstream';
import { bucket } from '#lib/runtime/bucket';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { logger } from '#lib/runtime/process/logger';
import { openUpstream } from '#lib/runtime/upstream';
import { s3ReportArchive } from '#lib/stores/s3/report-archive';
import { askOnSchedule, asksByItself } from './upstream.ts';

export const archiveDependencies = (ask: AskUpstream, hasTime: () => boolean): PullDependencies => ({
  ask,
  archive: s3ReportArchive(bucket),
  clock: systemClock,
  wait,
  hasTime,
});

async function specsInBucket(): Promise<ArchiveSpec[]> {
  const keys = (await bucket.list(ARCHIVE_SPECS)).filter((key) => key.endsWith('.json'));
  return Promise.all(
    keys.map(async (key) => {
      const spec = readSpec(key, await text(await bucket.open(key)));
      if (spec.email === '' && config.upstreams.ads?.credentials === 'serviceAccount')
        throw new InvalidSpec(`${key} names no user, in whose name it is asked for.`);
      return spec;
    }),
  );
}

/** Every archive of the stage, until the function's time is over. */
export async function pullArchives(hasTime: () => boolean): Promise<void> {
  const upstream = openUpstream('ads');
  if (upstream === undefined || !asksByItself()) return;
  for (const spec of await specsInBucket()) {
    const { pulled, waiting, failed } = await pullDays(spec, archiveDependencies(askOnSchedule(upstream), hasTime));
    if (pulled.length + waiting.length > 0)
      logger.info('archive pulled', { archive: spec.name, pulled: pulled.length, waiting: waiting.length });
    for (const { day, reason } of failed) logger.error('archive day failed', { archive: spec.name, day, reason });
  }
}

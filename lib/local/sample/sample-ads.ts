/** Fills the ads service of a new data folder, through the same importer and rules that operators and clients use. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertConversions } from '#lib/ads/conversions/insert-conversions';
import { kindOfFile } from '#lib/ads/import/file-names';
import type { Kind } from '#lib/ads/import/kinds';
import { SAMPLE } from '#lib/ads/sample/sample-accounts';
import { sampleData, type SampleConversion, type SampleFile } from '#lib/ads/sample/sample-data';
import { ApiError } from '#lib/api/errors';
import { importDependencies } from '#lib/runtime/ads/import';
import { randomIds } from '#lib/runtime/process/ids';
import { withTemporaryFolder } from '#lib/runtime/process/temporary-folder';
import { importTogether } from '#lib/stores/duckdb/importer';
import type { Seeder } from './seeder.ts';

const fieldsOf = ({
  clickId,
  conversionId,
  timestampMs,
  activity,
  revenueMicros,
  currencyCode,
}: SampleConversion): object => ({
  clickId,
  conversionId,
  conversionTimestamp: String(timestampMs),
  segmentationType: 'FLOODLIGHT',
  segmentationName: activity,
  ...(activity === 'Purchase' && { revenueMicros: String(revenueMicros), currencyCode, quantityMillis: '1000' }),
});

const importAll = (files: readonly SampleFile[]): Promise<void> =>
  withTemporaryFolder('sample', async (folder) => {
    const paths = new Map<Kind, string>();
    for (const { name, lines } of files) {
      const path = join(folder, name);
      writeFileSync(path, `${lines.join('\n')}\n`);
      const kind = kindOfFile(name);
      if (kind !== undefined) paths.set(kind, path);
    }
    await importTogether(paths, importDependencies);
  });

export const sampleAds: Seeder = {
  name: 'ads',
  async seed() {
    const { clock, stores } = importDependencies;
    const { files, conversions } = sampleData(clock.now());
    await importAll(files);
    try {
      await insertConversions(
        { conversion: conversions.map(fieldsOf) },
        { stores, caller: { email: SAMPLE.manager }, clock, ids: randomIds },
      );
    } catch (error) {
      // An interrupted run has stored some of them already.
      if (!(error instanceof ApiError)) throw error;
    }
  },
};

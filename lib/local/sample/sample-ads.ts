/** Fills the ads service of a new data folder, through the same importer and rules that operators and clients use. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { insertConversions } from '#lib/ads/conversions/insert-conversions';
import { kindOfFile } from '#lib/ads/import/file-names';
import { SAMPLE } from '#lib/ads/sample/sample-accounts';
import { sampleData, type SampleConversion, type SampleFile } from '#lib/ads/sample/sample-data';
import { ApiError } from '#lib/api/errors';
import { importDependencies } from '#lib/runtime/ads/import';
import { randomIds } from '#lib/runtime/process/ids';
import { withTemporaryFolder } from '#lib/runtime/process/temporary-folder';
import { importFile } from '#lib/stores/duckdb/importer';
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
    for (const { name, lines } of files) {
      const path = join(folder, name);
      await writeFile(path, `${lines.join('\n')}\n`);
      const kind = kindOfFile(name);
      if (kind !== undefined) await importFile(path, kind, importDependencies);
    }
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

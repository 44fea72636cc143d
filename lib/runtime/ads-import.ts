/** What an import of this stage writes to. */
import type { Surroundings } from '#lib/stores/duckdb/importer';
import { dynamoImportLock } from '#lib/stores/dynamodb/ads/import-lock';
import { documents } from '#lib/stores/dynamodb/client';
import { objects } from '#lib/stores/s3/client';
import { s3Files } from '#lib/stores/s3/files';
import { ads } from './ads.ts';
import { systemClock } from './clock.ts';
import { config } from './config.ts';
import { randomIds } from './ids.ts';

export const importSurroundings: Surroundings = {
  files: s3Files(objects, config.bucket),
  stores: ads.stores,
  clock: systemClock,
  lock: dynamoImportLock(documents, config.adsTable, { clock: systemClock, ids: randomIds }),
};

/** What an import of this stage writes to. */
import { bucket } from '#lib/runtime/bucket';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { randomIds } from '#lib/runtime/process/ids';
import type { ImportDependencies } from '#lib/stores/duckdb/importer';
import { dynamoImportLock } from '#lib/stores/dynamodb/ads/import-lock';
import { documents } from '#lib/stores/dynamodb/client/client';
import { ads } from './serve.ts';

export const importDependencies: ImportDependencies = {
  files: bucket,
  stores: ads.stores,
  clock: systemClock,
  lock: dynamoImportLock(documents, config.adsTable, { clock: systemClock, ids: randomIds }),
};

/** What an import of this stage writes to. */
import { s3Files } from '#lib/stores/s3/files';
import { objects } from '#lib/stores/s3/client';
import type { Surroundings } from '#lib/stores/duckdb/importer';
import { ads } from './ads.ts';
import { systemClock } from './clock.ts';
import { config } from './config.ts';

export const importSurroundings: Surroundings = { files: s3Files(objects, config.bucket), stores: ads.stores, clock: systemClock };

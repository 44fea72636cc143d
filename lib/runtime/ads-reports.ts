/** The ads service with its files, for the reports group. */
import { objects } from '#lib/stores/s3/client';
import { s3IdMappings } from '#lib/stores/s3/id-mappings';
import { ads } from './ads.ts';
import { config } from './config.ts';

export const adsReports = { ...ads, stores: { ...ads.stores, idMappings: s3IdMappings(objects, config.bucket) } };

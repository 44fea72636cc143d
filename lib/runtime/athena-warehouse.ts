/** The warehouse of a stage that has chosen Athena. */
import type { Warehouse } from '#lib/ads/reports/warehouse';
import { athenaClient } from '#lib/stores/athena/client';
import { athenaNames } from '#lib/stores/athena/names';
import { athenaWarehouse } from '#lib/stores/athena/report-warehouse';
import { objects } from '#lib/stores/s3/client';
import { config } from './config.ts';

export const athena: Warehouse = athenaWarehouse({ athena: athenaClient(), objects, bucket: config.bucket, ...athenaNames(process.env) });

/** The warehouse of a stage that has chosen Athena. */
import { AthenaClient } from '@aws-sdk/client-athena';
import type { Warehouse } from '#lib/ads/reports/warehouse';
import { athenaWarehouse } from '#lib/stores/athena/report-warehouse';
import { objects } from '#lib/stores/s3/client';
import { config } from './config.ts';
import { athenaNames } from './report-settings.ts';

export const athena: Warehouse = athenaWarehouse({ athena: new AthenaClient(), objects, bucket: config.bucket, ...athenaNames });

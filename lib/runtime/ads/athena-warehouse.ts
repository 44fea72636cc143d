/** The warehouse of a stage that has chosen Athena. */
import type { Warehouse } from '#lib/ads/reports/plan/warehouse';
import { config } from '#lib/runtime/process/config';
import { athenaClient } from '#lib/stores/athena/client';
import { athenaNames } from '#lib/stores/athena/names';
import { athenaWarehouse } from '#lib/stores/athena/report-warehouse';
import { objects } from '#lib/stores/s3/client';

export const athena: Warehouse = athenaWarehouse({
  athena: athenaClient(),
  objects,
  bucket: config.bucket,
  ...athenaNames(process.env),
});

/** The warehouse of a stage that has chosen Athena. */
import type { Warehouse } from '#lib/ads/reports/plan/warehouse';
import { bucket } from '#lib/runtime/bucket';
import { athenaClient } from '#lib/stores/athena/client';
import { athenaNames } from '#lib/stores/athena/names';
import { athenaWarehouse } from '#lib/stores/athena/report-warehouse';

export const athena: Warehouse = athenaWarehouse({
  athena: athenaClient(),
  bucket,
  ...athenaNames(process.env),
});

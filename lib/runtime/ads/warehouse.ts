/** The engine that this stage computes reports with: DuckDB in the function, or Athena. */
import type { Warehouse } from '#lib/ads/reports/plan/warehouse';
import { bucket } from '#lib/runtime/bucket';
import { duckWarehouse } from '#lib/stores/duckdb/report-warehouse';
import { localCopies } from '#lib/stores/s3/local-copies';
import { localCopyBytes, warehouseKind } from './report-settings.ts';

/** Athena's client is loaded by stages that use it. */
export const warehouse: Warehouse =
  warehouseKind === 'athena'
    ? (await import('./athena-warehouse.ts')).athena
    : duckWarehouse(localCopies(bucket, localCopyBytes));

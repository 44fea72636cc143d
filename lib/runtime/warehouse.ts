/** The engine that this stage computes reports with. */
import type { Warehouse } from '#lib/ads/reports/warehouse';
import { duckWarehouse } from '#lib/stores/duckdb/report-warehouse';
import { objects } from '#lib/stores/s3/client';
import { localCopies } from '#lib/stores/s3/local-copies';
import { config } from './config.ts';
import { localCopyBytes } from './report-settings.ts';

export const warehouse: Warehouse = duckWarehouse(localCopies(objects, config.bucket, localCopyBytes));

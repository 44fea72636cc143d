/** The engine that this stage computes reports with: DuckDB in the function, or Athena. */
import { AthenaClient } from '@aws-sdk/client-athena';
import type { Warehouse } from '#lib/ads/reports/warehouse';
import { athenaWarehouse } from '#lib/stores/athena/report-warehouse';
import { duckWarehouse } from '#lib/stores/duckdb/report-warehouse';
import { objects } from '#lib/stores/s3/client';
import { localCopies } from '#lib/stores/s3/local-copies';
import { config } from './config.ts';
import { athenaNames, localCopyBytes, warehouseKind } from './report-settings.ts';

export const warehouse: Warehouse =
  warehouseKind === 'athena'
    ? athenaWarehouse({ athena: new AthenaClient(), objects, bucket: config.bucket, ...athenaNames })
    : duckWarehouse(localCopies(objects, config.bucket, localCopyBytes));

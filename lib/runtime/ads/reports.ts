/** The ads service with its files and its warehouse, for the reports group and for those who make reports. */
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { bucket } from '#lib/runtime/bucket';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { dynamoReports } from '#lib/stores/dynamodb/ads/reports';
import { documents } from '#lib/stores/dynamodb/client/client';
import { s3IdMappings } from '#lib/stores/s3/id-mappings';
import { s3ReportFiles } from '#lib/stores/s3/report-files';
import { reportLimits, reportSettings } from './report-settings.ts';
import { ads, adsUpstream } from './serve.ts';
import { keepingReports } from './upstream.ts';
import { warehouse } from './warehouse.ts';

const stores: ReportStores = {
  ...ads.stores,
  idMappings: s3IdMappings(bucket),
  reports: dynamoReports(documents, config.adsTable, () => systemClock.now().getTime(), reportLimits),
  reportFiles: s3ReportFiles(bucket),
  reportSettings,
  warehouse,
};

export const adsReports = { ...ads, stores, upstream: keepingReports(adsUpstream) };

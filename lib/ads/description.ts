import { platformParameters } from '#lib/api/common-parameters';
import type { ServiceDescription } from '#lib/api/service';
import { ADS_SCOPES } from './scopes.ts';

export const adsDescription: ServiceDescription = {
  name: 'doubleclicksearch',
  version: 'v2',
  revision: '20250430',
  title: 'Almanac Search Ads',
  description: 'Conversions of search advertising, and reports about them.',
  servicePath: '',
  batchPath: 'batch',
  scopes: ADS_SCOPES,
  groups: {
    conversion: 'Conversions: upload, correct, read back.',
    reports: 'Reports, at once or as files, and tables of identifiers.',
    savedColumns: 'Columns that an advertiser has saved.',
  },
  systemParameters: platformParameters,
};

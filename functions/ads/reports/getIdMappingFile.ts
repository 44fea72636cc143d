import { defineReportOperation } from '#lib/ads/operation';
import { advertiserId, agencyId } from '#lib/ads/parameters';
import { idMappingFile } from '#lib/ads/reports/run/id-mapping';
import { IdMappingFileResource } from '#lib/ads/resources/id-mapping-file';
import { MANAGE_ADS } from '#lib/ads/scopes';
import { media } from '#lib/api/operation';

export const reportsGetIdMappingFile = defineReportOperation({
  id: 'doubleclicksearch.reports.getIdMappingFile',
  summary: 'Downloads the table of old and new ids of an advertiser.',
  route: 'GET /doubleclicksearch/v2/agency/{agencyId}/advertiser/{advertiserId}/idmapping',
  scopes: [MANAGE_ADS],
  cost: 1,
  path: { agencyId, advertiserId },
  query: {},
  returns: media(IdMappingFileResource),

  run: ({ path }, context) => idMappingFile(path, context),
});

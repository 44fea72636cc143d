import { pending } from '#lib/api/operation';
import { defineOperation } from '#lib/ads/operation';
import { advertiserId, agencyId } from '#lib/ads/parameters';
import { SavedColumnListResource } from '#lib/ads/resources/saved-column';
import { MANAGE_ADS } from '#lib/ads/scopes';

export const savedColumnsList = defineOperation({
  id: 'doubleclicksearch.savedColumns.list',
  summary: 'Lists the saved columns of an advertiser.',
  route: 'GET /doubleclicksearch/v2/agency/{agencyId}/advertiser/{advertiserId}/savedcolumns',
  scopes: [MANAGE_ADS],
  cost: 1,
  path: { agencyId, advertiserId },
  query: {},
  returns: SavedColumnListResource,
  run: pending,
});

import { requireVisible } from '#lib/ads/model/grant';
import { savedColumnList } from '#lib/ads/model/saved-column';
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

  async run({ path: { agencyId, advertiserId } }, { caller, stores }) {
    const [grants, found, columns] = await Promise.all([
      stores.grants.listFor(caller.email),
      stores.entities.find({ space: 'legacy', kind: 'ADVERTISER', id: advertiserId }),
      stores.advertisers.savedColumns(advertiserId),
    ]);
    requireVisible(grants, found?.legacy.agencyId === agencyId ? found : undefined);
    return savedColumnList(columns);
  },
});

import { conversionList, listConversions } from '#lib/ads/conversions/list-conversions';
import { defineOperation } from '#lib/ads/operation';
import { advertiserId, agencyId, conversionWindow, engineAccountId } from '#lib/ads/parameters';
import { ConversionListResource } from '#lib/ads/resources/conversion';
import { MANAGE_ADS } from '#lib/ads/scopes';
import { optional, string } from '#lib/api/schema';

export const conversionGet = defineOperation({
  id: 'doubleclicksearch.conversion.get',
  summary: 'Lists conversions of an engine account.',
  route: 'GET /doubleclicksearch/v2/agency/{agencyId}/advertiser/{advertiserId}/engine/{engineAccountId}/conversion',
  scopes: [MANAGE_ADS],
  cost: 1,
  path: { agencyId, advertiserId, engineAccountId },
  query: {
    ...conversionWindow,
    customerId: optional(string('Client account; the other ids are then of the new space.')),
  },
  returns: ConversionListResource,

  async run({ path, query }, context) {
    const customerId = query.customerId === '' ? undefined : query.customerId;
    return conversionList(await listConversions({ ...query, ...path, customerId }, context));
  },
});

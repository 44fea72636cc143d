import { conversionList, listConversions } from '#lib/ads/conversions/list-conversions';
import { defineOperation } from '#lib/ads/operation';
import { advertiserId, agencyId, conversionWindow, engineAccountId } from '#lib/ads/parameters';
import { ConversionListResource } from '#lib/ads/resources/conversion';
import { MANAGE_ADS } from '#lib/ads/scopes';
import { optional, string } from '#lib/api/schema';

export const conversionGetByCustomerId = defineOperation({
  id: 'doubleclicksearch.conversion.getByCustomerId',
  summary: 'Lists conversions of a client account.',
  route: 'GET /doubleclicksearch/v2/customer/{customerId}/conversion',
  scopes: [MANAGE_ADS],
  cost: 1,
  path: { customerId: string('Client account, with or without dashes.') },
  query: {
    ...conversionWindow,
    advertiserId: optional(advertiserId),
    agencyId: optional(agencyId),
    engineAccountId: optional(engineAccountId),
  },
  returns: ConversionListResource,

  async run({ path, query }, context) {
    return conversionList(await listConversions({ ...query, ...path }, context));
  },
});

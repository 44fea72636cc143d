import { insertConversions } from '#lib/ads/conversions/insert-conversions';
import { conversionList } from '#lib/ads/conversions/list-conversions';
import { defineOperation } from '#lib/ads/operation';
import { ConversionListResource } from '#lib/ads/resources/conversion';
import { MANAGE_ADS } from '#lib/ads/scopes';
import { unchecked } from '#lib/api/schema';

export const conversionInsert = defineOperation({
  id: 'doubleclicksearch.conversion.insert',
  summary: 'Stores new conversions.',
  route: 'POST /doubleclicksearch/v2/conversion',
  scopes: [MANAGE_ADS],
  cost: 1,
  path: {},
  query: {},
  body: unchecked(ConversionListResource),
  returns: ConversionListResource,

  async run({ body }, context) {
    return conversionList(await insertConversions(body, context));
  },
});

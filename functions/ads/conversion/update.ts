import { conversionList } from '#lib/ads/conversions/list-conversions';
import { updateConversions } from '#lib/ads/conversions/update-conversions';
import { defineOperation } from '#lib/ads/operation';
import { ConversionListResource } from '#lib/ads/resources/conversion';
import { MANAGE_ADS } from '#lib/ads/scopes';
import { unchecked } from '#lib/api/schema';

export const conversionUpdate = defineOperation({
  id: 'doubleclicksearch.conversion.update',
  summary: 'Changes stored conversions.',
  route: 'PUT /doubleclicksearch/v2/conversion',
  scopes: [MANAGE_ADS],
  cost: 1,
  path: {},
  query: {},
  body: unchecked(ConversionListResource),
  returns: ConversionListResource,

  async run({ body }, context) {
    return conversionList(await updateConversions(body, context));
  },
});

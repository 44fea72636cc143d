import { pending } from '#lib/api/operation';
import { defineOperation } from '#lib/ads/operation';
import { ConversionListResource } from '#lib/ads/resources/conversion';
import { MANAGE_ADS } from '#lib/ads/scopes';

export const conversionInsert = defineOperation({
  id: 'doubleclicksearch.conversion.insert',
  summary: 'Stores new conversions.',
  route: 'POST /doubleclicksearch/v2/conversion',
  scopes: [MANAGE_ADS],
  cost: 1,
  path: {},
  query: {},
  body: ConversionListResource,
  returns: ConversionListResource,
  run: pending,
});

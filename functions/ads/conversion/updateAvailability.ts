import { updateAvailability } from '#lib/ads/conversions/update-availability';
import { defineOperation } from '#lib/ads/operation';
import { UpdateAvailabilityRequestResource, UpdateAvailabilityResponseResource } from '#lib/ads/resources/availability';
import { MANAGE_ADS } from '#lib/ads/scopes';
import { unchecked } from '#lib/api/schema';

export const conversionUpdateAvailability = defineOperation({
  id: 'doubleclicksearch.conversion.updateAvailability',
  summary: 'Records until when the conversions of an activity are complete.',
  route: 'POST /doubleclicksearch/v2/conversion/updateAvailability',
  scopes: [MANAGE_ADS],
  cost: 1,
  path: {},
  query: {},
  body: unchecked(UpdateAvailabilityRequestResource),
  returns: UpdateAvailabilityResponseResource,

  async run({ body }, context) {
    return { availabilities: await updateAvailability(body, context) };
  },
});

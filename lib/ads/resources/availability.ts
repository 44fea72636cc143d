import { array, int64, resource, string } from '#lib/api/schema';

const UPDATE = ['doubleclicksearch.conversion.updateAvailability'];

export const AvailabilityResource = resource(
  'Availability',
  'Until when all conversions of one activity have been uploaded.',
  {
    agencyId: int64('Agency.', { requiredBy: UPDATE }),
    advertiserId: int64('Advertiser.', { requiredBy: UPDATE }),
    customerId: string('Account in the new id space; stands for agency and advertiser.'),
    segmentationType: string('Always `FLOODLIGHT`, even if left out.', { requiredBy: UPDATE }),
    segmentationId: int64('Id of the activity; its name can be given instead.'),
    segmentationName: string('Name of the activity; its id can be given instead.'),
    availabilityTimestamp: int64('The moment, milliseconds since 1970 in UTC.', { requiredBy: UPDATE }),
  },
);

export const UpdateAvailabilityRequestResource = resource('UpdateAvailabilityRequest', 'Marks to set.', {
  availabilities: array('One mark for each activity.', AvailabilityResource),
});

export const UpdateAvailabilityResponseResource = resource('UpdateAvailabilityResponse', 'Marks that were set.', {
  availabilities: array('The marks with id and name of each activity.', AvailabilityResource),
});

import { dateTime, resource, string, type Static } from '#lib/api/schema';
import { kind } from './envelope.ts';

export const IcalAddressResource = resource(
  'IcalAddress',
  'Where phones and other calendars subscribe to a calendar.',
  {
    kind: kind('almanac#icalAddress'),
    calendarId: string('Id of the calendar.'),
    publicUrl: string('Shows what the access rule for everybody shows; 404 while there is no such rule.'),
    publicRole: string('The role of the access rule for everybody: `none`, `freeBusyReader` or `reader`.'),
    secretUrl: string(
      "Shows its owner's view to anybody who knows it. Only in the answer that creates it: the service does not keep it.",
    ),
    secretCreated: dateTime(
      'When the secret address was created; absent if there is none, or if the caller is not an owner.',
    ),
    secretCreator: string('Address of the owner who created the secret address.'),
  },
);
export type IcalAddressResource = Static<typeof IcalAddressResource>;

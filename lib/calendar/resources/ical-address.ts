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
      'Shows what its owner sees, to whoever knows it. Only in the answer that makes it: it is not kept.',
    ),
    secretCreated: dateTime('When the secret address was made; absent where there is none, or for others than owners.'),
    secretCreator: string('Address of the owner who made the secret address.'),
  },
);
export type IcalAddressResource = Static<typeof IcalAddressResource>;

import { array, as, boolean, resource, string, type Static } from '#lib/api/schema';
import { ConferencePropertiesResource } from './conference.ts';
import { etag, kind } from './envelope.ts';

const EventLabelResource = resource('EventLabel', 'A named colour for the events of one calendar.', {
  id: string(
    'UUID, unique in the calendar; created for a new label without one, and needed to keep an existing label.',
  ),
  name: string('At most 50 characters.'),
  backgroundColor: string('Colour of the events with the label, as `#rrggbb`. Every label needs one.'),
});

export const LabelPropertiesResource = resource('LabelProperties', 'The event labels of a calendar.', {
  eventLabels: array('At most 200; a list that is sent replaces the stored one.', EventLabelResource),
});

export const CalendarResource = resource('Calendar', 'What all users of a calendar share.', {
  kind: kind('calendar#calendar'),
  etag,
  id: string("Chosen by the service; for a main calendar, its owner's address.", { readOnly: true }),
  summary: string('Title.', { requiredBy: ['calendar.calendars.insert'] }),
  description: string('What the calendar is for.'),
  location: string('Where it is, as free text.'),
  timeZone: string('IANA name of the zone in which its days begin, such as `Europe/Zurich`.'),
  conferenceProperties: as(ConferencePropertiesResource, 'Which conferences its events can have.', { readOnly: true }),
  dataOwner: string('Address of the one person who may delete it; absent on main calendars.', { readOnly: true }),
  autoAcceptInvitations: boolean('Whether invitations are accepted automatically; for rooms and other resources.'),
  labelProperties: as(LabelPropertiesResource, 'Its event labels; unchanged if left out, also on update.'),
});
export type CalendarResource = Static<typeof CalendarResource>;

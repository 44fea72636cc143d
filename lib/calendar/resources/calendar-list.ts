import { array, as, boolean, object, resource, string, withDefault, type Static } from '#lib/api/schema';
import { ConferencePropertiesResource } from './conference.ts';
import { etag, kind, pageTokens } from './envelope.ts';
import { EventReminderResource } from './reminder.ts';

const CalendarNotificationResource = resource(
  'CalendarNotification',
  'A kind of change about which a user gets mail.',
  {
    method: string('Always `email`. Every notification needs one.'),
    type: string(
      '`eventCreation`, `eventChange`, `eventCancellation`, `eventResponse` or `agenda`. Every notification needs one.',
    ),
  },
);
type CalendarNotificationResource = Static<typeof CalendarNotificationResource>;

export const CalendarListEntryResource = resource(
  'CalendarListEntry',
  "A calendar as one user sees it, with that user's settings.",
  {
    kind: kind('calendar#calendarListEntry'),
    etag,
    id: string('Id of the calendar.', { requiredBy: ['calendar.calendarList.insert'] }),
    summary: string('Title of the calendar.', { readOnly: true }),
    description: string('What the calendar is for.', { readOnly: true }),
    location: string('Where the calendar is, as free text.', { readOnly: true }),
    timeZone: string('IANA name of its zone.', { readOnly: true }),
    summaryOverride: string("The user's own title for it."),
    colorId: string('A key of the calendar colours, `1` to `24`.'),
    backgroundColor: string('As `#rrggbb`; read from a body only with `colorRgbFormat=true`.'),
    foregroundColor: string('As `#rrggbb`; read from a body only with `colorRgbFormat=true`.'),
    hidden: withDefault(boolean('Left out of lists unless asked for; present only when true.'), false),
    selected: withDefault(boolean('Whether its events are shown.'), false),
    accessRole: string(
      "The user's role: `freeBusyReader`, `reader`, `writerWithoutPrivateAccess`, `writer` or `owner`.",
      { readOnly: true },
    ),
    defaultReminders: array('For events without reminders of their own; at most 5.', EventReminderResource),
    notificationSettings: object('What the user gets mail about.', {
      notifications: array('One entry for each kind of change.', CalendarNotificationResource),
    }),
    primary: withDefault(boolean("Whether it is the user's main calendar.", { readOnly: true }), false),
    deleted: withDefault(boolean('Whether it was removed from the list.', { readOnly: true }), false),
    conferenceProperties: as(ConferencePropertiesResource, 'Which conferences its events can have.', {
      readOnly: true,
    }),
    dataOwner: string('Address of the one person who may delete it; absent on main calendars.', { readOnly: true }),
    autoAcceptInvitations: boolean('Whether invitations are accepted automatically; for rooms and other resources.', {
      readOnly: true,
    }),
  },
);
export type CalendarListEntryResource = Static<typeof CalendarListEntryResource>;

export const CalendarListResource = resource('CalendarList', "One page of a user's calendars.", {
  kind: kind('calendar#calendarList'),
  etag,
  items: array('The entries.', CalendarListEntryResource),
  ...pageTokens,
});
export type CalendarListResource = Static<typeof CalendarListResource>;

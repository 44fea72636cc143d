import { array, as, dateTime, integer, record, resource, string, withDefault, type Static } from '#lib/api/schema';
import { kind } from './envelope.ts';

const FreeBusyRequestItemResource = resource('FreeBusyRequestItem', 'A calendar or a group to look up.', {
  id: string('Id of the calendar or group.'),
});

export const FreeBusyRequestResource = resource('FreeBusyRequest', 'Asks when calendars are busy.', {
  timeMin: dateTime('Where the window begins; needed, with an offset.'),
  timeMax: dateTime('Where the window ends; needed, with an offset.'),
  timeZone: withDefault(string('IANA name of the time zone of the answer.'), 'UTC'),
  groupExpansionMax: integer('A larger group is an error; at most 100.'),
  calendarExpansionMax: integer('More calendars are an error; at most 50.'),
  items: array('Whom to look up.', FreeBusyRequestItemResource),
});
export type FreeBusyRequestResource = Static<typeof FreeBusyRequestResource>;

const FreeBusyErrorResource = resource('Error', 'Why one calendar or group has no answer.', {
  domain: string('The area the reason belongs to.'),
  reason: string('`groupTooBig`, `tooManyCalendarsRequested`, `notFound`, `internalError`; others may follow.'),
});
type FreeBusyErrorResource = Static<typeof FreeBusyErrorResource>;

const TimePeriodResource = resource('TimePeriod', 'A period of time.', {
  start: dateTime('Its first moment.'),
  end: dateTime('The first moment after it.'),
});
type TimePeriodResource = Static<typeof TimePeriodResource>;

export const FreeBusyCalendarResource = resource('FreeBusyCalendar', 'When one calendar is taken.', {
  busy: array('The busy periods, in order.', TimePeriodResource),
  errors: array('Why it could not be looked up.', FreeBusyErrorResource),
});
export type FreeBusyCalendarResource = Static<typeof FreeBusyCalendarResource>;

export const FreeBusyGroupResource = resource('FreeBusyGroup', 'Who belongs to a group.', {
  calendars: array('Its members.', string('Id of a calendar.')),
  errors: array('Why it could not be looked up.', FreeBusyErrorResource),
});
export type FreeBusyGroupResource = Static<typeof FreeBusyGroupResource>;

export const FreeBusyResponseResource = resource('FreeBusyResponse', 'When the requested calendars are busy.', {
  kind: kind('calendar#freeBusy'),
  timeMin: dateTime('Where the window begins.'),
  timeMax: dateTime('Where the window ends.'),
  calendars: record('Answers by calendar id.', as(FreeBusyCalendarResource, 'When this calendar is busy.')),
  groups: record('Members by group id.', as(FreeBusyGroupResource, 'Who belongs to this group.')),
});
export type FreeBusyResponseResource = Static<typeof FreeBusyResponseResource>;

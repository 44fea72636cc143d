import { calendarParameters } from '#lib/api/common-parameters';
import type { ServiceDescription } from '#lib/api/service';
import { CALENDAR_SCOPES } from './scopes.ts';

export const calendarDescription: ServiceDescription = {
  name: 'calendar',
  version: 'v3',
  revision: '20260708',
  title: 'Almanac Calendar',
  description: 'Calendars, their events and who may see them.',
  servicePath: 'calendar/v3/',
  batchPath: 'batch/calendar/v3',
  scopes: CALENDAR_SCOPES,
  groups: {
    acl: 'Who may see and change a calendar.',
    calendarList: "The caller's own list of calendars: colours, names, reminders.",
    calendars: 'A calendar itself: title, time zone, location.',
    channels: 'Push channels, which tell a webhook about changes.',
    colors: 'The palette for calendars and events.',
    events: 'Appointments, once or repeating.',
    freebusy: 'When people and rooms are busy.',
    settings: "The caller's preferences.",
  },
  systemParameters: calendarParameters,
};

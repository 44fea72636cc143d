/**
 * The zone of an iCalendar file becomes that of a calendar whose zone nobody has chosen: "19:00" is then 19:00 where
 * its owner lives, and not in UTC.
 */
import type { Context, User } from '#lib/api/context';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { changeCalendar } from '#lib/calendar/calendars/change-calendar';
import { patchedDetails } from '#lib/calendar/calendars/details';
import { DEFAULT_TIME_ZONE } from '#lib/calendar/model/calendar';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { SurveyedFile } from './read-calendar.ts';

export interface AdoptedZone {
  /** The calendar's, after this. */
  readonly timeZone: string;
  /** `taken` from the file; `kept`, since the calendar had one or is somebody else's; `guessed`, since neither names one. */
  readonly how: 'taken' | 'kept' | 'guessed';
}

export async function adoptZone(
  surveyed: () => Promise<SurveyedFile>,
  calendarId: string,
  context: Context<CalendarStores, User>,
): Promise<AdoptedZone> {
  const { calendar } = await openCalendar(calendarId, context);
  const initial = context.stores.defaultTimeZone ?? DEFAULT_TIME_ZONE;
  const isToBeChosen = calendar.timeZone === initial && calendar.owner === context.caller.email;
  if (!isToBeChosen) return { timeZone: calendar.timeZone, how: 'kept' };
  const { file, survey } = await surveyed();
  const timeZone = survey.zoneOf(file);
  if (timeZone === undefined) return { timeZone: initial, how: initial === DEFAULT_TIME_ZONE ? 'guessed' : 'kept' };
  await changeCalendar(
    'calendars.patch',
    calendarId,
    (current) => patchedDetails(current, { timeZone }, context.ids),
    context,
  );
  return { timeZone, how: 'taken' };
}

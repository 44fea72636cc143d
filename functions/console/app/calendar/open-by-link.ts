/** Where an event's `htmlLink` leads: its `eid` holds the ids of the event and of its calendar. */
import { ApiError } from '../api/error.ts';
import { words } from '../words/words.ts';
import { getEvent } from './data/api.ts';
import { calendarOf } from './data/calendars.ts';
import type { PlacedEvent } from './data/events.ts';
import { preferences } from './data/preferences.ts';
import { wallTime } from './time/moments.ts';

const HOSTS: Readonly<Record<string, string>> = { '@m': '@gmail.com', '@g': '@group.calendar.google.com' };

const decoded = (eid: string): string => {
  const bytes = Uint8Array.from(atob(eid.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.codePointAt(0) ?? 0);
  return new TextDecoder().decode(bytes);
};

function readEid(eid: string): { readonly eventId: string; readonly calendarId: string } | undefined {
  try {
    const [eventId = '', calendarId = ''] = decoded(eid).split(' ');
    const short = /@[mg]$/.exec(calendarId)?.[0];
    const whole = short === undefined ? calendarId : calendarId.slice(0, -short.length) + (HOSTS[short] ?? '');
    return eventId === '' || whole === '' ? undefined : { eventId, calendarId: whole };
  } catch {
    return undefined;
  }
}

/** From a calendar that the reader has, or from their own copy where they were invited. */
export async function openByLink(eid: string): Promise<{ readonly placed: PlacedEvent; readonly date: string }> {
  const ids = readEid(eid);
  if (ids === undefined) throw new ApiError(404, 'notFound', words.calendar.noSuchEvent);
  const { zone } = preferences.get();
  const from = calendarOf(ids.calendarId) === undefined ? [ids.calendarId, 'primary'] : [ids.calendarId];
  const tries = await Promise.allSettled(from.map((calendarId) => getEvent(calendarId, ids.eventId, zone)));
  const at = tries.findIndex(({ status }) => status === 'fulfilled');
  const found = tries[at];
  if (found?.status !== 'fulfilled') throw new ApiError(404, 'notFound', words.calendar.noSuchEvent);
  return {
    placed: { calendarId: from[at] ?? 'primary', event: found.value },
    date: wallTime(found.value.start, zone).slice(0, 10),
  };
}

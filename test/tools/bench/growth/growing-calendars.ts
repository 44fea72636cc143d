/** Operations of the calendar whose cost could grow with events, series, calendars or rules. */
import type { Report } from '#test/tools/measure/bench';
import { request, sampleOnce } from '#test/tools/measure/measure';
import { openBenchStack } from '#test/tools/measure/stack';
import {
  endlessSeries,
  EVENTS_A_WEEK,
  fillCalendar,
  FIRST_WEEK_MS,
  manyEvents,
  WEEK_MS,
} from '../calendar/full-calendars.ts';
import { TIMES, type Growing } from './growing.ts';

const SERIES = 5;
const CALENDARS = 2;
const RULES = 2;
const GUESTS = 1;
const CHANNELS = 1;

const iso = (ms: number): string => new Date(ms).toISOString();
const WEEK = `timeMin=${iso(FIRST_WEEK_MS)}&timeMax=${iso(FIRST_WEEK_MS + WEEK_MS)}`;
const NEW_EVENT = {
  summary: 'New',
  start: { dateTime: '2026-03-03T09:00:00Z' },
  end: { dateTime: '2026-03-03T10:00:00Z' },
};

const IN_UTC = {
  start: { ...NEW_EVENT.start, timeZone: 'UTC' },
  end: { ...NEW_EVENT.end, timeZone: 'UTC' },
};

export async function growingCalendars(report: Report): Promise<readonly Growing[]> {
  const { token } = await openBenchStack();
  const [{ handler: events }, { handler: calendars }, { handler: acl }, { handler: lists }] = await Promise.all([
    import('#functions/calendar/events/index'),
    import('#functions/calendar/calendars/index'),
    import('#functions/calendar/acl/index'),
    import('#functions/calendar/calendarList/index'),
  ]);
  const email = 'growth@example.com';
  const as = await token(email);
  const addCalendar = async (by = as): Promise<string> => {
    const { body } = await sampleOnce(calendars, request('POST', '/calendar/v3/calendars', by, { summary: 'Growth' }));
    return `/calendar/v3/calendars/${(JSON.parse(body) as { id: string }).id}`;
  };
  const filled = async (stored: Parameters<typeof fillCalendar>[1]): Promise<string> => {
    const path = await addCalendar();
    await fillCalendar(path.slice(path.lastIndexOf('/') + 1), stored);
    return path;
  };
  const pair = async <T>(make: (times: number) => Promise<T>): Promise<readonly [T, T]> => [
    await make(1),
    await make(TIMES),
  ];

  const first = 'bench00000000';
  report.progress('filling calendars');
  const full = await pair((times) => filled(manyEvents(EVENTS_A_WEEK * times, email)));
  const series = await pair((times) =>
    filled(Array.from({ length: SERIES * times }, (_, index) => endlessSeries(index, email))),
  );
  const people = await pair(async (times) => {
    const person = await token(`growth-${String(times)}@example.com`);
    for (let count = 0; count < CALENDARS * times; count += 1) await addCalendar(person);
    return person;
  });
  const shared = await pair(async (times) => {
    const path = await addCalendar();
    for (let count = 0; count < RULES * times; count += 1) {
      const scope = { type: 'user', value: `guest${String(count)}@example.com` };
      await sampleOnce(acl, request('POST', `${path}/acl`, as, { role: 'reader', scope }));
    }
    return path;
  });

  const meetings = await pair(async (times) => {
    const path = await addCalendar();
    const attendees = Array.from({ length: GUESTS * times }, (_, index) => ({
      email: `guest${String(index)}@example.com`,
    }));
    await sampleOnce(events, request('POST', `${path}/events`, as, { ...NEW_EVENT, id: first, attendees }));
    return path;
  });
  const watched = await pair(async (times) => {
    const path = await addCalendar();
    for (let count = 0; count < CHANNELS * times; count += 1) {
      const channel = {
        id: `growth-${String(times)}-${String(count)}`,
        type: 'web_hook',
        address: 'https://example.com/',
      };
      await sampleOnce(events, request('POST', `${path}/events/watch`, as, channel));
    }
    return path;
  });

  const inBoth = (
    name: string,
    handler: Growing['handler'],
    [little, much]: readonly [string, string],
    make: (which: string, round: number) => ReturnType<typeof request>,
    reason?: string,
  ): Growing => ({
    name,
    handler,
    small: (round) => make(little, round),
    large: (round) => make(much, round),
    ...(reason !== undefined && { reason }),
  });
  return [
    inBoth('events: events.get', events, full, (path) => request('GET', `${path}/events/${first}`, as)),
    inBoth('events: events.list of a week', events, full, (path) =>
      request('GET', `${path}/events?singleEvents=true&orderBy=startTime&${WEEK}`, as),
    ),
    inBoth('events: events.list, first page of 50', events, full, (path) =>
      request('GET', `${path}/events?maxResults=50`, as),
    ),
    inBoth('events: events.patch', events, full, (path, round) =>
      request('PATCH', `${path}/events/${first}`, as, { summary: String(round) }),
    ),
    inBoth('events: events.insert', events, full, (path) => request('POST', `${path}/events`, as, NEW_EVENT)),
    inBoth(
      'series: events.list of a week',
      events,
      series,
      (path) => request('GET', `${path}/events?singleEvents=true&orderBy=startTime&maxResults=5&${WEEK}`, as),
      'the outlines of all series are read, 40 KB for 500, and the bodies of those that the page shows',
    ),
    inBoth('series: events.insert of a series', events, series, (path) =>
      request('POST', `${path}/events`, as, { ...NEW_EVENT, ...IN_UTC, recurrence: ['RRULE:FREQ=WEEKLY'] }),
    ),
    inBoth('series: events.get', events, series, (path) => request('GET', `${path}/events/${first}`, as)),
    inBoth(
      'guests: events.get',
      events,
      meetings,
      (path) => request('GET', `${path}/events/${first}`, as),
      'the answer lists the guests',
    ),
    inBoth(
      'guests: events.patch',
      events,
      meetings,
      (path, round) => request('PATCH', `${path}/events/${first}`, as, { summary: String(round) }),
      'the guests are part of the item that is written',
    ),
    inBoth('channels: events.insert', events, watched, (path) => request('POST', `${path}/events`, as, NEW_EVENT)),
    inBoth(
      'calendars: calendarList.list, first page of 2',
      lists,
      people,
      (person) => request('GET', '/calendar/v3/users/me/calendarList?maxResults=2', person),
      'the first of several pages reads up to 250 newer entries, for the number of the sync token',
    ),
    inBoth('calendars: events.list of a page', events, people, (person) =>
      request('GET', '/calendar/v3/calendars/primary/events?maxResults=50', person),
    ),
    inBoth('rules: acl.list, first page of 2', acl, shared, (path) => request('GET', `${path}/acl?maxResults=2`, as)),
    inBoth('rules: events.list of a page', events, shared, (path) =>
      request('GET', `${path}/events?maxResults=50`, as),
    ),
  ];
}

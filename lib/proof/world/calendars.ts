/** What one person has in the calendar service, each text of it marked. */
import type { Door, Got } from '../door.ts';

export interface CalendarHoldings {
  readonly email: string;
  readonly calendarId: string;
  readonly eventId: string;
  readonly seriesId: string;
  readonly instanceId: string;
  readonly iCalUID: string;
  readonly ruleId: string;
  readonly channelId: string;
  readonly resourceId: string;
  readonly pageToken: string;
  readonly syncToken: string;
  readonly settingId: string;
}

/** Sends as somebody, and expects to be served. */
export type Caller = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

export const bearer = (token: string, body?: object): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(body !== undefined && { 'content-type': 'application/json' }),
});

export function callingAs(door: Door, token: string): Caller {
  return async (method, url, body) => {
    const got: Got = await door({ method, url, headers: bearer(token, body), body: body && JSON.stringify(body) });
    if (got.status >= 400) throw new Error(`${method} ${url}: ${String(got.status)} ${got.text}`);
    return (got.text === '' ? {} : JSON.parse(got.text)) as Record<string, unknown>;
  };
}

const hour = (day: string, at: string): object => ({ start: { dateTime: `${day}T${at}:00:00Z`, timeZone: 'UTC' }, end: { dateTime: `${day}T${at}:30:00Z`, timeZone: 'UTC' } });

/** A calendar of its own besides the main one, with events, a series, a rule and a channel. */
export async function fillCalendars(call: Caller, email: string, mark: string): Promise<CalendarHoldings> {
  const root = '/calendar/v3';
  const made = await call('POST', `${root}/calendars`, { summary: `${mark} calendar`, description: `${mark} notes`, location: `${mark} town` });
  const calendarId = String(made['id']);
  const base = `${root}/calendars/${encodeURIComponent(calendarId)}`;
  await call('PATCH', `${root}/calendars/primary`, { summary: `${mark} main`, description: `${mark} main notes` });
  const words = { summary: `${mark} event`, description: `${mark} words`, location: `${mark} room`, extendedProperties: { private: { note: `${mark} private` }, shared: { note: `${mark} shared` } } };
  const event = await call('POST', `${base}/events`, { ...words, ...hour('2026-03-10', '09'), attendees: [{ email: `guest-${mark}@elsewhere.example`, comment: `${mark} comment` }] });
  const series = await call('POST', `${base}/events`, { ...words, ...hour('2026-03-11', '10'), recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'] });
  await call('POST', `${root}/calendars/primary/events`, { ...words, ...hour('2026-03-12', '11') });
  const rule = await call('POST', `${base}/acl?sendNotifications=false`, { role: 'reader', scope: { type: 'user', value: `reader-${mark}@elsewhere.example` } });
  const channel = await call('POST', `${base}/events/watch`, { id: `channel-${calendarId.slice(2, 30)}`, type: 'web_hook', address: 'https://hooks.example.com/all', token: `${mark} token` });
  const page = await call('GET', `${base}/events?maxResults=1`);
  const last = await call('GET', `${base}/events`);
  const seriesId = String(series['id']);
  return {
    email,
    calendarId,
    eventId: String(event['id']),
    seriesId,
    instanceId: `${seriesId}_20260318T100000Z`,
    iCalUID: String(event['iCalUID']),
    ruleId: String(rule['id']),
    channelId: String(channel['id']),
    resourceId: String(channel['resourceId']),
    pageToken: String(page['nextPageToken']),
    syncToken: String(last['nextSyncToken']),
    settingId: 'timezone',
  };
}

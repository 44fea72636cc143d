/** The operations of the calendar that the console uses. */
import type { AclResource, AclRuleResource } from '#lib/calendar/resources/acl';
import type { CalendarResource } from '#lib/calendar/resources/calendar';
import type { CalendarListEntryResource, CalendarListResource } from '#lib/calendar/resources/calendar-list';
import type { ColorsResource } from '#lib/calendar/resources/colors';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import type { FreeBusyResponseResource } from '#lib/calendar/resources/free-busy';
import type { IcalAddressResource } from '#lib/calendar/resources/ical-address';
import { pathOf, request, type RequestOptions } from '../../api/request.ts';

export type CalendarEvent = EventResource;
export type CalendarEntry = CalendarListEntryResource;
export type AccessRule = AclRuleResource;
export type IcalAddress = IcalAddressResource;

type Query = NonNullable<RequestOptions['query']>;
type Page<Item> = {
  readonly items?: readonly Item[];
  readonly nextPageToken?: string;
  readonly nextSyncToken?: string;
};

const BASE = 'calendar/v3';
const at = (...parts: readonly string[]): string => pathOf(`${BASE}/calendars`, ...parts);
const LIST = `/${BASE}/users/me/calendarList`;
/** Everything of an event is read and written. */
const WHOLE = { conferenceDataVersion: 1, supportsAttachments: true };

export interface Collected<Item> {
  readonly items: readonly Item[];
  readonly syncToken: string | undefined;
}

/** All pages of a list. */
async function collect<Item>(path: string, query: Query, signal?: AbortSignal): Promise<Collected<Item>> {
  const items: Item[] = [];
  let pageToken: string | undefined;
  for (;;) {
    const options = { query: { ...query, pageToken }, ...(signal !== undefined && { signal }) };
    const page: Page<Item> = await request<Page<Item>>('GET', path, options);
    items.push(...(page.items ?? []));
    pageToken = page.nextPageToken;
    if (pageToken === undefined) return { items, syncToken: page.nextSyncToken };
  }
}

export const listCalendars = (query: Query = {}): Promise<Collected<CalendarEntry>> =>
  collect<NonNullable<CalendarListResource['items']>[number]>(LIST, { maxResults: 250, ...query });

export const patchEntry = (id: string, body: CalendarEntry): Promise<CalendarEntry> =>
  request('PATCH', pathOf(LIST.slice(1), id), { body, query: { colorRgbFormat: body.backgroundColor !== undefined } });

export const addEntry = (id: string): Promise<CalendarEntry> => request('POST', LIST, { body: { id, selected: true } });
export const removeEntry = (id: string): Promise<void> => request('DELETE', pathOf(LIST.slice(1), id));

export const insertCalendar = (body: CalendarResource): Promise<CalendarResource> =>
  request('POST', `/${BASE}/calendars`, { body });
export const patchCalendar = (id: string, body: CalendarResource): Promise<CalendarResource> =>
  request('PATCH', at(id), { body });
export const deleteCalendar = (id: string): Promise<void> => request('DELETE', at(id));

export const listEvents = (calendarId: string, query: Query, signal?: AbortSignal): Promise<Collected<CalendarEvent>> =>
  collect<NonNullable<EventsResource['items']>[number]>(
    at(calendarId, 'events'),
    { maxResults: 2500, ...query },
    signal,
  );

/** One page: what a poll needs to know. */
export const pollEvents = (calendarId: string, syncToken: string): Promise<Page<CalendarEvent>> =>
  request('GET', at(calendarId, 'events'), {
    query: { syncToken, maxResults: 1, fields: 'nextSyncToken,nextPageToken,items(id)' },
  });

export const getEvent = (calendarId: string, id: string, timeZone?: string): Promise<CalendarEvent> =>
  request('GET', at(calendarId, 'events', id), { query: { timeZone } });

export const insertEvent = (calendarId: string, body: CalendarEvent): Promise<CalendarEvent> =>
  request('POST', at(calendarId, 'events'), { body, query: { ...WHOLE, sendUpdates: 'all' } });

export interface PatchOptions {
  readonly etag?: string | undefined;
  readonly sendUpdates?: 'all' | 'none';
}

export const patchEvent = (
  calendarId: string,
  id: string,
  body: CalendarEvent,
  { etag, sendUpdates = 'all' }: PatchOptions = {},
): Promise<CalendarEvent> =>
  request('PATCH', at(calendarId, 'events', id), { body, etag, query: { ...WHOLE, sendUpdates } });

export const deleteEvent = (calendarId: string, id: string, etag?: string): Promise<void> =>
  request('DELETE', at(calendarId, 'events', id), { etag, query: { sendUpdates: 'all' } });

export const moveEvent = (calendarId: string, id: string, destination: string): Promise<CalendarEvent> =>
  request('POST', at(calendarId, 'events', id, 'move'), { query: { destination, sendUpdates: 'all' } });

export const listInstances = (calendarId: string, id: string, query: Query): Promise<Collected<CalendarEvent>> =>
  collect(at(calendarId, 'events', id, 'instances'), { maxResults: 2500, ...query });

export const importEvent = (calendarId: string, body: CalendarEvent): Promise<CalendarEvent> =>
  request('POST', at(calendarId, 'events', 'import'), { body, query: WHOLE });

export const listRules = (calendarId: string): Promise<Collected<AccessRule>> =>
  collect<NonNullable<AclResource['items']>[number]>(at(calendarId, 'acl'), {});
export const insertRule = (calendarId: string, body: AccessRule): Promise<AccessRule> =>
  request('POST', at(calendarId, 'acl'), { body });
export const patchRule = (calendarId: string, rule: AccessRule, role: string): Promise<AccessRule> =>
  request('PATCH', at(calendarId, 'acl', rule.id ?? ''), { body: { role }, etag: rule.etag });
export const deleteRule = (calendarId: string, id: string): Promise<void> =>
  request('DELETE', at(calendarId, 'acl', id));

const icalAddressOf = (calendarId: string): string => pathOf('almanac/v1/calendars', calendarId, 'icalAddress');
export const getIcalAddress = (calendarId: string): Promise<IcalAddress> => request('GET', icalAddressOf(calendarId));
export const makeIcalAddress = (calendarId: string): Promise<IcalAddress> => request('POST', icalAddressOf(calendarId));
export const deleteIcalAddress = (calendarId: string): Promise<void> => request('DELETE', icalAddressOf(calendarId));

export const getColors = (): Promise<ColorsResource> => request('GET', `/${BASE}/colors`);

export interface FreeBusyQuery {
  readonly timeMin: string;
  readonly timeMax: string;
  readonly items: readonly { readonly id: string }[];
}
export const queryFreeBusy = (body: FreeBusyQuery, signal: AbortSignal): Promise<FreeBusyResponseResource> =>
  request('POST', `/${BASE}/freeBusy`, { body, signal });

export const listSettings = async (): Promise<ReadonlyMap<string, string>> => {
  const { items } = await collect<{ readonly id?: string; readonly value?: string }>(`/${BASE}/users/me/settings`, {});
  return new Map(items.map(({ id = '', value = '' }) => [id, value]));
};

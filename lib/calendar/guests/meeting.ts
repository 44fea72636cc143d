/** A meeting: the organizer's event with its exceptions, and how to find it. */
import { exceptionsIn } from '#lib/calendar/events/read/find-event';
import { isException, type StoredEvent, type StoredException } from '#lib/calendar/model/event';
import type { Person } from '#lib/calendar/model/event-fields';
import { rowOf } from '#lib/calendar/model/guest-copy';
import { hasException, modifiedInstance } from '#lib/calendar/model/instance';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { IndexedItem } from '#lib/calendar/stores/events';

export interface Meeting {
  /** The organizer's calendar. */
  readonly calendarId: string;
  /** The owner of that calendar, for whose invitations it counts. */
  readonly owner: string;
  readonly organizer: Person;
  readonly event: StoredEvent;
  /** Those that the series lists. */
  readonly exceptions: readonly StoredException[];
}

/** How many moves from calendar to calendar are followed. */
const MAX_MOVES = 20;

/** An event and its exceptions, as one calendar has them. */
export interface CalendarSeries {
  readonly items: readonly IndexedItem[];
  readonly calendar: NonNullable<Awaited<ReturnType<CalendarStores['events']['view']>>['calendar']>;
}

/** Undefined when there is no such calendar. */
export async function readSeries(
  stores: Pick<CalendarStores, 'events'>,
  calendarId: string,
  eventId: string,
): Promise<CalendarSeries | undefined> {
  const { calendar, events, along } = await stores.events.view(calendarId, [eventId], undefined, [], {
    exceptionsOf: eventId,
  });
  if (calendar === undefined || calendar.isRemoved === true) return undefined;
  return { calendar, items: [...events.filter((event) => event !== undefined), ...along] };
}

/** The same event in many calendars, without exceptions. Calendars that do not exist are left out. */
export async function readInEach(
  stores: Pick<CalendarStores, 'events'>,
  calendarIds: readonly string[],
  eventId: string,
): Promise<Map<string, CalendarSeries>> {
  const views = calendarIds.length === 0 ? [] : await stores.events.viewInEach(calendarIds, eventId);
  return new Map(
    views.flatMap(({ calendar, event }) =>
      calendar === undefined || calendar.isRemoved === true
        ? []
        : [[calendar.id, { calendar, items: event === undefined ? [] : [event] }]],
    ),
  );
}

export const eventWithId = (items: readonly IndexedItem[], eventId: string): (IndexedItem & StoredEvent) | undefined =>
  items.flatMap((item) => (item.id === eventId && !isException(item) ? [item] : []))[0];

export function meetingOf({ calendar, items }: CalendarSeries, event: StoredEvent): Meeting {
  return {
    calendarId: calendar.id,
    owner: calendar.owner,
    organizer: { ...event.organizer, ...(!calendar.isPrimary && { displayName: calendar.summary }) },
    event,
    exceptions: exceptionsIn(items).filter(({ id }) => hasException(event, id)),
  };
}

/** The meeting, wherever it has moved to; undefined when it does not exist, or the calendar only holds a copy. */
export async function findMeeting(
  stores: Pick<CalendarStores, 'events'>,
  calendarId: string,
  eventId: string,
): Promise<Meeting | undefined> {
  let at = calendarId;
  for (let move = 0; move < MAX_MOVES; move += 1) {
    const series = await readSeries(stores, at, eventId);
    const event = series && eventWithId(series.items, eventId);
    if (series === undefined || event === undefined) return undefined;
    if (event.movedTo === undefined)
      return event.organizer.email === series.calendar.id && event.copy === undefined
        ? meetingOf(series, event)
        : undefined;
    at = event.movedTo;
  }
  return undefined;
}

/** Whether a meeting that was led from one calendar has moved to another, in one step or several. */
export async function hasMovedTo(
  stores: Pick<CalendarStores, 'events'>,
  { calendarId, event }: Meeting,
  formerCalendarId: string,
): Promise<boolean> {
  if (event.movedFrom?.calendarId === formerCalendarId) return true;
  let at = formerCalendarId;
  for (let move = 0; move < MAX_MOVES; move += 1) {
    const { events } = await stores.events.view(at, [event.id], undefined, []);
    const [item] = events;
    if (item === undefined || isException(item) || item.movedTo === undefined) return false;
    if (item.movedTo === calendarId) return true;
    at = item.movedTo;
  }
  return false;
}

export const isInvited = ({ attendees }: Pick<StoredEvent, 'attendees'>, guest: string): boolean =>
  rowOf(attendees, guest) !== undefined;

/** Whether one instance has a list of guests of its own. */
export const hasOwnGuests = (exception: StoredException): boolean =>
  exception.attendees !== undefined || exception.cleared?.includes('attendees') === true;

const addressesIn = ({ attendees = [] }: Pick<StoredEvent, 'attendees'>): string[] =>
  attendees.flatMap(({ email }) => email ?? []);

/** Everybody invited to the meeting or to one of its instances, without the organizer. */
export const guestsOf = ({ calendarId, event, exceptions }: Meeting): Set<string> =>
  new Set([event, ...exceptions].flatMap(addressesIn).filter((email) => email !== calendarId));

/** Those of the guests who have a copy of the meeting. */
export async function holdersOf(
  { calendarId, event }: Meeting,
  guests: readonly string[],
  stores: Pick<CalendarStores, 'events'>,
): Promise<string[]> {
  const found = await readInEach(stores, guests, event.id);
  return [...found].flatMap(([guest, { items }]) => (items[0]?.copy?.of === calendarId ? [guest] : []));
}

/** A single event shows fields of the exception and of its series: the sum grows when either changes. */
export const singleEventVersion = (event: StoredEvent, exception: StoredException): number =>
  event.version + exception.version;

/** An instance as a single event, for a guest who is not invited to the series. */
export function singleEventOf({ event }: Meeting, exception: StoredException): StoredEvent {
  const {
    recurringEventId: _series,
    originalStart: _start,
    copy: _copy,
    ...whole
  } = modifiedInstance(event, exception);
  return { ...whole, version: singleEventVersion(event, exception), heard: exception.heard };
}

/** The events of a calendar as a seed has them: series with the instances that differ from them. */
import type { Context, User } from '#lib/api/context';
import type { Schema } from '#lib/api/schema';
import { listEvents } from '#lib/calendar/events/list/list-events';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { SeedEvent, type SeedInstance } from '#lib/local/sample/seed-file/form/schema';
import { writable } from '#lib/local/sample/seed-file/form/writable';

type Fields = Readonly<Record<string, unknown>>;

export interface ExportedCalendar {
  readonly calendar: Calendar;
  /** Of this world: their events come back with the calendars of their organizers. */
  readonly isKnown: (calendarId: string) => boolean;
  /** Whether a seed may name them as the creator. */
  readonly mayWrite: (email: string) => boolean;
}

const PAGE = 2_500;

async function allEvents(calendarId: string, context: Context<CalendarStores, User>): Promise<EventResource[]> {
  const events: EventResource[] = [];
  let pageToken: string | undefined;
  do {
    const page = await listEvents(calendarId, { maxResults: PAGE, pageToken }, context);
    events.push(...(page.items ?? []));
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return events;
}

/** What an event has when nothing is said. */
const DEFAULTS: Fields = { status: 'confirmed', eventType: 'default', sequence: 0, reminders: { useDefault: true } };

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function fieldsOf(event: EventResource): Fields {
  const whole = writable(SeedEvent as Schema, event) as Fields;
  return Object.fromEntries(
    Object.entries(whole).filter(
      ([name, value]) =>
        !isSame(value, DEFAULTS[name]) && !(name === 'iCalUID' && value === `${String(event.id)}@google.com`),
    ),
  );
}

const msOf = (time: EventResource['start']): number => Date.parse(time?.dateTime ?? time?.date ?? '');
const lengthOf = ({ start, end }: EventResource): number => msOf(end) - msOf(start);

/** Of the whole series, and never of one instance. */
const OF_SERIES = new Set(['id', 'iCalUID', 'recurrence', 'start', 'end', 'organizer', 'sequence']);

function instanceOf(instance: EventResource, series: EventResource): SeedInstance {
  const { originalStartTime: of, start, end } = instance;
  if (instance.status === 'cancelled') return { of, status: 'cancelled' };
  const [own, shared] = [fieldsOf(instance), fieldsOf(series)];
  const isMoved = msOf(start) !== msOf(of) || lengthOf(instance) !== lengthOf(series);
  const names = new Set([...Object.keys(own), ...Object.keys(shared)].filter((name) => !OF_SERIES.has(name)));
  const differing = [...names].filter((name) => !isSame(own[name], shared[name]));
  return {
    of,
    ...(isMoved && { start, end }),
    ...(Object.fromEntries(differing.map((name) => [name, own[name] ?? DEFAULTS[name] ?? null])) as SeedInstance),
  };
}

/** Time out of office shows an organizer that nobody is. */
const isOwn = ({ organizer, eventType }: EventResource, { id }: Calendar): boolean =>
  eventType === 'outOfOffice' || organizer?.email === id;

function eventOf(event: EventResource, instances: readonly EventResource[], exported: ExportedCalendar): SeedEvent {
  const { calendar, mayWrite } = exported;
  const { organizer, id, ...fields } = fieldsOf(event) as SeedEvent;
  const by = event.creator?.email;
  return {
    // What was imported has the id that its UID gives it.
    ...(isOwn(event, calendar) ? { id } : { organizer, iCalUID: event.iCalUID }),
    ...fields,
    ...(by !== undefined && by !== calendar.owner && mayWrite(by) && { by }),
    ...(instances.length > 0 && { instances: instances.map((instance) => instanceOf(instance, event)) }),
  };
}

export async function exportEvents(
  exported: ExportedCalendar,
  context: Context<CalendarStores, User>,
): Promise<SeedEvent[]> {
  const { calendar, isKnown } = exported;
  const events = await allEvents(calendar.id, context);
  const instances = Map.groupBy(events, ({ recurringEventId }) => recurringEventId);
  return (instances.get(undefined) ?? [])
    .filter((event) => isOwn(event, calendar) || !isKnown(event.organizer?.email ?? ''))
    .map((event) => eventOf(event, instances.get(event.id) ?? [], exported));
}

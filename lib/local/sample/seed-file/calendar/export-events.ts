/** The events of a calendar as a seed has them: series with the instances that differ from them. */
import type { Context, User } from '#lib/api/context';
import { listEvents } from '#lib/calendar/events/list/list-events';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { SeedEvent, SeedInstance } from '#lib/local/sample/seed-file/form/event-schema';
import { withoutEmpty } from '#lib/local/sample/seed-file/form/writable';
import { DEFAULTS, fieldsOf, isSame } from './event-fields.ts';
import { ownOfGuests, type ListedEvent, type ListedEvents } from './export-own.ts';
import { ownReminders, type OthersReminders } from './export-reminders.ts';

export interface ExportedCalendar {
  readonly calendar: Calendar;
  /** Of this world: their events come back with the calendars of their organizers. */
  readonly isKnown: (calendarId: string) => boolean;
  /** Whether a seed may name them as the creator. */
  readonly mayWrite: (email: string) => boolean;
  /** Of any calendar of this world. */
  readonly eventsOf: (calendarId: string) => ListedEvents | undefined;
  /** Of people who are not its owner. */
  readonly reminders: readonly OthersReminders[];
}

const PAGE = 2_500;

/** All events of a calendar, as its owner sees them. */
export async function allEvents(calendarId: string, context: Context<CalendarStores, User>): Promise<ListedEvents> {
  const events: EventResource[] = [];
  let pageToken: string | undefined;
  do {
    const page = await listEvents(calendarId, { maxResults: PAGE, pageToken }, context);
    events.push(...(page.items ?? []));
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  const instances = Map.groupBy(events, ({ recurringEventId }) => recurringEventId);
  return new Map(
    (instances.get(undefined) ?? []).map((event) => [
      event.id ?? '',
      { event, instances: instances.get(event.id) ?? [] },
    ]),
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

function eventOf(listed: ListedEvent, exported: ExportedCalendar): SeedEvent {
  const { event, instances } = listed;
  const { calendar, mayWrite, eventsOf, reminders } = exported;
  const { organizer, id, reminders: ownersReminders, ...fields } = fieldsOf(event) as SeedEvent;
  const creator = event.creator?.email ?? calendar.owner;
  const isByOther = creator !== calendar.owner && mayWrite(creator);
  const isHere = isOwn(event, calendar);
  const ofOwner = ownersReminders === undefined ? {} : { reminders: ownersReminders };
  return withoutEmpty({
    // What was imported has the id that its UID gives it.
    ...(isHere ? { id } : { organizer, iCalUID: event.iCalUID }),
    ...fields,
    // The reminders of an event are those of whoever creates it.
    ...(isByOther ? { by: creator } : ofOwner),
    instances: instances.map((instance) => instanceOf(instance, event)),
    own: isHere
      ? {
          ...(isByOther && withoutEmpty({ [calendar.owner]: ofOwner })),
          ...ownReminders(
            listed,
            reminders.filter(({ email }) => mayWrite(email)),
          ),
          ...ownOfGuests(listed, calendar.id, eventsOf),
        }
      : {},
  });
}

export function exportEvents(exported: ExportedCalendar): SeedEvent[] {
  const { calendar, isKnown, eventsOf } = exported;
  return [...(eventsOf(calendar.id)?.values() ?? [])]
    .filter(({ event }) => isOwn(event, calendar) || !isKnown(event.organizer?.email ?? ''))
    .map((listed) => eventOf(listed, exported));
}

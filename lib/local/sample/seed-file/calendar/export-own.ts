/** What people have set for themselves in events of others: guests in their copies, and others their reminders. */
import type { EventResource } from '#lib/calendar/resources/event';
import type { OwnName, SeedEvent, SeedOwn, SeedOwnInstance } from '#lib/local/sample/seed-file/form/event-schema';
import { withoutEmpty } from '#lib/local/sample/seed-file/form/writable';
import { DEFAULTS, fieldsOf, isSame, type Fields } from './event-fields.ts';

/** An event with the instances that differ from it. */
export interface ListedEvent {
  readonly event: EventResource;
  readonly instances: readonly EventResource[];
}

/** The events of a calendar, by id. */
export type ListedEvents = ReadonlyMap<string, ListedEvent>;

/** A new copy has these from the organizer's event, and nothing of the others. */
const FROM_ORGANIZER: readonly OwnName[] = ['transparency', 'summary', 'description', 'location'];
const OF_COPY: readonly OwnName[] = ['reminders', 'colorId', 'eventLabelId', 'extendedProperties'];
const EMPTY: Fields = { ...DEFAULTS, transparency: 'opaque' };

/** Private properties alone are of one copy. */
const ownFields = (event: EventResource): Fields => {
  const { extendedProperties, ...fields } = fieldsOf(event);
  const { private: own } = (extendedProperties ?? {}) as NonNullable<EventResource['extendedProperties']>;
  return { ...fields, ...(own !== undefined && { extendedProperties: { private: own } }) };
};

const differing = (names: readonly OwnName[], own: Fields, base: Fields): SeedOwn =>
  Object.fromEntries(
    names.filter((name) => !isSame(own[name], base[name])).map((name) => [name, own[name] ?? EMPTY[name] ?? null]),
  );

const startOf = ({ originalStartTime }: EventResource): number =>
  Date.parse(originalStartTime?.dateTime ?? originalStartTime?.date ?? '');

const isInvited = ({ attendees }: EventResource, guest: string): boolean =>
  (attendees ?? []).some(({ email }) => email === guest);

/** What a guest has made of an instance. Of days on which the guest is not invited, the service makes nothing. */
function ownInstance(
  instance: EventResource,
  copy: EventResource,
  organizers: EventResource,
  guest: string,
): SeedOwnInstance[] {
  const of = instance.originalStartTime;
  if (organizers.status === 'cancelled' || !isInvited(organizers, guest)) return [];
  if (instance.status === 'cancelled') return [{ of, status: 'cancelled' }];
  const own = ownFields(instance);
  const changes = {
    ...differing(['transparency', ...OF_COPY], own, ownFields(copy)),
    ...differing(['summary', 'description', 'location'], own, ownFields(organizers)),
  };
  return Object.keys(changes).length === 0 ? [] : [{ of, ...changes }];
}

function ownOfGuest({ event, instances }: ListedEvent, guest: string, copies: ListedEvents): SeedOwn {
  const copied = copies.get(event.id ?? '');
  const answer = event.attendees?.find(({ email }) => email === guest)?.responseStatus;
  if (copied === undefined) return answer === 'declined' ? { status: 'cancelled' } : {};
  const organizersAt = new Map(instances.map((instance) => [startOf(instance), instance]));
  const own = ownFields(copied.event);
  return withoutEmpty({
    ...differing(OF_COPY, own, {}),
    ...differing(FROM_ORGANIZER, own, ownFields(event)),
    instances: copied.instances.flatMap((instance) =>
      ownInstance(instance, copied.event, organizersAt.get(startOf(instance)) ?? event, guest),
    ),
  });
}

/** By the address of each guest whose copy is not as a new one would be. */
export function ownOfGuests(
  listed: ListedEvent,
  calendarId: string,
  eventsOf: (calendarId: string) => ListedEvents | undefined,
): NonNullable<SeedEvent['own']> {
  const guests = (listed.event.attendees ?? []).flatMap(({ email }) => email ?? []);
  return Object.fromEntries(
    guests.flatMap((guest) => {
      const copies = guest === calendarId ? undefined : eventsOf(guest);
      const own = copies === undefined ? {} : ownOfGuest(listed, guest, copies);
      return Object.keys(own).length === 0 ? [] : [[guest, own]];
    }),
  );
}

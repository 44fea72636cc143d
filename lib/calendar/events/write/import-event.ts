/** Imports a private copy of an event from elsewhere. The same iCalendar UID again replaces the copy. */
import { hash } from 'node:crypto';
import type { User } from '#lib/api/context';
import { badRequest } from '#lib/api/errors';
import { base32Hex } from '#lib/api/text/base32-hex';
import { requireAccess, type OpenCalendar } from '#lib/calendar/access/permissions';
import { readAddress } from '#lib/calendar/events/body/attendees';
import { convertType } from '#lib/calendar/events/body/imported-types';
import { readFields, type EventParts } from '#lib/calendar/events/body/read-body';
import { readReminders } from '#lib/calendar/events/body/reminders';
import {
  exceptionsIn,
  openEvents,
  presentWritten,
  requireWriter,
  type EventContext,
  type OpenEvents,
} from '#lib/calendar/events/read/find-event';
import type { Calendar } from '#lib/calendar/model/calendar';
import { isException, isMaster, type Overlay, type StoredEvent, type StoredItem } from '#lib/calendar/model/event';
import type { EventFields, Person } from '#lib/calendar/model/event-fields';
import { resolveEvent, storedIdsOf, type Resolved } from '#lib/calendar/model/instance';
import { instanceId } from '#lib/calendar/recurrence/instance-id';
import type { EventResource } from '#lib/calendar/resources/event';
import { retryOnConflict } from '#lib/calendar/stores/retry-on-conflict';
import { readTime } from '#lib/calendar/time/event-time';
import { planChange } from './change-event.ts';
import { readingOf } from './edits.ts';
import { addEvent, invalidId, readUid } from './insert-event.ts';

/** Derived from the UID: two imports of one event at the same time choose the same id, and one gets a conflict. */
const idFor = (iCalUID: string): string => base32Hex(hash('sha256', iCalUID, 'buffer').subarray(0, 26));

function requireImportable({ id, iCalUID }: EventResource): string {
  if (id !== undefined) throw invalidId();
  const uid = readUid(iCalUID);
  if (uid === undefined) throw badRequest('required', 'Missing iCalUID.');
  return uid;
}

function organizerOf({ organizer }: EventResource, calendar: Calendar): Person {
  if (organizer?.email === undefined || organizer.email === '') return { email: calendar.id };
  const email = readAddress(organizer.email);
  const { displayName } = organizer;
  // A secondary calendar is shown by its own name.
  const isNamed = email === calendar.id && !calendar.isPrimary;
  return { email, ...(displayName !== undefined && !isNamed && { displayName }) };
}

function requireParticipant({ organizer, attendees = [] }: EventFields, calendar: Calendar): void {
  if (organizer.email === calendar.id || attendees.some(({ email }) => email === calendar.id)) return;
  throw badRequest(
    'participantIsNeitherOrganizerNorAttendee',
    'The calendar is neither organizer nor attendee of the event.',
  );
}

/** The earlier copy; of several, one that is not cancelled. */
const copyAmong = (items: readonly StoredItem[]): StoredEvent | undefined =>
  items
    .flatMap((item) => (isException(item) ? [] : [item]))
    .toSorted((a, b) => Number(a.status === 'cancelled') - Number(b.status === 'cancelled'))[0];

/** What the body replaces: the earlier copy, or an instance of it; undefined when there is none. */
function findCopy(body: EventResource, items: readonly StoredItem[]): Resolved | undefined {
  const copy = copyAmong(items);
  if (copy === undefined) return undefined;
  if (body.originalStartTime === undefined || !isMaster(copy)) return { kind: 'event', stored: copy, whole: copy };
  const id = instanceId(copy.id, readTime('start', body.originalStartTime));
  const instance = resolveEvent(id, [items.find((item) => item.id === id), copy]);
  if (instance === undefined) throw badRequest('invalid', 'Invalid original start time.');
  return instance;
}

/** A cancelled copy is restored, unless the body has a status. */
function readImport(
  body: EventResource,
  open: OpenEvents,
  copy: Resolved | undefined,
  parts: EventParts,
  context: EventContext<User>,
): EventFields {
  const organizer = organizerOf(body, open.calendar);
  const isInstance = copy?.kind === 'instance';
  const whole = isInstance ? { ...body, recurrence: undefined } : body;
  const reading = {
    ...readingOf(open, parts, context),
    organizer: isInstance ? copy.whole.organizer : organizer,
    before: copy?.whole,
    isInstance,
  };
  const fields = readFields({ ...whole, status: whole.status ?? 'confirmed' }, reading);
  // Most files name the organizer with the series alone.
  if (!isInstance || body.organizer !== undefined) requireParticipant(fields, open.calendar);
  return { ...fields, privateCopy: fields.organizer.email === open.calendar.id ? undefined : true };
}

/** Guests of the earlier copy whom the file no longer invites. */
function uninvitedBy({ status, attendees = [] }: EventFields, before: EventFields): readonly string[] {
  const invited = new Set(status === 'cancelled' ? [] : attendees.map(({ email }) => email));
  return (before.attendees ?? []).flatMap(({ email }) => (email === undefined || invited.has(email) ? [] : [email]));
}

export interface ImportRequest {
  readonly calendarId: string;
  readonly body: EventResource;
  readonly parts: EventParts;
  /**
   * The calendar as read a moment ago, when many imports follow each other: a new event then needs no other read of it.
   */
  readonly opened?: OpenCalendar | undefined;
}

/** Undefined when the UID is taken: the calendar must then be read together with that event. */
async function openForNew(
  opened: OpenCalendar,
  uid: string | undefined,
  { stores }: EventContext<User>,
): Promise<OpenEvents | undefined> {
  const isTaken = uid === undefined || (await stores.events.listByUid(opened.calendar, uid)).length > 0;
  return isTaken ? undefined : { ...opened, events: [], overlays: [], along: [] };
}

/** The importer's overlay of an event with another id than an import gives it: its own, else that of its series. */
async function overlayOf(
  eventId: string,
  { calendar, entry }: OpenCalendar,
  { caller, stores }: EventContext<User>,
): Promise<Overlay | undefined> {
  if (entry !== undefined && entry.hasOverlays !== true) return undefined;
  const { overlays } = await stores.events.view(calendar.id, storedIdsOf(eventId), caller.email, []);
  return overlays[0] ?? overlays[1];
}

export function importEvent(
  { calendarId, body: sent, parts, opened }: ImportRequest,
  context: EventContext<User>,
): Promise<EventResource> {
  const { caller, clock, ids, stores } = context;
  const likelyId = idFor(sent.iCalUID ?? '');
  return retryOnConflict(async (lost) => {
    const uid = readUid(sent.iCalUID);
    const asNew = opened === undefined || lost > 0 ? undefined : await openForNew(opened, uid, context);
    const open = asNew ?? (await openEvents(calendarId, [likelyId], context, { uid }));
    requireAccess(open, 'events.import');
    const iCalUID = requireImportable(sent);
    const body = convertType(sent, stores.importedTypes, context.reply);
    const copy = findCopy(body, open.along);
    const fields = readImport(body, open, copy, parts, context);
    const reminders = readReminders(body.reminders);
    if (copy === undefined) {
      // The id can still be taken by an event that was deleted long ago.
      return addEvent(
        { id: lost === 0 ? likelyId : ids.next(), iCalUID, fields, reminders, telling: { isImport: true } },
        open,
        context,
      );
    }
    const overlay = copy.whole.id === likelyId ? open.overlays[0] : await overlayOf(copy.whole.id, open, context);
    const place = copy.kind === 'instance' ? open.along.find(({ id }) => id === copy.master.id) : undefined;
    const target = { open, resolved: copy, overlay, exceptions: exceptionsIn(open.along), place };
    requireWriter(target, 'events.import', caller.email);
    // Lists show nothing else of it, so files leave the rest out: it keeps what it has.
    if (copy.kind === 'instance' && copy.whole.status === 'cancelled' && fields.status === 'cancelled')
      return presentWritten(copy.whole, overlay, open, context);
    const uninvited = uninvitedBy(fields, copy.whole);
    const notice = {
      eventId: copy.whole.id,
      by: caller.email,
      isImport: true,
      ...(uninvited.length > 0 && { uninvited }),
    };
    const outcome = planChange(target, { fields, reminders }, caller.email, clock.now().getTime());
    const isWritten =
      outcome.change === undefined ||
      (await stores.events.write(open.calendar, { ...outcome.change, telling: notice })) !== false;
    return isWritten ? presentWritten(outcome.whole, outcome.overlay, open, context) : undefined;
  });
}

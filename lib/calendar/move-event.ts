/**
 * An event goes to another calendar, its exceptions with it, in one step for both. A series with very many exceptions, or one
 * in a calendar that others keep writing to, is written there first and cancelled here second: whatever happens in between,
 * nothing is lost, and the same request again does the rest.
 */
import type { User } from '#lib/api/context';
import { badRequest, type ApiError } from '#lib/api/errors';
import { requireMatch } from '#lib/api/etag';
import { requireAccess } from './access.ts';
import { attempt } from './attempt.ts';
import { isException, type StoredEvent, type StoredException, type StoredItem } from './event.ts';
import { overlayWrite } from './event-change.ts';
import { requireNotDeleted } from './event-edit.ts';
import { eventTag, nextTick } from './event-etag.ts';
import { exceptionsIn, findTarget, openEvents, presentWritten, requireWriter, type EventContext, type OpenEvents, type Target } from './event-target.ts';
import { typeRestriction } from './event-types.ts';
import { writeOf } from './event-write.ts';
import { duplicate } from './insert-event.ts';
import { hasException } from './instance.ts';
import type { MailTo } from './mail/mail-to.ts';
import type { EventResource } from './resources/event.ts';
import { followSeries } from './series-edit.ts';
import type { EventChange } from './stores.ts';

const organizerError = (reason: string, message: string): ApiError => badRequest(reason, message, { domain: 'calendar' });

/** Only the calendar that holds the leading copy of an ordinary event can give it away. */
function requireMovable({ open, resolved }: Target): StoredEvent {
  if (resolved.kind === 'instance') throw organizerError('cannotChangeOrganizerOfInstance', 'An instance moves only with its series.');
  const { stored } = resolved;
  if (stored.eventType !== 'default') throw typeRestriction('Only ordinary events can be moved.');
  if (stored.organizer.email !== open.calendar.id) throw organizerError('cannotChangeOrganizer', 'Only the organizer can move an event.');
  return stored;
}

/** What the destination has under the id of the event. */
const eventAt = ({ events }: OpenEvents): StoredEvent | undefined => events.flatMap((item) => (item === undefined || isException(item) ? [] : [item]))[0];

const cameFrom = (there: StoredEvent | undefined, calendarId: string): boolean => there !== undefined && there.status !== 'cancelled' && there.movedFrom?.calendarId === calendarId;

/** The event and its exceptions in the form that they have at the destination. */
function arrivalOf(stored: StoredEvent, { open, exceptions, overlay }: Target, arrival: OpenEvents, email: string, nowMs: number): { event: StoredEvent; change: EventChange } {
  const there = eventAt(arrival);
  const versionOf = (id: string): number => exceptionsIn(arrival.along).find((other) => other.id === id)?.version ?? 0;
  const { movedTo: _to, eventLabelId: _label, ...kept } = stored;
  const event: StoredEvent = {
    ...kept,
    organizer: { email: arrival.calendar.id },
    version: (there?.version ?? 0) + 1,
    updatedAtMs: nextTick(nowMs, stored.updatedAtMs, there?.updatedAtMs ?? 0),
    movedFrom: { calendarId: open.calendar.id, version: stored.version },
  };
  const taken = exceptions
    .filter(({ id }) => hasException(stored, id))
    .map(({ eventLabelId: _own, ...exception }): StoredException => ({ ...exception, version: versionOf(exception.id) + 1 }));
  const writes = [...taken.map((exception) => writeOf(exception, nowMs, event)), writeOf(event, nowMs)];
  return { event, change: { writes, atMs: nowMs, ...(overlay !== undefined && { overlay: overlayWrite(arrival, email, overlay, event) }) } };
}

/** What stays behind: a tombstone that knows where the event went. */
function departureOf(stored: StoredEvent, exceptions: readonly StoredException[], movedTo: string, nowMs: number): EventChange {
  const atMs = nextTick(nowMs, stored.updatedAtMs);
  const gone: StoredEvent = { ...stored, status: 'cancelled', movedTo, version: stored.version + 1, updatedAtMs: atMs };
  const followed = followSeries(stored, gone, exceptions, atMs);
  const items: StoredItem[] = [...followed.exceptions, followed.master];
  return { writes: items.map((item) => writeOf(item, nowMs, followed.master)), atMs: nowMs };
}

/** Tries in one step before the two calendars are written one after the other. */
const ATTEMPTS_TOGETHER = 2;

export interface MoveRequest {
  readonly calendarId: string;
  readonly eventId: string;
  readonly destination: string;
  /** Which guests get mail. */
  readonly mail?: MailTo | undefined;
}

export function moveEvent({ calendarId, eventId, destination, mail }: MoveRequest, context: EventContext<User>): Promise<EventResource> {
  const { caller, clock, stores } = context;
  /** The version that an earlier attempt of this request has written there. */
  let written: number | undefined;
  return attempt(async (lost) => {
    const [target, arrival] = await Promise.all([
      findTarget(calendarId, eventId, context, true),
      openEvents(destination, [eventId], context, { exceptionsOf: eventId }),
    ]);
    const { open, resolved, overlay, exceptions } = target;
    const there = eventAt(arrival);
    const isSent = resolved.kind === 'event' && resolved.stored.movedTo === arrival.calendar.id;
    if (isSent && there !== undefined && cameFrom(there, open.calendar.id)) return presentWritten(there, arrival.overlays[0], arrival, context);
    requireNotDeleted(resolved.whole);
    requireWriter(target, 'events.move', caller.email);
    requireAccess(arrival, 'events.move');
    requireMatch(context.request.preconditions, eventTag(resolved.whole, overlay));
    const stored = requireMovable(target);
    if (arrival.calendar.id === open.calendar.id) return presentWritten(stored, overlay, open, context);

    const nowMs = clock.now().getTime();
    const isThere = cameFrom(there, open.calendar.id) && there?.movedFrom?.version === stored.version;
    const { event, change: toArrive } = arrivalOf(stored, target, arrival, caller.email, nowMs);
    const arriving = { calendar: arrival.calendar, change: { ...toArrive, telling: { eventId, by: caller.email, mail } } };
    const leaving = { calendar: open.calendar, change: departureOf(stored, exceptions, arrival.calendar.id, nowMs) };
    if (!isThere) {
      const isLeftBehind = there?.status === 'cancelled' && there.movedTo !== undefined;
      if (there !== undefined && !isLeftBehind && there.version !== written) throw duplicate();
      if (await stores.events.writeBoth(arriving, leaving)) return presentWritten(event, overlay, arrival, context);
      if (lost < ATTEMPTS_TOGETHER || (await stores.events.write(arriving.calendar, arriving.change)) === false) return undefined;
      written = event.version;
    }
    if ((await stores.events.write(leaving.calendar, leaving.change)) === false) return undefined;
    return presentWritten(isThere && there !== undefined ? there : event, overlay, arrival, context);
  });
}

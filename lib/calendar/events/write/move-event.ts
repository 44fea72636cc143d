/**
 * Moves an event with its exceptions to another calendar, in one transaction for both. A series with very many
 * exceptions, or a calendar with many writers, is written in two steps instead: first the destination, then the source.
 * If the second step fails, nothing is lost, and the same request again finishes the move.
 */
import type { User } from '#lib/api/context';
import { badRequest, type ApiError } from '#lib/api/errors';
import { requireMatch } from '#lib/api/etag';
import { requireAccess } from '#lib/calendar/access/permissions';
import { typeRestriction } from '#lib/calendar/events/body/event-types';
import {
  findTarget,
  openEvents,
  presentWritten,
  requireWriter,
  type EventContext,
  type Target,
} from '#lib/calendar/events/read/find-event';
import { resolveCalendarId } from '#lib/calendar/model/calendar';
import { eventTag } from '#lib/calendar/model/change-clock';
import type { StoredEvent } from '#lib/calendar/model/event';
import type { MailTo } from '#lib/calendar/model/mail-choice';
import type { EventResource } from '#lib/calendar/resources/event';
import type { HeldOverlay } from '#lib/calendar/stores/events';
import { retryOnConflict } from '#lib/calendar/stores/retry-on-conflict';
import { requireNotDeleted } from './edits.ts';
import { duplicate } from './insert-event.ts';
import {
  changeAtDestination,
  movedFromCalendar,
  changeAtSource,
  eventAt,
  changeThatUndoesMove,
  type MoveEnds,
} from './move-changes.ts';

const organizerError = (reason: string, message: string): ApiError =>
  badRequest(reason, message, { domain: 'calendar' });

/** Only the organizer's calendar can give an event away, and only an ordinary event. */
function requireMovable({ open, resolved }: Target): StoredEvent {
  if (resolved.kind === 'instance')
    throw organizerError('cannotChangeOrganizerOfInstance', 'An instance moves only with its series.');
  const { stored } = resolved;
  if (stored.eventType !== 'default') throw typeRestriction('Only ordinary events can be moved.');
  if (stored.organizer.email !== open.calendar.id)
    throw organizerError('cannotChangeOrganizer', 'Only the organizer can move an event.');
  return stored;
}

/** Attempts in one transaction before the two calendars are written one after the other. */
const ATTEMPTS_TOGETHER = 2;

export interface MoveRequest {
  readonly calendarId: string;
  readonly eventId: string;
  readonly destination: string;
  /** Which guests get mail. */
  readonly mail?: MailTo | undefined;
}

/** Overlays of before version 0.3 are not listed; that of the caller was read with the event. */
const heldBy = (email: string, { overlay }: Target, listed: readonly HeldOverlay[]): readonly HeldOverlay[] =>
  overlay === undefined || listed.some((held) => held.email === email && held.value.eventId === overlay.eventId)
    ? listed
    : [...listed, { email, value: overlay }];

/** Reads source and destination at the same time: either may be older than the other. */
async function readBoth(
  { calendarId, eventId, destination }: MoveRequest,
  context: EventContext<User>,
): Promise<MoveEnds> {
  const readArrival = () => openEvents(destination, [eventId], context, { exceptionsOf: eventId });
  const source = resolveCalendarId(calendarId, context.caller.email);
  const [target, arrival, listed] = await Promise.all([
    findTarget(calendarId, eventId, context, true),
    readArrival(),
    context.stores.events.listHeldOverlays(source, eventId),
  ]);
  const { open, resolved } = target;
  const held = heldBy(context.caller.email, target, listed);
  const isSent = resolved.kind === 'event' && resolved.stored.movedTo === arrival.calendar.id;
  if (!isSent) return { target, arrival, arrived: undefined, held };
  // The destination is written before the source: if the source has moved the event, a second read finds it, unless it
  // has moved on.
  const now = movedFromCalendar(eventAt(arrival), open.calendar.id) ? arrival : await readArrival();
  const there = eventAt(now);
  return { target, arrival: now, arrived: movedFromCalendar(there, open.calendar.id) ? there : undefined, held };
}

/** A repeated request after the move only needs permission. */
function requireMove({ target, arrival, arrived }: MoveEnds, { caller, request }: EventContext<User>): void {
  const { whole } = target.resolved;
  if (arrived === undefined) requireNotDeleted(whole);
  requireWriter(target, 'events.move', caller.email);
  requireAccess(arrival, 'events.move');
  if (arrived === undefined) requireMatch(request.preconditions, eventTag(whole, target.overlay));
}

export function moveEvent(request: MoveRequest, context: EventContext<User>): Promise<EventResource> {
  const { caller, clock, stores } = context;
  const { eventId, mail } = request;
  /** The version that an earlier attempt of this request wrote at the destination. */
  let written: number | undefined;
  return retryOnConflict(async (lost) => {
    const both = await readBoth(request, context);
    const { target, arrival, arrived, held } = both;
    const { open, overlay, exceptions } = target;
    const there = eventAt(arrival);
    const nowMs = clock.now().getTime();
    try {
      requireMove(both, context);
    } catch (refusal) {
      const withdrawal = written === undefined ? undefined : changeThatUndoesMove(both, written, nowMs);
      if (withdrawal !== undefined && (await stores.events.write(arrival.calendar, withdrawal)) === false)
        return undefined;
      throw refusal;
    }
    if (arrived !== undefined) return presentWritten(arrived, arrival.overlays[0], arrival, context);
    const stored = requireMovable(target);
    if (arrival.calendar.id === open.calendar.id) return presentWritten(stored, overlay, open, context);

    const isThere = movedFromCalendar(there, open.calendar.id) && there?.movedFrom?.version === stored.version;
    const { event, change: toArrive } = changeAtDestination(stored, target, arrival, nowMs);
    const arriving = {
      calendar: arrival.calendar,
      change: { ...toArrive, telling: { eventId, by: caller.email, mail } },
    };
    const leaving = { calendar: open.calendar, change: changeAtSource(stored, exceptions, arrival.calendar.id, nowMs) };
    if (!isThere) {
      const isLeftBehind = there?.status === 'cancelled' && there.movedTo !== undefined;
      if (there !== undefined && !isLeftBehind && there.version !== written) throw duplicate();
      await stores.events.putOverlays(arrival.calendar.id, held, stored.eventType);
      if (await stores.events.writeBoth(arriving, leaving)) return presentWritten(event, overlay, arrival, context);
      if (lost < ATTEMPTS_TOGETHER || (await stores.events.write(arriving.calendar, arriving.change)) === false)
        return undefined;
      written = event.version;
    }
    if ((await stores.events.write(leaving.calendar, leaving.change)) === false) return undefined;
    return presentWritten(isThere && there !== undefined ? there : event, overlay, arrival, context);
  });
}

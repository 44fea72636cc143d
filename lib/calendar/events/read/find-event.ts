/**
 * Finds and shows events. find-event.ts reads the event that a request names, with the calendar, the caller's role and
 * the caller's overlay, in one round trip, and checks access; get-event.ts answers it; describe-event.ts turns it into
 * the resource on the wire. What a reader may see of it is decided in access/event-visibility.ts.
 */
import type { Caller, Context } from '#lib/api/context';
import { notFound, type ApiError } from '#lib/api/errors';
import { isHiddenFrom, visibleEvent } from '#lib/calendar/access/event-visibility';
import { provision } from '#lib/calendar/access/open-calendar';
import {
  requireVisible,
  requireAccess,
  ruleIdsOn,
  type Permission,
  type OpenCalendar,
} from '#lib/calendar/access/permissions';
import { resolveCalendarId } from '#lib/calendar/model/calendar';
import { isException, type Overlay, type StoredException, type StoredItem } from '#lib/calendar/model/event';
import { storedIdsOf, resolveEvent, type Resolved, type WholeEvent } from '#lib/calendar/model/instance';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { RelatedReads, EventView, ChangeNumbers } from '#lib/calendar/stores/events';
import { describeEvent } from './describe-event.ts';

export type EventContext<C extends Caller = Caller> = Context<CalendarStores, C>;

export type OpenEvents = OpenCalendar & EventView;

/** A calendar that the caller may see, with some of its events. */
export async function openEvents(
  calendarId: string,
  eventIds: readonly string[],
  context: EventContext,
  along?: RelatedReads,
): Promise<OpenEvents> {
  const { caller, stores } = context;
  const id = resolveCalendarId(calendarId, caller.email);
  const read = () =>
    stores.groups.reading(
      (groups) => ruleIdsOn(id, caller, groups),
      (ruleIds) => stores.events.view(id, eventIds, caller.email, ruleIds, along),
    );
  const found = await read();
  const view =
    caller.kind === 'anonymous' || found.user !== undefined
      ? found
      : await provision({ ...context, caller }, read, ({ user }) => user !== undefined);
  return { ...view, ...requireVisible(view, caller) };
}

export interface Target {
  readonly open: OpenCalendar;
  readonly resolved: Resolved;
  /** The caller's overlay: that of the event itself, else that of its series. */
  readonly overlay: Overlay | undefined;
  /** All exceptions of the event, tombstones included, if they were requested. */
  readonly exceptions: readonly StoredException[];
  /** Change numbers of the instance's series. */
  readonly place?: ChangeNumbers | undefined;
}

export const exceptionsIn = (items: readonly StoredItem[]): StoredException[] =>
  items.flatMap((item) => (isException(item) ? [item] : []));

/** The error for an event that does not exist, given the items that were read. */
export type ErrorIfMissing = (eventId: string, items: readonly (StoredItem | undefined)[]) => ApiError;

/** The event with its calendar; 404 when it does not exist. */
export async function findTarget(
  calendarId: string,
  eventId: string,
  context: EventContext,
  withExceptions = false,
  errorIfMissing: ErrorIfMissing = () => notFound(),
): Promise<Target> {
  const ids = storedIdsOf(eventId);
  const { events, overlays, along, ...open } = await openEvents(calendarId, ids, context, {
    exceptionsOf: withExceptions && ids.length === 1 ? eventId : undefined,
  });
  const resolved = resolveEvent(eventId, events);
  if (resolved === undefined) throw errorIfMissing(eventId, events);
  const [own, ofSeries] = overlays;
  const isInstance = resolved.kind === 'instance';
  return {
    open,
    resolved,
    overlay: own ?? (isInstance ? ofSeries : undefined),
    exceptions: exceptionsIn(along),
    place: isInstance ? events[1] : undefined,
  };
}

/** 403 unless the caller may write events here, and this one if it is private. */
export function requireWriter(
  { open, resolved }: Pick<Target, 'open' | 'resolved'>,
  permission: Permission,
  email: string,
): void {
  requireAccess(open, permission);
  if (isHiddenFrom(resolved.whole, email)) requireAccess(open, 'events.changePrivate');
}

export interface AnswerOptions {
  readonly timeZone?: string | undefined;
  readonly maxAttendees?: number | undefined;
}

/** The event as the caller sees it; undefined when the caller may not see it at all. */
export function present(
  event: WholeEvent,
  overlay: Overlay | undefined,
  { calendar, detailLevel }: OpenCalendar,
  { caller, request }: EventContext,
  presenting: AnswerOptions = {},
): EventResource | undefined {
  const visible = visibleEvent(event, { email: caller.email, detailLevel });
  return (
    visible &&
    describeEvent(visible, overlay, { calendar, email: caller.email, rootUrl: request.rootUrl, ...presenting })
  );
}

/** The same after a write, when the caller certainly sees it. */
export function presentWritten(...parameters: Parameters<typeof present>): EventResource {
  const event = present(...parameters);
  if (event === undefined) throw notFound();
  return event;
}

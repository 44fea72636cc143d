/**
 * Time that a guest has set apart declines invitations that fall into it: an event, or those instances of a series that
 * do.
 */
import { isBusy } from '#lib/calendar/events/free-busy/busy-times';
import { eventsInWindow } from '#lib/calendar/events/order/by-time';
import { plainInstances } from '#lib/calendar/events/order/series-rows';
import type { Calendar } from '#lib/calendar/model/calendar';
import { isMaster } from '#lib/calendar/model/event';
import { rowOf, type Answer } from '#lib/calendar/model/guest-copy';
import { modifiedInstance, type WholeEvent } from '#lib/calendar/model/instance';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { IndexedItem } from '#lib/calendar/stores/events';
import { DAY, type Instant } from '#lib/calendar/time/civil';
import { intervalOf, overlaps, type Interval } from '#lib/calendar/time/event-time';
import { hasOwnGuests, isInvited, type Meeting } from './meeting.ts';

/** Of a series so many days are looked at, and so many instances. */
const DAYS_AHEAD = 366;
const MAX_INSTANCES = 400;
const READ_AT_ONCE = 100;

/** The answer of time that is set apart for something else. */
export function refusalOf({
  focusTimeProperties,
  outOfOfficeProperties,
}: Pick<WholeEvent, 'focusTimeProperties' | 'outOfOfficeProperties'>): Answer | undefined {
  const { autoDeclineMode = 'declineNone', declineMessage = '' } = focusTimeProperties ?? outOfOfficeProperties ?? {};
  if (autoDeclineMode === 'declineNone') return undefined;
  return { responseStatus: 'declined', ...(declineMessage !== '' && { comment: declineMessage }) };
}

/** What the guest is asked to come to, from now on where it repeats. */
function invitationsIn(
  { event, exceptions }: Meeting,
  { id: guest, timeZone }: Calendar,
  items: readonly IndexedItem[],
  now: Instant,
): WholeEvent[] {
  const isAsked = isInvited(event, guest);
  const invitations: WholeEvent[] = exceptions
    .filter((exception) => (isAsked && !hasOwnGuests(exception)) || isInvited(exception, guest))
    .filter(({ id }) => items.every((item) => item.id !== id))
    .map((exception) => modifiedInstance(event, exception));
  if (!isAsked) return invitations;
  if (!isMaster(event)) return [event];
  const horizon = now + DAYS_AHEAD * DAY;
  for (const { whole } of plainInstances(event, { window: { after: now, before: horizon }, horizon }, timeZone)) {
    if (invitations.push(whole) >= MAX_INSTANCES) break;
  }
  return invitations;
}

const isOpen = (invitation: WholeEvent, guest: string): boolean =>
  rowOf(invitation.attendees, guest)?.responseStatus === 'needsAction' && isBusy(invitation, guest);

interface SetApart extends Interval {
  readonly refusal: Answer;
}

async function timeSetApart(
  events: CalendarStores['events'],
  calendar: Calendar,
  { start, end }: Interval,
): Promise<SetApart[]> {
  const found: SetApart[] = [];
  const query = {
    window: { after: start, before: end },
    horizon: end,
    isExpanded: true,
    listsTombstones: false,
    wanted: READ_AT_ONCE,
  };
  for await (const run of eventsInWindow(events, calendar, query)) {
    for (const { whole } of run) {
      const refusal = whole.status === 'cancelled' ? undefined : refusalOf(whole);
      if (refusal !== undefined) found.push({ ...intervalOf(whole, calendar.timeZone), refusal });
    }
  }
  return found;
}

/** Answers by the id of the event or of the instance. A series of which nothing is left is answered as a whole. */
export async function answersAtOnce(
  { events }: Pick<CalendarStores, 'events'>,
  calendar: Calendar,
  meeting: Meeting,
  items: readonly IndexedItem[],
  now: Instant,
): Promise<Map<string, Answer>> {
  const invitations = invitationsIn(meeting, calendar, items, now);
  const open = invitations
    .filter((invitation) => isOpen(invitation, calendar.id))
    .map((invitation) => ({ id: invitation.id, ...intervalOf(invitation, calendar.timeZone) }));
  if (open.length === 0) return new Map();
  const span = { start: Math.min(...open.map(({ start }) => start)), end: Math.max(...open.map(({ end }) => end)) };
  const setApart = await timeSetApart(events, calendar, span);
  const answers = new Map(
    open.flatMap(({ id, start, end }): [string, Answer][] => {
      const conflict = setApart.find((one) => overlaps({ start, end }, { after: one.start, before: one.end }));
      return conflict === undefined ? [] : [[id, conflict.refusal]];
    }),
  );
  const [first] = answers.values();
  const isAll = first !== undefined && answers.size === invitations.length && isInvited(meeting.event, calendar.id);
  return isAll ? new Map([[meeting.event.id, first]]) : answers;
}

/**
 * Automatic declines: focus time and time out of office can decline invitations that overlap them, a single event or
 * single instances of a series.
 */
import type { Logger } from '#lib/api/context';
import { isBusy } from '#lib/calendar/events/free-busy/busy-times';
import { eventsInWindow } from '#lib/calendar/events/order/by-time';
import { plainInstances } from '#lib/calendar/events/order/series-rows';
import type { Calendar } from '#lib/calendar/model/calendar';
import { isMaster, type StoredEvent } from '#lib/calendar/model/event';
import { rowOf, type Answer } from '#lib/calendar/model/guest-copy';
import { modifiedInstance, type WholeEvent } from '#lib/calendar/model/instance';
import { EXPANSIONS_CUT, ExpansionBudget, ExpansionLimit } from '#lib/calendar/recurrence/budget';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { IndexedItem } from '#lib/calendar/stores/events';
import { DAY, type Instant } from '#lib/calendar/time/civil';
import { intervalOf, overlaps, type Interval } from '#lib/calendar/time/event-time';
import { hasOwnGuests, isInvited, type Meeting } from './meeting.ts';

/** Limits for one invitation: how far ahead, how many instances, and how many of the guest's events are looked at. */
const DAYS_AHEAD = 366;
const MAX_INSTANCES = 400;
const MAX_EXAMINED = 2000;
const READ_AT_ONCE = 100;
/** Occurrences that are looked at for one invitation, the invitation's own and those of the guest's events. */
const MAX_EXPANSIONS = 50_000;

/** One look at a calendar. Where its budget ends, the rest is left out. */
class BoundedLook {
  readonly budget = new ExpansionBudget(MAX_EXPANSIONS);
  isCut = false;

  cut(error: unknown): void {
    if (!(error instanceof ExpansionLimit)) throw error;
    this.isCut = true;
  }
}

const ANSWERING_TYPES: ReadonlySet<string> = new Set(['focusTime', 'outOfOffice']);

/** The automatic answer that an event of this kind gives, if its mode asks for one. */
function automaticAnswer({
  focusTimeProperties,
  outOfOfficeProperties,
}: Pick<WholeEvent, 'focusTimeProperties' | 'outOfOfficeProperties'>): Answer | undefined {
  const { autoDeclineMode = 'declineNone', declineMessage = '' } = focusTimeProperties ?? outOfOfficeProperties ?? {};
  if (autoDeclineMode === 'declineNone') return undefined;
  return { responseStatus: 'declined', ...(declineMessage !== '' && { comment: declineMessage }) };
}

/** The event, or the instances from now on, that invite the guest. */
function invitationsIn(
  { event, exceptions }: Meeting,
  { id: guest, timeZone }: Calendar,
  items: readonly IndexedItem[],
  now: Instant,
  look: BoundedLook,
): WholeEvent[] {
  const isGuest = isInvited(event, guest);
  const invitations: WholeEvent[] = exceptions
    .filter((exception) => (isGuest && !hasOwnGuests(exception)) || isInvited(exception, guest))
    .filter(({ id }) => items.every((item) => item.id !== id))
    .map((exception) => modifiedInstance(event, exception));
  if (!isGuest) return invitations;
  if (!isMaster(event)) return [event];
  const horizon = now + DAYS_AHEAD * DAY;
  const part = { window: { after: now, before: horizon }, horizon, budget: look.budget };
  try {
    for (const { whole } of plainInstances(event, part, timeZone)) {
      if (invitations.push(whole) >= MAX_INSTANCES) break;
    }
  } catch (error) {
    look.cut(error);
  }
  return invitations;
}

const isOpen = (invitation: WholeEvent, guest: string): boolean =>
  rowOf(invitation.attendees, guest)?.responseStatus === 'needsAction' && isBusy(invitation, guest);

interface BlockedTime extends Interval {
  readonly answer: Answer;
}

async function blockedTimes(
  events: CalendarStores['events'],
  calendar: Calendar,
  { start, end }: Interval,
  look: BoundedLook,
): Promise<BlockedTime[]> {
  const found: BlockedTime[] = [];
  const query = {
    window: { after: start, before: end },
    horizon: end,
    budget: look.budget,
    // The others are not expanded: whoever invites decides how long the window is.
    isTypeWanted: (eventType: string) => ANSWERING_TYPES.has(eventType),
    isSeriesWanted: (series: StoredEvent) => automaticAnswer(series) !== undefined,
    isExpanded: true,
    listsTombstones: false,
    wanted: READ_AT_ONCE,
  };
  let examined = 0;
  try {
    for await (const run of eventsInWindow(events, calendar, query)) {
      for (const { whole } of run) {
        const answer = whole.status === 'cancelled' ? undefined : automaticAnswer(whole);
        if (answer !== undefined) found.push({ ...intervalOf(whole, calendar.timeZone), answer });
        examined += 1;
        if (examined >= MAX_EXAMINED) return found;
      }
    }
  } catch (error) {
    look.cut(error);
  }
  return found;
}

/** A year at most, from now on where it is longer: no invitation makes the guest's calendar be read for more than that. */
function boundedSpan(intervals: readonly Interval[], now: Instant): Interval {
  const start = Math.min(...intervals.map((interval) => interval.start));
  const end = Math.max(...intervals.map((interval) => interval.end));
  if (end - start <= DAYS_AHEAD * DAY) return { start, end };
  const from = Math.max(now, start);
  return { start: from, end: Math.min(end, from + DAYS_AHEAD * DAY) };
}

export interface AnswerDependencies {
  readonly events: CalendarStores['events'];
  readonly log: Logger;
}

/** Answers by the id of the event or of the instance. When every instance is declined, the series itself is. */
export async function automaticAnswers(
  { events, log }: AnswerDependencies,
  calendar: Calendar,
  meeting: Meeting,
  items: readonly IndexedItem[],
  now: Instant,
): Promise<Map<string, Answer>> {
  const look = new BoundedLook();
  const invitations = invitationsIn(meeting, calendar, items, now, look);
  const open = invitations
    .filter((invitation) => isOpen(invitation, calendar.id))
    .map((invitation) => ({ id: invitation.id, ...intervalOf(invitation, calendar.timeZone) }));
  if (open.length === 0) return new Map();
  const span = boundedSpan(open, now);
  const blocked = await blockedTimes(events, calendar, span, look);
  if (look.isCut) log.info(EXPANSIONS_CUT, { service: 'calendar', run: 'automaticAnswers', calendar: calendar.id });
  const answers = new Map(
    open.flatMap(({ id, start, end }): [string, Answer][] => {
      const conflict = blocked.find((one) => overlaps({ start, end }, { after: one.start, before: one.end }));
      return conflict === undefined ? [] : [[id, conflict.answer]];
    }),
  );
  const [first] = answers.values();
  const isAll = first !== undefined && answers.size === invitations.length && isInvited(meeting.event, calendar.id);
  return isAll ? new Map([[meeting.event.id, first]]) : answers;
}

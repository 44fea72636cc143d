/**
 * The organizer's copy takes over what a guest has changed: the answer, new guests, and what guests are allowed to
 * modify.
 */
import type { OpenCalendar } from '#lib/calendar/access/permissions';
import { rebase } from '#lib/calendar/events/guest-edits/pending-change';
import { exceptionsIn, type Target } from '#lib/calendar/events/read/find-event';
import { planChange } from '#lib/calendar/events/write/change-event';
import { writeOf } from '#lib/calendar/events/write/item-write';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { StoredEvent, StoredItem } from '#lib/calendar/model/event';
import { rowOf, type PendingGuestChange } from '#lib/calendar/model/guest-copy';
import { storedIdsOf, resolveEvent, type Resolved } from '#lib/calendar/model/instance';
import type { EventWrite, ChangeNumbers, ChangeNotice } from '#lib/calendar/stores/events';
import type { Propagation } from './propagation.ts';

const MAX_ATTEMPTS = 10;
const MAX_MOVES = 20;

/** The organizer's own hand: there is nothing that it may not. */
const asOrganizer = (calendar: Calendar): OpenCalendar => ({
  calendar,
  rules: [],
  entry: undefined,
  user: undefined,
  role: 'owner',
  detailLevel: 'everything',
});

const itemOf = (resolved: Resolved): StoredItem | undefined =>
  resolved.kind === 'event' ? resolved.stored : resolved.exception;
const seriesOf = (resolved: Resolved): StoredEvent => (resolved.kind === 'event' ? resolved.stored : resolved.master);

/** The change that takes over what guests have changed, one after the other, and remembers that it was heard. */
function planTakeOver(
  target: Target,
  own: ChangeNumbers | undefined,
  news: readonly TakenOver[],
  nowMs: number,
): EventWrite[] {
  const { resolved, open } = target;
  const { whole } = resolved;
  const known = itemOf(resolved);
  const heard = {
    ...known?.heard,
    ...Object.fromEntries(news.map(({ guest, awaiting }) => [guest, awaiting.version])),
  };
  const fields = news.reduce((event, { guest, awaiting }) => rebase(event, awaiting, guest), whole);
  const { change } = planChange(target, { fields, reminders: undefined }, open.calendar.owner, nowMs);
  if (change !== undefined)
    return change.writes.map((write) =>
      write.event.id === whole.id ? { ...write, event: { ...write.event, heard } } : write,
    );
  // Nothing is new: only the organizer's copy has to know that it heard so.
  return known === undefined
    ? []
    : [{ ...writeOf({ ...known, version: known.version + 1, heard }, nowMs, seriesOf(resolved)), keepsPlace: own }];
}

/** What one guest has changed of an event. */
export interface TakenOver {
  /** The guest's calendar. */
  readonly guest: string;
  readonly awaiting: PendingGuestChange;
}

/** What guests have changed of one event, or of one instance. */
export interface GuestChanges {
  /** The organizer's calendar. */
  readonly of: string;
  readonly eventId: string;
  readonly news: readonly TakenOver[];
}

/**
 * Letters about what guests have changed go out from the organizer's copy. Whoever was told to write to all, writes for
 * all.
 */
function tellingOf(eventId: string, news: readonly TakenOver[]): ChangeNotice | undefined {
  const wishes = news.flatMap(({ awaiting }) => awaiting.mail ?? []);
  const wish = wishes.find(({ to }) => to === 'all') ?? wishes[0];
  return wish && { eventId, by: wish.by, mail: wish.to };
}

/**
 * True when the organizer's copy has changed, so that the changes come back from there; false when there was nothing to
 * take over. However many have changed something, it is one write.
 */
export async function takeOver({ of, eventId, news }: GuestChanges, { stores, clock }: Propagation): Promise<boolean> {
  let calendarId = of;
  for (let attempt = 0, moves = 0; attempt < MAX_ATTEMPTS && moves < MAX_MOVES; attempt += 1) {
    const ids = storedIdsOf(eventId);
    const view = await stores.events.view(calendarId, ids, undefined, [], {
      exceptionsOf: ids.length === 1 ? eventId : undefined,
    });
    const resolved = resolveEvent(eventId, view.events);
    if (view.calendar === undefined || view.calendar.isRemoved === true || resolved === undefined) return false;
    const { movedTo } = seriesOf(resolved);
    if (movedTo !== undefined) {
      calendarId = movedTo;
      moves += 1;
      attempt -= 1;
      continue;
    }
    const { attendees, status } = resolved.whole;
    const heard = itemOf(resolved)?.heard;
    const unheard = news.filter(
      ({ guest, awaiting }) => (heard?.[guest] ?? 0) < awaiting.version && rowOf(attendees, guest) !== undefined,
    );
    if (unheard.length === 0 || status === 'cancelled') return false;
    const [own, series] = view.events;
    const target: Target = {
      open: asOrganizer(view.calendar),
      resolved,
      overlay: undefined,
      exceptions: exceptionsIn(view.along),
      place: series,
    };
    const nowMs = clock.now().getTime();
    const writes = planTakeOver(target, own, unheard, nowMs);
    if (writes.length === 0) return false;
    if (
      (await stores.events.write(view.calendar, { writes, atMs: nowMs, telling: tellingOf(eventId, unheard) })) !==
      false
    )
      return true;
  }
  throw new Error(`${of} could not take over what guests changed of ${eventId}`);
}

/**
 * Applies the changes of guests to the organizer's item: answers, new guests, and the fields that guests may modify.
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

/** Access for this process, which acts as the organizer: every permission. */
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

/** Applies the changes one after the other, and stores in `heard` that they were applied. */
function planWrites(
  target: Target,
  own: ChangeNumbers | undefined,
  changes: readonly ChangeByGuest[],
  nowMs: number,
): EventWrite[] {
  const { resolved, open } = target;
  const { whole } = resolved;
  const known = itemOf(resolved);
  const heard = {
    ...known?.heard,
    ...Object.fromEntries(changes.map(({ guest, awaiting }) => [guest, awaiting.version])),
  };
  const fields = changes.reduce((event, { guest, awaiting }) => rebase(event, awaiting, guest), whole);
  const { change } = planChange(target, { fields, reminders: undefined }, open.calendar.owner, nowMs);
  if (change !== undefined)
    return change.writes.map((write) =>
      write.event.id === whole.id ? { ...write, event: { ...write.event, heard } } : write,
    );
  // No field changes: only `heard` is stored.
  return known === undefined
    ? []
    : [
        {
          ...writeOf({ ...known, version: known.version + 1, heard }, nowMs, seriesOf(resolved), known),
          keepsPlace: own,
        },
      ];
}

/** What one guest changed of an event. */
export interface ChangeByGuest {
  /** The guest's calendar. */
  readonly guest: string;
  readonly awaiting: PendingGuestChange;
}

/** What several guests changed of one event, or of one instance. */
export interface ChangesByGuests {
  /** The organizer's calendar. */
  readonly of: string;
  readonly eventId: string;
  readonly changes: readonly ChangeByGuest[];
}

/**
 * Letters about changes by guests are sent from the organizer's item. If one guest asked to mail everybody, everybody
 * gets mail.
 */
function noticeOf(eventId: string, changes: readonly ChangeByGuest[]): ChangeNotice | undefined {
  const wishes = changes.flatMap(({ awaiting }) => awaiting.mail ?? []);
  const wish = wishes.find(({ to }) => to === 'all') ?? wishes[0];
  return wish && { eventId, by: wish.by, mail: wish.to };
}

/**
 * True when the organizer's item was written; the stream then brings the change to all guests. False when there was
 * nothing to apply. One write, however many guests changed something.
 */
export async function applyGuestChanges(
  { of, eventId, changes }: ChangesByGuests,
  { stores, clock }: Propagation,
): Promise<boolean> {
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
    const applied = itemOf(resolved)?.heard;
    const pending = changes.filter(
      ({ guest, awaiting }) => (applied?.[guest] ?? 0) < awaiting.version && rowOf(attendees, guest) !== undefined,
    );
    if (pending.length === 0 || status === 'cancelled') return false;
    const [own, series] = view.events;
    const target: Target = {
      open: asOrganizer(view.calendar),
      resolved,
      overlay: undefined,
      exceptions: exceptionsIn(view.along),
      place: series,
    };
    const nowMs = clock.now().getTime();
    const writes = planWrites(target, own, pending, nowMs);
    if (writes.length === 0) return false;
    if (
      (await stores.events.write(view.calendar, { writes, atMs: nowMs, telling: noticeOf(eventId, pending) })) !== false
    )
      return true;
  }
  throw new Error(`${of} could not take over what guests changed of ${eventId}`);
}

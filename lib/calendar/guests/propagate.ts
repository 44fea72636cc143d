/**
 * Guests: every guest of a meeting has a copy of the event in their own calendar, and this folder keeps all copies up
 * to date. The table's stream drives it, not the request that wrote: copying costs two more round trips for each guest,
 * a write may take only two in all, and a failed batch of the stream is tried again.
 *
 * Read in this order: changed-meetings.ts (which meetings a batch of stream records concerns), propagate.ts (from the
 * organizer to the guests), sync-copy.ts (one guest's calendar), plan-copy.ts and copy-event.ts (what to write there),
 * tell-organizer.ts and apply-guest-changes.ts (from a guest back to the organizer), arrival.ts and conflicts.ts (what
 * a new invitation meets), mail/ (letters). The marks on the items are described in model/guest-copy.ts.
 *
 * Example. Alice invites Bob and Carol to event `e`; Bob accepts. `v` is the version of the item in that calendar.
 *   1. Alice's request writes alice/e v1, with both guests at `needsAction`.
 *   2. The stream hands alice/e over; `propagate` writes bob/e v1 and carol/e v1, each with `copy: {of: alice, version:
 *      1}`. Their records come by too and end there: they carry no change by a guest (`concernsOthers`).
 *   3. Bob's request writes bob/e v2: his row says `accepted`, and `copy.awaiting` is `{version: 2, answer: accepted}`.
 *      Nobody else sees it yet.
 *   4. The stream hands bob/e over; `tellOrganizer` writes alice/e v2 with Bob's row and `heard: {bob: 2}`.
 *   5. The stream hands alice/e over; `propagate` writes bob/e v3 (without `awaiting`, and without a new place among
 *      the changes: Bob knows his answer) and carol/e v2, both with `copy.version` 2.
 */
import type { StoredEvent } from '#lib/calendar/model/event';
import type { WaitingInvitation } from '#lib/calendar/stores/invitations';
import {
  eventWithId,
  findMeeting,
  guestsOf,
  holdersOf,
  isInvited,
  meetingOf,
  readSeries,
  type Meeting,
} from './meeting.ts';
import type { Propagation } from './propagation.ts';
import { syncCopies } from './sync-copy.ts';

/** An event, or a series with its instances, that has changed. */
export interface ChangedMeeting {
  readonly calendarId: string;
  readonly eventId: string;
  /** Everybody on the guest lists of the changed items, before or after the change. */
  readonly guests: ReadonlySet<string>;
  /** Those who were not on them before. */
  readonly invited: ReadonlySet<string>;
  /** Only imports changed it: `guests` are those whom they have taken off a list, and nobody else is told. */
  readonly isImport?: boolean | undefined;
  /** The last state of an item that was removed from the table. */
  readonly gone?: StoredEvent | undefined;
}

/**
 * Stores invitations for addresses without a calendar here. They may get one at this very moment, so their calendars
 * are looked up once more afterwards.
 */
async function storeWaitingInvitations(
  meeting: Meeting,
  emails: readonly string[],
  propagation: Propagation,
): Promise<void> {
  const invitations = emails.map((email): WaitingInvitation => ({
    email,
    calendarId: meeting.calendarId,
    eventId: meeting.event.id,
  }));
  await propagation.stores.waiting.add(invitations);
  const absent = await syncCopies(meeting, emails, propagation);
  await propagation.stores.waiting.remove(invitations.filter(({ email }) => !absent.includes(email)));
}

/** Those who are invited to other instances of a series may never have had a copy, and an import gives them none. */
async function uninvitedHolders(
  meeting: Meeting,
  uninvited: ReadonlySet<string>,
  present: ReadonlySet<string>,
  { stores }: Propagation,
): Promise<Set<string>> {
  const invited = [...uninvited].filter((guest) => present.has(guest));
  const others = [...uninvited].filter((guest) => !present.has(guest));
  return new Set([...others, ...(await holdersOf(meeting, invited, stores))]);
}

async function tellGuests(
  meeting: Meeting,
  { guests, invited, isImport }: ChangedMeeting,
  propagation: Propagation,
): Promise<void> {
  const present = meeting.event.status === 'cancelled' ? new Set<string>() : guestsOf(meeting);
  const everybody =
    isImport === true
      ? await uninvitedHolders(meeting, guests, present, propagation)
      : new Set([...guestsOf(meeting), ...guests]);
  everybody.delete(meeting.calendarId);
  const elsewhere = await syncCopies(meeting, [...everybody], propagation);
  await storeWaitingInvitations(
    meeting,
    elsewhere.filter((guest) => present.has(guest) && invited.has(guest)),
    propagation,
  );
  const uninvited = elsewhere.filter((guest) => !present.has(guest));
  await propagation.stores.waiting.remove(
    uninvited.map((email) => ({ email, calendarId: meeting.calendarId, eventId: meeting.event.id })),
  );
}

const goneMeeting = (calendarId: string, event: StoredEvent): Meeting => ({
  calendarId,
  owner: event.creator.email,
  organizer: event.organizer,
  event: { ...event, status: 'cancelled', version: event.version + 1 },
  exceptions: [],
});

export async function propagate(touched: ChangedMeeting, propagation: Propagation): Promise<void> {
  const { calendarId, eventId, gone } = touched;
  const series = await readSeries(propagation.stores, calendarId, eventId);
  const event = series && eventWithId(series.items, eventId);
  if (series === undefined || event === undefined) {
    if (gone !== undefined && gone.organizer.email === calendarId)
      await tellGuests(goneMeeting(calendarId, gone), touched, propagation);
    return;
  }
  if (event.copy !== undefined) return;
  const isLeading = event.organizer.email === calendarId && event.movedTo === undefined;
  const meeting = isLeading
    ? meetingOf(series, event)
    : event.movedTo === undefined
      ? undefined
      : await findMeeting(propagation.stores, event.movedTo, eventId);
  if (meeting !== undefined) await tellGuests(meeting, touched, propagation);
}

/** Copies the meetings that a new user was invited to before they had a calendar here. */
export async function deliverWaitingInvitations(email: string, propagation: Propagation): Promise<void> {
  const { stores } = propagation;
  for (const waiting of await stores.waiting.list(email)) {
    const meeting = await findMeeting(stores, waiting.calendarId, waiting.eventId);
    const isAwaited =
      meeting !== undefined && [meeting.event, ...meeting.exceptions].some((item) => isInvited(item, email));
    if (isAwaited) await syncCopies(meeting, [email], propagation);
    await stores.waiting.remove([waiting]);
  }
}

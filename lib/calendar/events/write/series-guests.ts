/**
 * Who is invited to an instance that has rows of its own: while only the answers differ from those of its series,
 * whoever the series invites.
 */
import type { StoredEvent, StoredException } from '#lib/calendar/model/event';
import { answerIn, rowOf, withAnswer } from '#lib/calendar/model/guest-copy';

type Rows = StoredEvent['attendees'];

/** Nobody is twice on a list. */
function hasSameGuests(a: Rows = [], b: Rows = []): boolean {
  const addresses = new Set(a.map(({ email }) => email));
  return a.length === b.length && b.every(({ email }) => addresses.has(email));
}

export const invitesOthers = (before: StoredEvent, after: StoredEvent): boolean =>
  !hasSameGuests(before.attendees, after.attendees);

/**
 * The instance after its series has invited or uninvited somebody. A list of its own stays, and so do the answers that
 * were given for it.
 */
export function followGuests(
  before: StoredEvent,
  after: StoredEvent,
  exception: StoredException,
  updatedAtMs: number,
): StoredException {
  const { attendees: rows, ...others } = exception;
  if (rows === undefined || !invitesOthers(before, after) || !hasSameGuests(rows, before.attendees)) return exception;
  if (after.attendees === undefined) return { ...others, updatedAtMs };
  const attendees = after.attendees.map((row) => {
    const own = rowOf(rows, row.email ?? '');
    return own === undefined ? row : withAnswer(row, answerIn(own));
  });
  return { ...exception, attendees, updatedAtMs };
}

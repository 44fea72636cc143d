/**
 * Guests of an exception with rows of its own. While its list differs from the series only in answers, it follows the
 * guest list of the series.
 */
import type { StoredEvent, StoredException } from '#lib/calendar/model/event';
import { answerIn, rowOf, withAnswer } from '#lib/calendar/model/guest-copy';

type Rows = StoredEvent['attendees'];

/** A list holds every address once. */
function hasSameGuests(a: Rows = [], b: Rows = []): boolean {
  const addresses = new Set(a.map(({ email }) => email));
  return a.length === b.length && b.every(({ email }) => addresses.has(email));
}

export const invitesOthers = (before: StoredEvent, after: StoredEvent): boolean =>
  !hasSameGuests(before.attendees, after.attendees);

/**
 * The exception after its series invited or removed guests. A list that differs stays, and so do answers for this
 * instance.
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

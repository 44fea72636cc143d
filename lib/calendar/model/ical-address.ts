/** The secret address of a calendar, under which programs that have no token read it. */

export interface IcalAddress {
  readonly calendarId: string;
  /** The secret itself is shown once, when it is made, and not kept. */
  readonly secretHash: string;
  /** The owner who made it: a reader sees what this person sees, as long as the calendar is theirs. */
  readonly email: string;
  readonly createdAtMs: number;
}

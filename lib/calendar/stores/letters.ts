/** Storage of letters. */
import type { Unsent } from '#lib/mail/mailer';

/** A letter and the event it is about. Its id is that of the message. */
export interface OutgoingLetter {
  readonly calendarId: string;
  readonly eventId: string;
  readonly message: Unsent;
}

/** A letter that may or may not have been sent, or that was refused. */
export interface LetterSetAside extends OutgoingLetter {
  readonly reason: string;
  readonly atMs: number;
}

/** The state of a letter before an attempt to send it. */
export type LetterState =
  /** The caller may send it, under this hold. */
  | { readonly kind: 'ours'; readonly hold: string }
  /** Another process is sending it, until then at most. */
  | { readonly kind: 'held'; readonly untilMs: number }
  /** Another process began to send it and did not report the result in time. */
  | { readonly kind: 'abandoned'; readonly hold: string }
  /** It was sent, or set aside. */
  | { readonly kind: 'settled' };

/** Letters by id. Every hold is unique: a write under an old hold changes nothing. */
export interface LetterStore {
  /** Records that sending begins, unless it has begun before. */
  begin(id: string, untilMs: number): Promise<LetterState>;
  /**
   * Gives a letter whose hold is over, or that was set aside, a new hold; undefined on a conflict. What is needed to
   * send it stays stored.
   */
  takeUp(id: string, hold: string, untilMs: number): Promise<string | undefined>;
  /** Records that it was sent. */
  markSent(id: string): Promise<void>;
  /** Records that it was certainly not sent: sending may begin again. */
  release(id: string, hold: string): Promise<void>;
  /** False on a conflict. */
  setAside(letter: LetterSetAside, hold: string): Promise<boolean>;
  /** Oldest first. A letter that is being sent again has `heldUntilMs`. */
  listSetAside(): Promise<(LetterSetAside & { readonly hold: string; readonly heldUntilMs?: number | undefined })[]>;
}

/** What the rules ask of the storage of letters. */
import type { Unsent } from '#lib/mail/mailer';

/** A letter with what it is about. Its `id` is that of the message. */
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

/** What is known of a letter when it is to be sent. */
export type LetterState =
  /** It is the caller's to send, under this hold. */
  | { readonly kind: 'ours'; readonly hold: string }
  /** Somebody is sending it, and has time until then. */
  | { readonly kind: 'held'; readonly untilMs: number }
  /** Somebody began to send it and never said how it ended. */
  | { readonly kind: 'abandoned'; readonly hold: string }
  /** It was sent, or set aside. */
  | { readonly kind: 'settled' };

/** Letters by their ids. A hold is told from every other; whoever writes under one that is over changes nothing. */
export interface LetterStore {
  /** Notes that sending begins, unless it has begun before. */
  begin(id: string, untilMs: number): Promise<LetterState>;
  /**
   * Passes a letter from a hold that is over, or from those set aside, to a new one; undefined when somebody was
   * faster. What was kept to send it stays.
   */
  takeUp(id: string, hold: string, untilMs: number): Promise<string | undefined>;
  /** It will never be sent again. */
  markSent(id: string): Promise<void>;
  /** It was certainly not sent: as if nobody had begun. */
  release(id: string, hold: string): Promise<void>;
  /** False when somebody was faster. */
  setAside(letter: LetterSetAside, hold: string): Promise<boolean>;
  /** Oldest first. Those that are being sent again have `heldUntilMs`. */
  listSetAside(): Promise<(LetterSetAside & { readonly hold: string; readonly heldUntilMs?: number | undefined })[]>;
}

/** The messages of a channel that are still to be sent. */
import type { Channel } from './channel.ts';

/** `sync`: the channel is open. `exists`: something has changed. `not_exists`: nothing more will come. */
export type ResourceState = 'sync' | 'exists' | 'not_exists';

export interface Message {
  readonly number: number;
  readonly state: ResourceState;
  /** When what it tells of happened, as far as is known. */
  readonly changedAtMs: number;
  readonly attempts: number;
  readonly dueAtMs: number;
}

/** A message that will not be tried again. */
export interface DeadLetter extends Pick<Message, 'number' | 'state' | 'changedAtMs' | 'attempts'> {
  readonly reason: string;
  readonly diedAtMs: number;
}

export interface Outbox {
  readonly channel: Channel;
  /** Of the newest message; the next one gets the next number. */
  readonly lastNumber: number;
  /** Oldest first. */
  readonly waiting: readonly Message[];
  /** The message that is on its way, and until when nobody else may send. */
  readonly lease?: { readonly number: number; readonly untilMs: number } | undefined;
  /** The receiver took too long or failed when it was last tried. */
  readonly isSlow: boolean;
  /** It has been told that nothing more will come. */
  readonly isEnding: boolean;
  readonly dead: readonly DeadLetter[];
  /** Counts the writes: the condition of the next one. */
  readonly revision: number;
}

/** What became of an attempt. */
export type DeliveryResult =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'again' | 'dropped'; readonly reason: string };

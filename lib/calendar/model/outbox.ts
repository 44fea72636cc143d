/** The messages of a channel that are still to be sent. */
import type { Channel } from './channel.ts';

/** `sync`: the channel is open. `exists`: something has changed. `not_exists`: nothing more will come. */
export type ResourceState = 'sync' | 'exists' | 'not_exists';

export interface Message {
  readonly number: number;
  readonly state: ResourceState;
  /** When the change happened, as far as is known. */
  readonly changedAtMs: number;
  readonly attempts: number;
  readonly dueAtMs: number;
  /** When the last attempt ended. */
  readonly triedAtMs?: number | undefined;
}

/** A message that will not be tried again. */
export interface DeadLetter extends Pick<Message, 'number' | 'state' | 'changedAtMs' | 'attempts'> {
  readonly reason: string;
  readonly diedAtMs: number;
}

export interface Outbox {
  readonly channel: Channel;
  /** Number of the newest message. */
  readonly lastNumber: number;
  /** Oldest first. */
  readonly waiting: readonly Message[];
  /** The message that is being sent, and until when no other process may send. */
  readonly lease?: { readonly number: number; readonly untilMs: number } | undefined;
  /** The receiver failed or was too slow at the last attempt. */
  readonly isSlow: boolean;
  /** The last message says that nothing more will come. */
  readonly isEnding: boolean;
  readonly dead: readonly DeadLetter[];
  /** Counts the writes; every write is conditional on it. */
  readonly revision: number;
}

/** The result of an attempt. */
export type DeliveryResult =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'again' | 'dropped'; readonly reason: string };

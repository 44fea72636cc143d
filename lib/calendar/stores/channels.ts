/** What push messages ask of storage. */
import type { Channel, Topic } from '#lib/calendar/model/channel';
import type { Outbox } from '#lib/calendar/model/outbox';

/** Enough of a channel to see whether a change concerns it. */
export type Watcher = Pick<Channel, 'id' | 'email' | 'eventTypes' | 'expiresAtMs'>;

export interface ChannelStore {
  /** Opens a channel; false when a live one has its id already. */
  add(outbox: Outbox): Promise<boolean>;
  find(channelId: string): Promise<Outbox | undefined>;
  /** In any order; those that are gone are left out. */
  findAll(channelIds: readonly string[]): Promise<Outbox[]>;
  /**
   * Writes an outbox if it is still at the revision that was read; answers it with its new revision, or undefined when
   * somebody was faster.
   */
  replace(outbox: Outbox): Promise<Outbox | undefined>;
  /** Ends a channel if it is still the one that was read; what has happened in its outbox since does not matter. */
  remove(channel: Channel): Promise<boolean>;
  /** No change will be told to the channel any more; what waits in its outbox stays. */
  unsubscribe(channel: Channel): Promise<void>;
  /** All channels on one thing, whoever opened them, expired ones included for a while. One query. */
  listWatchers(topic: Topic): Promise<Watcher[]>;
  /** Outboxes that somebody should look at by then, those due earliest first, so many at the most. */
  listDue(untilMs: number, most: number): Promise<Outbox[]>;
  /** All of them, for people. */
  list(): Promise<Outbox[]>;
}

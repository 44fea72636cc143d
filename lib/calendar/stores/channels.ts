/** Storage of channels and their outboxes. */
import type { Channel, Topic } from '#lib/calendar/model/channel';
import type { Outbox } from '#lib/calendar/model/outbox';

/** The part of a channel that decides whether a change concerns it. */
export type Watcher = Pick<Channel, 'id' | 'email' | 'eventTypes' | 'expiresAtMs'>;

export interface ChannelStore {
  /** Opens a channel; false when a live one has its id already. */
  add(outbox: Outbox): Promise<boolean>;
  find(channelId: string): Promise<Outbox | undefined>;
  /** In any order, without those that are gone. */
  findAll(channelIds: readonly string[]): Promise<Outbox[]>;
  /**
   * Writes an outbox if it is still at the revision that was read. Answers it with its new revision; undefined on a
   * conflict.
   */
  replace(outbox: Outbox): Promise<Outbox | undefined>;
  /** Ends a channel if it is still the one that was read, whatever its outbox holds by now. */
  remove(channel: Channel): Promise<boolean>;
  /** No further changes are reported to the channel; messages in its outbox stay. */
  unsubscribe(channel: Channel): Promise<void>;
  /** All channels on one topic, of all users, recently expired ones included. One query. */
  listWatchers(topic: Topic): Promise<Watcher[]>;
  /** Outboxes due by then, earliest first, at most `most`. */
  listDue(untilMs: number, most: number): Promise<Outbox[]>;
  /** All outboxes, for the command line. */
  list(): Promise<Outbox[]>;
}

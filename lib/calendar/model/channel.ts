/** A channel: what it watches, where its messages go and who opened it. */

/** Events and rules belong to a calendar, the list and the settings to a user, a hook to a channel of an upstream. */
export interface Topic {
  readonly what: 'events' | 'acl' | 'calendarList' | 'settings' | 'hook';
  /** Id of the calendar, address of the user, or id of the hook. */
  readonly of: string;
}

export interface Channel {
  /** Chosen by the client. */
  readonly id: string;
  readonly topic: Topic;
  readonly resourceId: string;
  readonly resourceUri: string;
  readonly address: string;
  readonly token?: string | undefined;
  readonly email: string;
  readonly clientId?: string | undefined;
  /** Only changes of events of these types are reported. */
  readonly eventTypes?: readonly string[] | undefined;
  readonly openedAtMs: number;
  readonly expiresAtMs: number;
  /** Where the calendar is elsewhere: the channel there, whose messages this one hands on. */
  readonly upstream?: UpstreamChannel | undefined;
}

export interface UpstreamChannel {
  readonly id: string;
  readonly resourceId: string;
  readonly expiresAtMs: number;
  /** Path and query of the request that opens it, and the address that it sends to. */
  readonly path: string;
  readonly address: string;
  /** Comes with every message of the upstream. */
  readonly token: string;
  /** Those that it was opened with. */
  readonly scopes: readonly string[];
}

/** Whether receivers on the stage's own machine are allowed. */
export interface ReceiverRules {
  readonly allowLoopback: boolean;
}

/** A channel expires without a last message. */
export const isLive = ({ expiresAtMs }: Pick<Channel, 'expiresAtMs'>, nowMs: number): boolean => nowMs < expiresAtMs;

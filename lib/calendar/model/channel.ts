/** A channel: what it watches, where its messages go and who opened it. */

/** Events and rules belong to a calendar, the list and the settings to a user. */
export interface Topic {
  readonly what: 'events' | 'acl' | 'calendarList' | 'settings';
  /** Id of the calendar, or address of the user. */
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
}

/** Whether receivers on the stage's own machine are allowed. */
export interface ReceiverRules {
  readonly allowLoopback: boolean;
}

/** A channel expires without a last message. */
export const isLive = ({ expiresAtMs }: Pick<Channel, 'expiresAtMs'>, nowMs: number): boolean => nowMs < expiresAtMs;

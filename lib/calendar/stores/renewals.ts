/** When the channels at an upstream are to be opened anew. */

export interface Renewal {
  readonly channelId: string;
  readonly dueAtMs: number;
}

export interface RenewalStore {
  add(renewal: Renewal): Promise<void>;
  /** Earliest first. */
  listDue(untilMs: number, most: number): Promise<Renewal[]>;
  /** Puts it off; false when somebody else has. */
  postpone(renewal: Renewal, untilMs: number): Promise<boolean>;
  remove(renewal: Renewal): Promise<void>;
}

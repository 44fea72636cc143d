/** What tests are told of a local stack. Also part of the npm package's types: no imports. */

/** A request that was answered, oldest first. Tokens and keys are left out. */
export interface RecordedRequest {
  /** Counts the requests, also across a reset. */
  readonly number: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** `calendar.events.insert`; absent for what is no operation. */
  readonly operation?: string | undefined;
  /** The body, parsed where it is JSON. */
  readonly body?: unknown;
  readonly status: number;
  /** How long the answer took, in milliseconds. */
  readonly ms: number;
  /** What it asked of the database, in the order in which it began. */
  readonly calls: readonly DatabaseCall[];
}

export interface DatabaseCall {
  /** `Query`, `TransactWrite`... */
  readonly name: string;
  /** After the beginning of the request, in milliseconds. */
  readonly startedMs: number;
  readonly ms: number;
  /** Consumed capacity units. */
  readonly capacity: number;
}

/** A push message that was sent to a channel's address. */
export interface RecordedDelivery {
  readonly at: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `answered`, `refused` or `failed`. */
  readonly outcome: string;
  readonly status?: number | undefined;
}

/** A letter that a deployed stage would have mailed. */
export interface OutboxMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly date: string;
  readonly text: string;
  /** The attached invitation, where there is one. */
  readonly calendar?: string | undefined;
}

export interface ClockState {
  readonly now: string;
  /** `real` is the time of this machine; `shifted` runs on from where it was set; `frozen` stands still. */
  readonly mode: 'real' | 'shifted' | 'frozen';
}

/** An open channel, and what waits for it. */
export interface OpenChannel {
  readonly id: string;
  /** `events of team@example.com` */
  readonly watches: string;
  readonly address: string;
  readonly email: string;
  readonly expires: string;
  /** Number of the newest message. */
  readonly sent: number;
  readonly waiting: number;
  /** Messages that will not be tried again. */
  readonly dead: number;
}

/** What is to be said of one record of an imported file. */
export interface ImportLine {
  readonly kind: 'refused' | 'warning' | 'note';
  /** Its line, or its number in files without lines; 0 for the whole file. */
  readonly position: number;
  readonly text: string;
}

export interface ImportReport {
  readonly counts: Readonly<Record<string, number>>;
  readonly lines: readonly ImportLine[];
}

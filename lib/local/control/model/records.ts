/** What tests are told of a local stack. Also part of the npm package's types: no imports. */

/** A request that was answered, oldest first. Tokens and keys are left out. */
export interface RecordedRequest {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** `calendar.events.insert`; absent for what is no operation. */
  readonly operation?: string | undefined;
  /** The body, parsed where it is JSON. */
  readonly body?: unknown;
  readonly status: number;
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

/** What tests may do with a local stack besides using its services. */
import type { ActiveRule, FaultRules } from '#lib/local/faults/http/rules';
import type { Grant } from '#lib/local/sign-in/issuer';

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

export interface Control {
  /** The world as it was when the stack was ready, and neither faults nor records. */
  reset(): Promise<void>;
  snapshot(name: string): Promise<void>;
  restore(name: string): Promise<void>;
  snapshots(): readonly string[];
  /** Adds the sample data. */
  seed(): Promise<void>;
  moveClock(move: ClockMove): Promise<ClockState>;
  clock(): ClockState;
  readonly faults: Pick<FaultRules, 'add' | 'remove' | 'clear'> & { list(): readonly ActiveRule[] };
  requests(): readonly RecordedRequest[];
  outbox(): Promise<readonly OutboxMail[]>;
  deliveries(): Promise<readonly RecordedDelivery[]>;
  token(grant: Grant): Promise<string>;
  key(): string;
}

export interface ClockState {
  readonly now: string;
  /** `real` is the time of this machine; `shifted` runs on from where it was set; `frozen` stands still. */
  readonly mode: 'real' | 'shifted' | 'frozen';
}

export type ClockMove =
  | { readonly set: string; readonly isFrozen: boolean }
  | { readonly advance: number | string }
  | { readonly release: true };

/** The types of `startAlmanac()`: what tests can do with the Almanac that they started. */
import type { ClockState, OutboxMail, RecordedDelivery, RecordedRequest } from '#lib/local/control/model/records';
import type { FaultRule } from '#lib/local/faults/http/rule';

export type { ClockState, FaultRule, OutboxMail, RecordedDelivery, RecordedRequest };

export type ServiceChoice = 'calendar' | 'books' | 'ads';

/** `./world.yaml` or `world.json`; `npx almanac init` writes an example. */
export type SeedPath = `${string}.${'yaml' | 'yml' | 'json'}`;

/** What a seed file says; `npx almanac seed schema` prints what its entries may have. */
export interface SeedDocument {
  readonly users?: readonly object[];
  readonly calendars?: readonly object[];
  readonly channels?: readonly object[];
  readonly volumes?: readonly object[];
  readonly advertising?: Readonly<Record<string, readonly object[]>>;
  readonly conversions?: readonly object[];
  readonly oauthClients?: readonly object[];
}

export interface AlmanacOptions {
  /** The services to serve; all three when left out. */
  readonly services?: readonly ServiceChoice[];
  /**
   * What the world holds at the start, and after every `reset()`: `sample`, the path of a seed file, what would stand in
   * one, or what a function writes through the services. Nothing when left out.
   */
  readonly seed?: 'sample' | SeedPath | SeedDocument | ((almanac: Almanac) => Promise<void> | void);
  /**
   * Services whose data is elsewhere, with the root URL there: requests are put to it with the tokens of their callers,
   * or as the JSON object of a stage's setting says.
   */
  readonly upstream?: Readonly<Partial<Record<ServiceChoice, string>>>;
  /** Any free port when left out. */
  readonly port?: number;
  /** Where its clock begins; that of the machine when left out. */
  readonly clock?: string | Date | { readonly now: string | Date; readonly frozen?: boolean };
  /** `memory` (when left out) leaves nothing behind; a folder keeps its data. */
  readonly database?: 'memory' | { readonly folder: string };
}

export interface TokenOptions {
  /** All scopes of all services when left out. */
  readonly scopes?: readonly string[];
  /** By the clock of this Almanac; an hour when left out. */
  readonly ttlSeconds?: number;
}

/** To be spread into the options of Google's client: `calendar({ version: 'v3', ...options })`. */
export interface GoogleOptions {
  readonly rootUrl: string;
  readonly headers: { readonly Authorization: string };
}

export interface AlmanacClock {
  /** Goes to a moment and runs on from there; with `frozen` it stands still. */
  set(moment: string | Date, options?: { readonly frozen?: boolean }): Promise<ClockState>;
  /**
   * Goes forward by milliseconds or by an ISO 8601 duration such as `P1M`. What becomes due meanwhile has happened when
   * this resolves: tokens and channels have expired, schedules have run, messages are delivered.
   */
  advance(by: number | string): Promise<ClockState>;
  /** Back to the clock of the machine. */
  release(): Promise<ClockState>;
  now(): Promise<Date>;
}

export interface AlmanacFaults {
  /** From now on, requests that fit meet this fault. Resolves with its id. */
  add(rule: FaultRule): Promise<string>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
}

export interface Almanac {
  /** `http://127.0.0.1:49152/` */
  readonly url: string;
  /** A token for any user. */
  token(email: string, options?: TokenOptions): Promise<string>;
  /** The API key, for what is public. */
  key(): string;
  googleapis(email: string, options?: TokenOptions): Promise<GoogleOptions>;
  /** Adds what a document in the form of a seed file says; the sample data when left out. */
  seed(document?: SeedDocument): Promise<void>;
  /** The world as it is, in the form of a seed file that gives it back. */
  exportSeed(): Promise<SeedDocument>;
  /** Back to the world of the start, without faults, records and a set clock. */
  reset(): Promise<void>;
  /** Copies all data under a name, for `restore`. */
  snapshot(name: string): Promise<void>;
  restore(name: string): Promise<void>;
  readonly clock: AlmanacClock;
  readonly faults: AlmanacFaults;
  /** Every request since the start or the last reset. */
  requests(): Promise<RecordedRequest[]>;
  /** The mail that was sent, once every change so far has been handed on. */
  outbox(): Promise<OutboxMail[]>;
  /** The push messages that were sent, once every change so far has been handed on. */
  webhooks(): Promise<RecordedDelivery[]>;
  /** Ends it; nothing of it is left. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

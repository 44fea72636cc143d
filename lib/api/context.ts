/** What an operation is handed besides its input. */
import type { Preconditions } from './etag.ts';

export interface User {
  readonly kind: 'user';
  /** Lower-cased address from a verified token. */
  readonly email: string;
  /** Those of the operation's scopes that the token carries. */
  readonly scopes: readonly string[];
  /** The OAuth client that asked for the token, when the issuer says so. */
  readonly clientId: string | undefined;
}

/** A caller who showed only an API key. */
export interface Anonymous {
  readonly kind: 'anonymous';
  readonly email: undefined;
  readonly scopes: readonly string[];
  readonly clientId: undefined;
}

export type Caller = User | Anonymous;

export interface Clock {
  now(): Date;
}

export interface Ids {
  /** 26 characters of `0-9a-v`, unguessable; sorted by text they are sorted by creation. */
  next(): string;
  /** Lower-case hexadecimal, unguessable. */
  hex(characters: number): string;
}

export interface Logger {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export interface RequestInfo {
  readonly id: string;
  /** Scheme and host the client used, ending in a slash. */
  readonly rootUrl: string;
  /** Path and query as received. */
  readonly url: string;
  /** `If-Match` and `If-None-Match`, to be handed to the write. */
  readonly preconditions: Preconditions;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether only the headers of the answer are wanted. */
  readonly isHead: boolean;
}

/** What an operation may say about its answer besides the value it returns. */
export interface Reply {
  status?: number;
  /** Names in lower case. */
  readonly headers: Record<string, string>;
}

export interface Context<Stores = unknown, C extends Caller = Caller> {
  readonly caller: C;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly stores: Stores;
  readonly request: RequestInfo;
  readonly reply: Reply;
  readonly log: Logger;
}

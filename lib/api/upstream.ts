/** How an operation of a service that has its data elsewhere is put to the service there. */
import type { Caller } from './context.ts';
import type { Operation } from './operation.ts';

/** A request that was checked in full, in the client's own words. */
export interface CheckedRequest {
  readonly operation: Operation;
  /** Path parameters, decoded. */
  readonly pathValues: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly bodyText: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isHead: boolean;
  /** Scheme and host the client used, ending in a slash. */
  readonly rootUrl: string;
  readonly caller: Caller;
  /** The caller's own credentials. */
  readonly token: string | undefined;
  readonly apiKey: string | undefined;
}

/** What the upstream answered, ready for the client. */
export class ForwardedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes are a file. */
  readonly body: string | Uint8Array | undefined;

  constructor(status: number, headers: Readonly<Record<string, string>>, body?: string | Uint8Array) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

export type Forward = (request: CheckedRequest) => Promise<ForwardedAnswer>;

/** Where tests and the local stack get between a client and its database, to make calls fail. */
import type { DocumentClient } from './commands.ts';

/** Around every call that is sent; `input` has plain values, not attribute values. */
export type CallWrapper = (name: string, input: object, call: () => Promise<unknown>) => Promise<unknown>;

const wrappers = new WeakMap<DocumentClient, CallWrapper>();

/** From now on, every call of a client goes through the wrapper; with Amazon's database, every attempt. */
export function wrapCalls(client: DocumentClient, wrapper: CallWrapper): void {
  wrappers.set(client, wrapper);
}

export const wrapperOf = (client: DocumentClient): CallWrapper | undefined => wrappers.get(client);

/** Where a local stack hands over the database that stands in for Amazon's, before anything opens a connection. */
import type { DocumentClient } from './commands.ts';

let open: (() => DocumentClient) | undefined;

/** From now on, connections of this process are opened in this way; undefined goes back to Amazon's client. */
export function giveClient(opening: (() => DocumentClient) | undefined): void {
  open = opening;
}

/** Undefined where nothing was handed over: Amazon's client it is. */
export const givenClient = (): DocumentClient | undefined => open?.();

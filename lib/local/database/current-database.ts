/** The embedded database of this process: one, for the file that the environment names. */
import { systemClock } from '#lib/runtime/process/clock';
import { giveClient } from '#lib/stores/dynamodb/client/given-client';
import { openEmbedded, type Embedded } from './embedded/open.ts';

/** The file of the embedded database, for every process that works on the same data; `memory` for a single process. */
export const DATABASE_VARIABLE = 'ALMANAC_DATABASE';

let opened: Embedded | undefined;

/** Undefined if the environment names a DynamoDB endpoint or Amazon's own is used. */
export function currentDatabase(): Embedded | undefined {
  const file = process.env[DATABASE_VARIABLE];
  if (opened === undefined && file !== undefined && file !== '')
    opened = openEmbedded({ file, now: () => systemClock.now().getTime() });
  return opened;
}

/** Connects the stores of this process to the database that the environment names. Call it before they are loaded. */
export function useDatabase(): void {
  const embedded = currentDatabase();
  if (embedded !== undefined) giveClient(embedded.connect);
}

export function closeDatabase(): void {
  opened?.close();
  opened = undefined;
}

/**
 * Tokens of paged and synced lists: sync-token.ts (what has changed since), page-token.ts (where the next page begins),
 * retention.ts (how long removed things are remembered).
 *
 * Every change of a calendar, and of a user's list or settings, gets the next number of that calendar or user (`seq`).
 * A sync token holds the number of the last change that its holder has seen, whose collection it is, the parameters
 * that must stay the same, and when it was made. Tokens that are too old, or somebody else's, get a 410: the client
 * starts again with a full sync.
 *
 * Example. Alice lists her calendar at change 3 and gets the token `{of: 'alice@example.com alice@example.com
 * everything 1772438400000', seq: 3, at: 1772438400, with: {}}` (`of`: caller, calendar, detail level, when the role
 * was given). Then change 4 inserts `a`, 5 renames `lunch` to Brunch, 6 renames it to Dinner. The sync answers two
 * rows, `a` and `lunch` as Dinner: each item is listed once, at its last change, in its current state. The new token
 * has `seq: 6`. A deleted event is a row with the status `cancelled`.
 */
import { badRequest, gone } from '#lib/api/errors';
import { openToken, sealToken } from '#lib/api/token';
import { looksLikeGoogleSyncToken } from './google-sync-token.ts';

export type SyncedCollection = 'settings' | 'calendarList' | 'acl' | 'events';

export interface SyncState {
  /** Owner of the token: a user's address; for events and rules see access/sync-holder.ts. */
  readonly of: string;
  readonly seq: number;
  /** Seconds since 1970, to the millisecond: a token from right after a restore is told from one right before. */
  readonly at: number;
  /** Parameters of the first list, which apply to every later sync. */
  readonly with?: Readonly<Record<string, unknown>> | undefined;
}

/** Tokens are valid for 30 days; tombstones are kept at least as long. */
export const SYNC_TOKEN_DAYS = 30;

const fullSyncRequired = () =>
  gone('fullSyncRequired', 'Sync token is no longer valid, a full sync is required.', {
    domain: 'calendar',
    parameter: 'syncToken',
  });

export const sealSyncToken = (
  collection: SyncedCollection,
  of: string,
  seq: number,
  now: Date,
  parameters?: SyncState['with'],
): string =>
  sealToken(`sync:${collection}`, {
    of,
    seq,
    at: now.getTime() / 1000,
    ...(parameters !== undefined && { with: parameters }),
  } satisfies SyncState);

/**
 * The content of a token; 400 for a text that is no token of this collection. `requireServing` checks whether it is
 * still valid. A client that moves in brings a token of Google's: it gets the 410 that makes it sync in full.
 */
export function readSyncToken(collection: SyncedCollection, token: string): SyncState {
  const state = openToken<SyncState>(`sync:${collection}`, token);
  if (state === undefined && looksLikeGoogleSyncToken(token)) throw fullSyncRequired();
  if (state === undefined || !Number.isSafeInteger(state.seq))
    throw badRequest('invalid', 'Invalid sync token value.', { parameter: 'syncToken' });
  return state;
}

/** The current time, and the time before which tokens are invalid because the table was restored from a backup. */
export interface Validity {
  readonly now: Date;
  readonly sinceMs?: number | undefined;
}

/** 410 for a token that is too old, or somebody else's. */
export function requireServing(state: SyncState, of: string, { now, sinceMs = 0 }: Validity): void {
  const ageDays = (now.getTime() / 1000 - state.at) / 86_400;
  if (state.of !== of || !(ageDays <= SYNC_TOKEN_DAYS) || Math.round(state.at * 1000) < sinceMs)
    throw fullSyncRequired();
}

/** 400 for a text that is no token of this collection, 410 for one that is no longer valid. */
export function openSyncToken(collection: SyncedCollection, token: string, of: string, validity: Validity): SyncState {
  const state = readSyncToken(collection, token);
  requireServing(state, of, validity);
  return state;
}

/** A sync answers every change: next to a token, parameters that would hide some of them are refused. */
export function refuseWithSyncToken(parameters: Readonly<Record<string, unknown>>): void {
  for (const [parameter, value] of Object.entries(parameters)) {
    if (value !== undefined) throw badRequest('invalid', `Sync token cannot be used with ${parameter}.`, { parameter });
  }
}

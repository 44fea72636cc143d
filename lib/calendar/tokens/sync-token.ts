/**
 * Sync tokens. A token says whose collection it belongs to, the number of the last change that its holder has seen, the
 * parameters that must stay the same, and when it was made. Old ones, and those of somebody else, ask for a full sync.
 */
import { badRequest, gone } from '#lib/api/errors';
import { openToken, sealToken } from '#lib/api/token';

export type SyncedCollection = 'settings' | 'calendarList' | 'acl' | 'events';

export interface SyncState {
  /** Whose: a user's address, for a calendar's collections with the calendar's id. */
  readonly of: string;
  readonly seq: number;
  /** Seconds since 1970. */
  readonly at: number;
  /** Parameters of the first list that later ones share. */
  readonly with?: Readonly<Record<string, unknown>> | undefined;
}

/** Tokens live for 30 days; removed things are remembered at least as long. */
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
    at: Math.floor(now.getTime() / 1000),
    ...(parameters !== undefined && { with: parameters }),
  } satisfies SyncState);

/**
 * What a token says; 400 for what is no token of this collection. Whether it still serves is for `requireServing` to
 * say.
 */
export function readSyncToken(collection: SyncedCollection, token: string): SyncState {
  const state = openToken<SyncState>(`sync:${collection}`, token);
  if (state === undefined || !Number.isSafeInteger(state.seq))
    throw badRequest('invalid', 'Invalid sync token value.', { parameter: 'syncToken' });
  return state;
}

/** When it is now, and since when tokens count: what is older was made before the table was restored. */
export interface Validity {
  readonly now: Date;
  readonly sinceMs?: number | undefined;
}

/** 410 for a token that is too old, or somebody else's. */
export function requireServing(state: SyncState, of: string, { now, sinceMs = 0 }: Validity): void {
  const ageDays = (now.getTime() / 1000 - state.at) / 86_400;
  if (state.of !== of || !(ageDays <= SYNC_TOKEN_DAYS) || state.at * 1000 < sinceMs) throw fullSyncRequired();
}

/** 400 for what is no token of this collection, 410 for one that no longer serves. */
export function openSyncToken(collection: SyncedCollection, token: string, of: string, validity: Validity): SyncState {
  const state = readSyncToken(collection, token);
  requireServing(state, of, validity);
  return state;
}

/** Sync answers changes of any kind: a parameter that would hide some of them is refused next to a token. */
export function refuseWithSyncToken(parameters: Readonly<Record<string, unknown>>): void {
  for (const [parameter, value] of Object.entries(parameters)) {
    if (value !== undefined) throw badRequest('invalid', `Sync token cannot be used with ${parameter}.`, { parameter });
  }
}

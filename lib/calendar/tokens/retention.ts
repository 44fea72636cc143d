/** How long removed things are remembered: as long as a sync token lives, so that its holder can be told. */
import { SYNC_TOKEN_DAYS } from './sync-token.ts';

const RETENTION_MS = SYNC_TOKEN_DAYS * 86_400_000;

export const forgottenAtMs = (removedAtMs: number): number => removedAtMs + RETENTION_MS;

/** The database removes old tombstones in its own time: until then, reads pass them over. */
export const isForgotten = (removedAtMs: number, now: Date): boolean => forgottenAtMs(removedAtMs) <= now.getTime();

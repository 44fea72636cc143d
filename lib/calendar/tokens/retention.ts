/** How long tombstones are kept: as long as a sync token is valid, so that every sync can report the removal. */
import { SYNC_TOKEN_DAYS } from './sync-token.ts';

const RETENTION_MS = SYNC_TOKEN_DAYS * 86_400_000;

export const forgottenAtMs = (removedAtMs: number): number => removedAtMs + RETENTION_MS;

/** The database removes expired tombstones with a delay: until then, reads skip them. */
export const isForgotten = (removedAtMs: number, now: Date): boolean => forgottenAtMs(removedAtMs) <= now.getTime();

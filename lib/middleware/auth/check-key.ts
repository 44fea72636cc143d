/**
 * Whether an API key was issued. Answers, also the negative ones, are remembered for a minute; so long a revoked key
 * may still work.
 */
import { hashKey, isKeyShaped, type ApiKeyStore } from '#lib/api/api-keys';
import type { Clock } from '#lib/api/context';
import { expiringCache } from '#lib/api/process/expiring-cache';

const REMEMBERED_MS = 60_000;
const REMEMBERED_KEYS = 1_000;

export type CheckKey = (key: string) => Promise<boolean>;

export function keyChecker(store: Pick<ApiKeyStore, 'find'>, clock: Clock): CheckKey {
  const known = expiringCache<boolean>(REMEMBERED_KEYS, clock);
  return async (key) => {
    if (!isKeyShaped(key)) return false;
    const hash = hashKey(key);
    const remembered = known.get(hash);
    if (remembered !== undefined) return remembered;
    const isKnown = (await store.find(hash)) !== undefined;
    known.set(hash, isKnown, clock.now().getTime() + REMEMBERED_MS);
    return isKnown;
  };
}

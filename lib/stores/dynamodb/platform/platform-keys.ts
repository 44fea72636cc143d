/** Items that every service's table holds besides its own data: API keys, quota, and what it knows of our issuer. */

import type { Key } from '#lib/stores/dynamodb/item';

export const API_KEYS_PARTITION = 'KEYS#';

export const apiKeyKey = (hash: string): Key => ({ pk: API_KEYS_PARTITION, sk: hash });
export const quotaKey = (bucket: string, minute: number): Key => ({ pk: `QUOTA#${bucket}`, sk: String(minute) });

export const ISSUER_KEYS_PARTITION = 'ISSUERKEYS#';
export const REVOCATIONS_PARTITION = 'REVOKED#';

const MILLISECOND_DIGITS = 15;

export const issuerKeyKey = (kid: string): Key => ({ pk: ISSUER_KEYS_PARTITION, sk: kid });
/** In order of time. */
export const revocationKey = (atMs: number, id: string): Key => ({
  pk: REVOCATIONS_PARTITION,
  sk: `${String(Math.max(0, atMs)).padStart(MILLISECOND_DIGITS, '0')}#${id}`,
});

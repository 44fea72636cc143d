/** Items that every service's table holds besides its own data: API keys and quota. */

import type { Key } from '#lib/stores/dynamodb/item';

export const API_KEYS_PARTITION = 'KEYS#';

export const apiKeyKey = (hash: string): Key => ({ pk: API_KEYS_PARTITION, sk: hash });
export const quotaKey = (bucket: string, minute: number): Key => ({ pk: `QUOTA#${bucket}`, sk: String(minute) });

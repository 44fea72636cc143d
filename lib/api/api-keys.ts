/** API keys: what they look like, and what is kept of them. */
import { hash } from 'node:crypto';
import type { Ids } from './context.ts';

/** The key itself is shown once, when it is made; only its hash is kept. */
export interface ApiKey {
  readonly hash: string;
  readonly label: string;
  /** RFC 3339. */
  readonly created: string;
}

export interface ApiKeyStore {
  find(hash: string): Promise<ApiKey | undefined>;
  /** Oldest first. */
  list(): Promise<ApiKey[]>;
  add(key: ApiKey): Promise<void>;
  /** False when there was no such key. */
  remove(hash: string): Promise<boolean>;
}

const SHAPE = /^alm_[0-9a-v]{26}$/;

export const newKey = (ids: Ids): string => `alm_${ids.next()}`;
/** Whether a text can be a key at all; what cannot be one is refused without asking the store. */
export const isKeyShaped = (text: string): boolean => SHAPE.test(text);
/** A key has 130 random bits, so a plain hash cannot be searched backwards. */
export const hashKey = (key: string): string => hash('sha256', key);

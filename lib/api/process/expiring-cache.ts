/** A bounded cache of answers that expire; the least recently used one is dropped first. */
import type { Clock } from '#lib/api/context';
import { remembered } from './remembered.ts';

export interface ExpiringCache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V, untilMs: number): void;
  delete(key: string): void;
}

export function expiringCache<V>(capacity: number, clock: Clock): ExpiringCache<V> {
  // A Map iterates in order of insertion, so its first key is the one that was used longest ago.
  const current = remembered(() => new Map<string, { readonly value: V; readonly untilMs: number }>());
  return {
    get(key) {
      const entries = current();
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      if (entry.untilMs <= clock.now().getTime()) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, untilMs) {
      const entries = current();
      entries.delete(key);
      const [oldest] = entries.keys();
      if (entries.size >= capacity && oldest !== undefined) entries.delete(oldest);
      entries.set(key, { value, untilMs });
    },
    delete(key) {
      current().delete(key);
    },
  };
}

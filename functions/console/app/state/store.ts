/** A value that components follow. */
import { useEffect, useState } from 'preact/hooks';

export interface Store<T> {
  get(): T;
  set(next: T): void;
  update(change: (now: T) => T): void;
  /** Returns what ends it. */
  subscribe(listener: (now: T) => void): () => void;
}

export function createStore<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<(now: T) => void>();
  const set = (next: T): void => {
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of listeners) listener(value);
  };
  return {
    get: () => value,
    set,
    update: (change) => {
      set(change(value));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(() => store.get());
  useEffect(() => {
    const follow = (now: T): void => {
      setValue(() => now);
    };
    // It may have changed between the first drawing and this.
    follow(store.get());
    return store.subscribe(follow);
  }, [store]);
  return value;
}

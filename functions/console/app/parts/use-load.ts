/** What a part of a page has to fetch before it can show anything. */
import { useEffect, useState } from 'preact/hooks';
import { isOffline } from '../api/error.ts';
import { isOnline } from '../state/connection.ts';
import { useStore } from '../state/store.ts';

export interface Loaded<T> {
  /** The last that came, also while the next is on its way. */
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Shows something else at once, before the service has been asked. */
  readonly setValue: (value: T) => void;
}

/** Fetches again when one of `keys` changes; an answer that came too late is dropped. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: unknown; isLoading: boolean }>({ isLoading: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState(({ value }) => ({ ...(value !== undefined && { value }), isLoading: true }));
    load(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setState({ value, isLoading: false });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState({ error, isLoading: false });
      },
    );
    return () => {
      stop.abort();
    };
  }, [...keys, turn]);
  // What failed for want of a connection is fetched when there is one again.
  const online = useStore(isOnline);
  useEffect(() => {
    if (online && isOffline(state.error)) setTurn((now) => now + 1);
  }, [online]);
  return {
    value: state.value,
    error: state.error,
    isLoading: state.isLoading,
    reload: () => {
      setTurn((now) => now + 1);
    },
    setValue: (value) => {
      setState({ value, isLoading: false });
    },
  };
}

import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { zoneNames } from './moments.ts';

export interface ZoneNames {
  /** What the field needs. */
  readonly input: { readonly list: string; readonly onFocus: () => void };
  /** To be put beside it. */
  readonly list: JSX.Element;
}

/** Names of zones for a field: there once it has the focus, since 400 of them slow down the dialog that it is in. */
export function useZoneNames(): ZoneNames {
  const id = useId();
  const [isWanted, setWanted] = useState(false);
  return {
    input: { list: id, onFocus: () => setWanted(true) },
    list: <datalist id={id}>{isWanted && zoneNames().map((name) => <option key={name} value={name} />)}</datalist>,
  };
}

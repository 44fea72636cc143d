/**
 * What a process remembers of its data. A local stack can replace all data at once, for tests; what was remembered of
 * the former data is then forgotten. On AWS nobody replaces data under a running function.
 */

let generation = 0;

/** From now on, `remembered` values are made anew. */
export function forgetRemembered(): void {
  generation += 1;
}

/** A value that is kept until the data is replaced. */
export function remembered<T>(make: () => T): () => T {
  let kept = { value: make(), generation };
  return () => {
    if (kept.generation !== generation) kept = { value: make(), generation };
    return kept.value;
  };
}

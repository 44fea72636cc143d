/** Random choices that depend only on a seed. */

export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number;
  below(count: number): number;
  pick<T>(values: readonly T[]): T | undefined;
  /** One of the names, by weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
}

/** mulberry32 */
export function chanceFrom(seed: number): Chance {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    pick: (values) => values[below(values.length)],
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>) {
      const entries = Object.entries(weights) as [Name, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const found = entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0];
      if (found === undefined) throw new Error('There is nothing to choose from.');
      return found[0];
    },
  };
}

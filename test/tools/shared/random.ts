/** Repeatable random numbers: the same seed makes the same choices. */

export interface Random {
  /** At least 0, below 1. */
  fraction(): number;
  /** From 0 up to, not including, the limit. */
  below(limit: number): number;
  /** True with this probability in percent. */
  percent(share: number): boolean;
  pick<T>(values: readonly [T, ...T[]]): T;
  pick<T>(values: readonly T[]): T | undefined;
}

/** mulberry32: 32 bits of state are enough here. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    percent: (share) => below(100) < share,
    pick: <T>(values: readonly T[]): T => values[below(values.length)] as T,
  };
}

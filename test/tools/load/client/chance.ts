/** Random choices of the load test, which depend only on a seed. */
import { seededRandom, type Random } from '#test/tools/shared/random';

export interface Chance extends Pick<Random, 'below'> {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** Undefined when there is nothing to choose from. */
  pick<T>(values: readonly T[]): T | undefined;
  /** One of the names, by weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
}

export function chanceFrom(seed: number): Chance {
  const { fraction: next, below } = seededRandom(seed);
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

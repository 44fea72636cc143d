/** The tables and options for which random commands are made, and random items. */
import type { Random } from '#test/tools/shared/random';
import type { Index, Shape } from './tables.ts';
import { attributeName, key, many, valueFor, type Item, type Key } from './values.ts';

export interface Setting {
  readonly random: Random;
  readonly shapes: readonly Shape[];
  /** Index entries with equal sort keys, which DynamoDB Local orders by a hash. */
  readonly hasTies: boolean;
  /** Items near the limit of 400 KB, and pages over 1 MB. */
  readonly isHeavy: boolean;
  /** Prefix of the episode's request tokens. */
  readonly prefix: string;
}

const LARGE = [1_000, 30_000, 90_000, 102_200, 102_300, 136_400, 204_600, 300_000, 399_000, 409_000, 409_600] as const;
export const BASES = ['2026-01', '2026-02', '2026', 'é', '😀', 'ﬁ'] as const;

export const shape = ({ random, shapes }: Setting): Shape => random.pick(shapes) as Shape;
/** An index key of an item; unique, unless ties are wanted. */
export function indexKey(
  { random, hasTies }: Setting,
  { isGlobal, hash }: Index,
  attribute: string,
  { pk, sk }: Key,
): string {
  if (isGlobal && attribute === hash) return random.pick(['g1', 'g2', 'é']);
  const base = random.pick(BASES);
  return hasTies ? base : isGlobal ? `${base}~${pk}~${sk}` : `${base}~${sk}`;
}

/** Random index keys; `gsk` never without `gpk`, for which DynamoDB Local charges a unit. */
function indexKeys(setting: Setting, { sources: [, ...indexes] }: Shape, of: Key, share: number): Item {
  const made = indexes.flatMap((index) => {
    if (!setting.random.percent(share)) return [];
    const names = !index.isGlobal
      ? [index.range]
      : setting.random.percent(80)
        ? [index.hash, index.range]
        : [index.hash];
    return names.map((name) => [name, indexKey(setting, index, name, of)]);
  });
  return Object.fromEntries(made);
}

/** The index keys that an update sets; undefined means remove. */
export function newIndexKeys(setting: Setting, of: Shape, key: Key): Item {
  const keys = indexKeys(setting, of, key, 20);
  const isRemoved = setting.random.percent(25);
  return isRemoved
    ? {
        ...Object.fromEntries(Object.keys(keys).map((name) => [name, undefined])),
        ...('gpk' in keys && { gsk: undefined }),
      }
    : keys;
}

export function item(setting: Setting, of: Shape): Item {
  const { random, isHeavy } = setting;
  const itemKey = key(random);
  const attributes = Object.fromEntries(
    many(random, 6, () => attributeName(random)).map((name) => [
      name,
      random.percent(97) ? valueFor(random, name) : undefined,
    ]),
  );
  return {
    ...itemKey,
    ...attributes,
    ...indexKeys(setting, of, itemKey, 75),
    ...(isHeavy && random.percent(60) && { weight: 'x'.repeat(random.pick(LARGE)) }),
  };
}

/** One entry per key: duplicates are refused. */
export function distinct<T>(made: readonly T[], keyOf: (made: T) => string): T[] {
  return [...new Map(made.map((one): [string, T] => [keyOf(one), one])).values()];
}

export const keyText = ({ pk, sk }: Item): string => JSON.stringify([pk, sk]);
export const between = (random: Random, least: number, most: number): number => least + random.below(most - least + 1);
export const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

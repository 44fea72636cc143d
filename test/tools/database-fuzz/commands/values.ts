/** Random attribute values of every type, and keys from a small set, so that commands hit each other's items. */
import type { Random } from '#test/tools/shared/random';

export type Item = Record<string, unknown>;

export interface Key extends Item {
  readonly pk: string;
  readonly sk: string;
}

/** Their UTF-8 order differs from the UTF-16 order and from any alphabet. */
const PARTITIONS = ['p', 'P#1', 'é', 'calendar#😀'] as const;
const SORT_KEYS = ['a', 'B', 'b#1', 'b#10', 'b#2', 'é', '\uFB01', '😀', 'z'] as const;
const STRINGS = [
  '',
  'a',
  'b',
  'ab',
  'B',
  'b#1',
  'Zürich',
  'e\u0301',
  '\uFB01',
  '\uFFFD',
  '😀',
  '日本語',
  '\u0000',
  'line\nbreak',
  '"quoted"',
  "it's",
  '\\',
  'null',
  '42',
  'x'.repeat(300),
] as const;
const NUMBERS = [
  0,
  1,
  -1,
  2,
  3,
  10,
  99,
  100,
  110,
  1200,
  12_345,
  -12,
  -123,
  0.1,
  0.2,
  1.5,
  -2.25,
  0.001,
  0.012,
  1e-7,
  3.141_59,
  123_456.789,
  0.1 + 0.2,
  1_794_760_297,
  1_000_001,
  1e12,
] as const;
/** The first has more than the 38 digits that DynamoDB stores. */
const HUGE = [
  123_456_789_012_345_678_901_234_567_890_123_456_789n,
  12_345_678_901_234_567_890_123_456_789_012_345_678n,
  10n ** 125n,
  10n ** 126n,
  -(10n ** 20n),
  2n ** 53n,
  BigInt(Number.MAX_SAFE_INTEGER),
] as const;

const partition = (random: Random): string => random.pick(PARTITIONS);
export const sortKey = (random: Random): string => random.pick(SORT_KEYS);
export const key = (random: Random): Key => ({ pk: partition(random), sk: sortKey(random) });

export const text = (random: Random): string => random.pick(STRINGS);
export const number = (random: Random): number => (random.percent(60) ? random.below(6) : random.pick(NUMBERS));
export const huge = (random: Random): bigint =>
  random.percent(8) ? random.pick(HUGE) : BigInt(random.below(9)) * 10n ** BigInt(random.below(30));
const bytes = (random: Random): Uint8Array => Uint8Array.from({ length: random.below(5) }, () => random.below(256));

export const many = <T>(random: Random, most: number, make: () => T): T[] =>
  Array.from({ length: random.below(most + 1) }, make);
const some = <T>(random: Random, most: number, make: () => T): T[] => [make(), ...many(random, most - 1, make)];

/** Byte sets must not contain equal elements; a JavaScript Set does not notice them. */
function byteSet(random: Random): Set<Uint8Array> {
  const distinct = new Map(
    some(random, 3, () => bytes(random)).map((value): [string, Uint8Array] => [value.join(), value]),
  );
  return new Set(distinct.values());
}

export const texts = (random: Random): Set<string> => new Set(some(random, 3, () => text(random)));
export const numbers = (random: Random): Set<number> => new Set(some(random, 3, () => number(random)));
export const list = (random: Random, depth = 0): unknown[] => many(random, 3, () => value(random, depth + 1));

function map(random: Random, depth = 0): Item {
  const names = ['a', 'b', 'items', 'name', 'constructor', 'é'] as const;
  return Object.fromEntries(many(random, 3, () => [random.pick(names), value(random, depth + 1)]));
}

const LEAVES = [
  text,
  text,
  number,
  number,
  bytes,
  texts,
  numbers,
  byteSet,
  () => true,
  () => false,
  () => null,
] as const;

export function value(random: Random, depth = 0): unknown {
  if (depth < 3 && random.percent(25)) return random.percent(50) ? list(random, depth) : map(random, depth);
  return random.pick(LEAVES)(random);
}

/** The usual type of each attribute, so that expressions find usable values. */
export const ATTRIBUTES = {
  v: text,
  title: text,
  n: number,
  count: number,
  expires: (random: Random) => 1_700_000_000 + random.below(5),
  huge,
  tags: texts,
  nums: numbers,
  blobs: byteSet,
  rows: list,
  doc: map,
  flag: (random: Random) => random.percent(50),
  state: text,
  nothing: () => null,
  bin: bytes,
  'a.b': number,
  'with space': text,
  constructor: text,
} as const satisfies Record<string, (random: Random) => unknown>;

export type AttributeName = keyof typeof ATTRIBUTES;
const ATTRIBUTE_NAMES = Object.keys(ATTRIBUTES) as AttributeName[];

export const attributeName = (random: Random): AttributeName => random.pick(ATTRIBUTE_NAMES) ?? 'v';
/** Sometimes of another type; never a fraction for `huge`: JavaScript could not read the sum. */
export const valueFor = (random: Random, name: AttributeName): unknown =>
  name === 'huge' || random.percent(88) ? ATTRIBUTES[name](random) : value(random);

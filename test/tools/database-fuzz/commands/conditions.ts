/** Random conditions, filters and projections. */
import type { Random } from '#test/tools/shared/random';
import { anyPath, distinctPaths, type Step, type Terms } from './terms.ts';
import { ATTRIBUTES, attributeName, number, text, value, valueFor, type AttributeName } from './values.ts';

const COLLECTIONS = [
  ['tags', text],
  ['nums', number],
  ['rows', (random) => value(random, 2)],
  ['v', text],
  ['doc', text],
  ['blobs', ATTRIBUTES.bin],
] as const satisfies readonly (readonly [AttributeName, (random: Random) => unknown])[];
const TYPES = ['S', 'N', 'B', 'SS', 'NS', 'BS', 'L', 'M', 'BOOL', 'NULL', 'S', 'N', 'X'] as const;
const COMPARATORS = ['=', '<>', '<', '<=', '>', '>='] as const;
const ORDERED: readonly AttributeName[] = ['v', 'n', 'count', 'title', 'huge', 'expires', 'bin', 'state'];

export const isKnown = (name: Step | undefined): name is AttributeName =>
  typeof name === 'string' && Object.hasOwn(ATTRIBUTES, name);
/** A value of the type that is usual at this path. */
export const usualValue = (random: Random, steps: readonly Step[]): unknown => {
  const [name] = steps;
  return steps.length === 1 && isKnown(name) ? valueFor(random, name) : value(random, 2);
};

const SIMPLE: readonly ((terms: Terms, random: Random) => string)[] = [
  (_terms, random) => `attribute_${random.percent(70) ? '' : 'not_'}exists(pk)`,
  (terms, random) => `attribute_exists(${terms.path(...anyPath(random))})`,
  (terms, random) => `attribute_not_exists(${terms.path(...anyPath(random))})`,
  (terms, random) => {
    const path = anyPath(random);
    const value = terms.loosely(terms.value(usualValue(random, path)));
    return `${terms.loosely(terms.path(...path))} ${random.percent(70) ? '=' : '<>'} ${value}`;
  },
  (terms, random) => {
    const name = random.pick(ORDERED) ?? 'n';
    return `${terms.path(name)} ${random.pick(COMPARATORS)} ${terms.value(ATTRIBUTES[name](random))}`;
  },
  (terms, random) => `${terms.value(number(random))} ${random.pick(COMPARATORS)} ${terms.path('n')}`,
  (terms, random) => `${terms.path('n')} ${random.pick(COMPARATORS)} ${terms.path('count')}`,
  (terms, random) => `${terms.path(...anyPath(random))} = ${terms.path(...anyPath(random))}`,
  (terms, random) => {
    const bounds = [number(random), number(random)].sort((a, b) => a - b);
    if (random.percent(5)) bounds.reverse();
    const from = terms.loosely(terms.value(bounds[0]));
    return `${terms.loosely(terms.path('n'))} BETWEEN ${from} AND ${terms.value(bounds[1])}`;
  },
  (terms, random) => {
    const name = attributeName(random);
    const among = Array.from({ length: 1 + random.below(3) }, () => terms.value(valueFor(random, name)));
    return `${terms.path(name)} IN (${among.join(', ')})`;
  },
  (terms, random) => {
    const prefix = terms.value(random.percent(92) ? text(random) : value(random));
    return `begins_with(${terms.path(random.pick(['v', 'title', 'bin', 'n']))}, ${prefix})`;
  },
  (terms, random) => {
    const [name, member] = random.pick(COLLECTIONS) ?? COLLECTIONS[0];
    return `contains(${terms.path(name)}, ${terms.value(member(random))})`;
  },
  (terms, random) => `attribute_type(${terms.path(...anyPath(random))}, ${terms.value(random.pick(TYPES))})`,
  (terms, random) =>
    `size(${terms.loosely(terms.path(...anyPath(random)))}) ${random.pick(COMPARATORS)} ${terms.value(random.below(4))}`,
  (terms, random) =>
    `size(${terms.value(value(random))}) ${random.pick(COMPARATORS)} ${terms.loosely(terms.value(random.below(4)))}`,
  (terms, random) => `attribute_type(${terms.value(value(random))}, ${terms.value(random.pick(TYPES))})`,
];

export function condition(terms: Terms, depth = 0): string {
  const { random } = terms;
  if (depth >= 3 || random.percent(55)) return (random.pick(SIMPLE) ?? (() => 'attribute_exists(pk)'))(terms, random);
  if (random.percent(25)) return `NOT ${random.percent(50) ? `(${condition(terms, depth + 1)})` : condition(terms, 3)}`;
  const parts = Array.from({ length: 2 + random.below(2) }, () =>
    random.percent(40) ? `(${condition(terms, depth + 1)})` : condition(terms, 3),
  );
  return parts.join(random.percent(50) ? ' AND ' : random.pick([' OR ', ' and ', ' or ']));
}

export const projection = (terms: Terms): string =>
  [...distinctPaths(terms.random, 4), ...(terms.random.percent(60) ? [['pk'], ['sk']] : [])]
    .map((path) => terms.path(...path))
    .join(', ');

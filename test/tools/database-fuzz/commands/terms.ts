/** Collects the names and values of a command's expressions, and writes paths with them. */
import type { Random } from '#test/tools/shared/random';
import { attributeName, type AttributeName, type Item } from './values.ts';

/** Other names are reserved words or not identifiers, and need a placeholder. */
const PLAIN = new Set([
  'pk',
  'sk',
  'v',
  'title',
  'n',
  'expires',
  'huge',
  'tags',
  'nums',
  'blobs',
  'doc',
  'flag',
  'bin',
  'timeKey',
  'changeKey',
  'uid',
  'gpk',
  'gsk',
  'a',
  'b',
  'nope',
]);

export type Step = string | number;

export class Terms {
  readonly random: Random;
  readonly #names = new Map<string, string>();
  readonly #values: Item = {};

  constructor(random: Random) {
    this.random = random;
  }

  value(value: unknown): string {
    const name = `:v${String(Object.keys(this.#values).length)}`;
    this.#values[name] = value;
    return name;
  }

  #name(name: string): string {
    if (PLAIN.has(name) && this.random.percent(70)) return name;
    const alias = this.#names.get(name) ?? `#n${String(this.#names.size)}`;
    this.#names.set(name, alias);
    return alias;
  }

  path(...steps: readonly Step[]): string {
    return steps
      .map((step, place) =>
        typeof step === 'number' ? `[${String(step)}]` : `${place === 0 ? '' : '.'}${this.#name(step)}`,
      )
      .join('');
  }

  /** An operand, at times in parentheses. */
  loosely(operand: string): string {
    return this.random.percent(4) ? `(${operand})` : operand;
  }

  /** The parameters of the command besides its expressions. */
  get attributes(): Item {
    return {
      ...(this.#names.size > 0 && {
        ExpressionAttributeNames: Object.fromEntries([...this.#names].map(([name, alias]) => [alias, name])),
      }),
      ...(Object.keys(this.#values).length > 0 && { ExpressionAttributeValues: this.#values }),
    };
  }
}

const NESTED_PATHS: readonly (readonly Step[])[] = [
  ['doc', 'a'],
  ['doc', 'b'],
  ['doc', 'items', 0],
  ['doc', 'name'],
  ['rows', 0],
  ['rows', 1],
  ['rows', 2],
  ['rows', 7],
  ['rows', 30],
  ['rows', 0, 'a'],
  ['doc', 'items', 1, 'a'],
  ['nope', 'a'],
];

/** A path to an attribute or into one. */
export const anyPath = (random: Random): readonly [AttributeName | 'nope', ...Step[]] | readonly Step[] =>
  random.percent(85) ? [attributeName(random)] : (random.pick(NESTED_PATHS) ?? ['nope']);

const isWithin = (path: readonly Step[], other: readonly Step[]): boolean =>
  other.every((step, at) => step === path[at]);

/** An expression with the same path twice, or with one within another, is refused. */
export function distinctPaths(random: Random, most: number): (readonly Step[])[] {
  const paths = Array.from({ length: 1 + random.below(most) }, () => anyPath(random));
  if (random.percent(4)) return paths;
  return paths.filter(
    (path, at) => !paths.slice(0, at).some((other) => isWithin(path, other) || isWithin(other, path)),
  );
}

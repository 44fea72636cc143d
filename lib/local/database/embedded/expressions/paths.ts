/** Document paths: `a`, `#a.b[3]`. */
import { invalid } from '#lib/local/database/embedded/values/errors';
import { isItem, isList, type Item, type Value } from '#lib/local/database/embedded/values/values';
import { RESERVED_WORDS } from './reserved-words.ts';
import type { TokenReader } from './tokens.ts';

/** A placeholder stands for one whole attribute name, even with dots. */
export type Step = { readonly name: string } | { readonly placeholder: string } | { readonly index: number };
export type Path = readonly Step[];
/** A path with its placeholders replaced. */
export type PathSteps = readonly (string | number)[];

export interface Parameters {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Value>>;
}

/** The placeholders that an expression uses. */
export interface UsedPlaceholders {
  readonly names: Set<string>;
  readonly values: Set<string>;
  /** Names and placeholders of attributes with a nested path. */
  readonly nestedAttributes: Set<string>;
  /** Names and placeholders of all attributes. */
  readonly attributes: Set<string>;
}

const MAX_LEVELS = 32;
const MAX_INDEX = 2 ** 31 - 1;

function nameStep(reader: TokenReader, uses: UsedPlaceholders): Step {
  const { kind, text } = reader.peek();
  if (kind === 'name') {
    reader.next();
    uses.names.add(text);
    return { placeholder: text };
  }
  if (kind !== 'word') throw reader.fault();
  if (RESERVED_WORDS.has(text.toUpperCase())) {
    throw invalid(`Invalid ${reader.kind}: Attribute name is a reserved keyword; reserved keyword: ${text}`);
  }
  reader.next();
  return { name: text };
}

export function readPath(reader: TokenReader, uses: UsedPlaceholders): Path {
  const { text: first } = reader.peek();
  const steps: Step[] = [nameStep(reader, uses)];
  for (;;) {
    if (reader.takeSign('.')) steps.push(nameStep(reader, uses));
    else if (reader.takeSign('[')) {
      const { kind, text } = reader.next();
      if (kind !== 'number') throw reader.fault();
      if (Number(text) > MAX_INDEX) {
        throw invalid(`Invalid ${reader.kind}: List index is not within the allowable range; index: [${text}]`);
      }
      steps.push({ index: Number(text) });
      reader.expectSign(']');
    } else break;
  }
  if (steps.length > MAX_LEVELS) {
    const what = `The document path has too many nesting levels; nesting levels: ${String(steps.length)}`;
    throw invalid(`Invalid ${reader.kind}: ${what}`);
  }
  uses.attributes.add(first);
  if (steps.length > 1) uses.nestedAttributes.add(first);
  return steps;
}

export const resolvePath = (path: Path, { names }: Parameters): PathSteps =>
  path.map((step) => ('index' in step ? step.index : 'name' in step ? step.name : (names[step.placeholder] ?? '')));

/** The value under a key or list index. */
export function childOf(value: Value | undefined, key: string | number): Value | undefined {
  if (typeof key === 'number') return isList(value) ? value[key] : undefined;
  return isItem(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function valueAt(item: Item, path: Path, parameters: Parameters): Value | undefined {
  let value: Value | undefined = item;
  for (const step of path) {
    if ('index' in step) value = childOf(value, step.index);
    else value = childOf(value, 'name' in step ? step.name : (parameters.names[step.placeholder] ?? ''));
    if (value === undefined) return undefined;
  }
  return value;
}

/** `[a, [1]]`: a path as DynamoDB writes it in error messages. */
const pathText = (place: PathSteps): string =>
  `[${place.map((key) => (typeof key === 'number' ? `[${String(key)}]` : key)).join(', ')}]`;

const isPrefix = (short: PathSteps, long: PathSteps): boolean => short.every((key, index) => key === long[index]);

/** Refuses paths of which one contains another, or takes for a list what another takes for a map. */
export function checkDistinctPaths(kind: string, places: readonly PathSteps[]): void {
  const fault = (how: string, place: PathSteps, other: PathSteps): Error =>
    invalid(
      `Invalid ${kind}: Two document paths ${how} with each other; must remove or rewrite one of these paths; path one: ${pathText(place)}, path two: ${pathText(other)}`,
    );
  for (const [index, place] of places.entries()) {
    for (const other of places.slice(index + 1)) {
      const [short, long] = place.length <= other.length ? [place, other] : [other, place];
      if (isPrefix(short, long)) throw fault('overlap', place, other);
      const fork = short.findIndex((key, at) => key !== long[at]);
      if (typeof short[fork] !== typeof long[fork]) throw fault('conflict', place, other);
    }
  }
}

/** Refuses an operator or a function whose first operand comes again among the others. */
export function checkDistinctOperands(
  kind: string,
  operator: string,
  [first, ...others]: readonly [Path, ...Path[]],
  parameters: Parameters,
): void {
  const place = pathText(resolvePath(first, parameters));
  if (!others.some((other) => pathText(resolvePath(other, parameters)) === place)) return;
  const what = 'The first operand must be distinct from the remaining operands for this operator or function';
  throw invalid(`Invalid ${kind}: ${what}; operator: ${operator}, first operand: ${place}`);
}

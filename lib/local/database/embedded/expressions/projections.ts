/** The parts of an item that a caller asks for: `a, b.c[1]`. */
import { isItem, isList, type Item, type Value } from '#lib/local/database/embedded/values/values';
import {
  checkDistinctPaths,
  childOf,
  resolvePath,
  readPath,
  type Parameters,
  type Path,
  type PathSteps,
  type UsedPlaceholders,
} from './paths.ts';
import type { TokenReader } from './tokens.ts';

export interface CompiledProjection {
  check(parameters: Parameters): void;
  project(item: Item, parameters: Parameters): Item;
}

/** Keeps only the given paths of a value; list elements move up. */
function pickPaths(value: Value, places: readonly PathSteps[]): Value | undefined {
  if (places.some((place) => place.length === 0)) return value;
  const keys = [...new Set(places.map(([key]) => key))];
  const below = (key: string | number): readonly PathSteps[] =>
    places.filter(([first]) => first === key).map((place) => place.slice(1));
  const parts = keys.flatMap((key): [string | number, Value][] => {
    if (key === undefined) return [];
    const held = childOf(value, key);
    const part = held === undefined ? undefined : pickPaths(held, below(key));
    return part === undefined ? [] : [[key, part]];
  });
  if (parts.length === 0) return undefined;
  if (isList(value)) return parts.sort(([a], [b]) => Number(a) - Number(b)).map(([, part]) => part);
  return isItem(value) ? Object.fromEntries(parts) : undefined;
}

/** Keeps only the given paths of an item. */
export function pick(item: Item, places: readonly PathSteps[]): Item {
  const part = pickPaths(item, places);
  return isItem(part) ? part : {};
}

export function compileProjection(reader: TokenReader, uses: UsedPlaceholders): CompiledProjection {
  const paths: Path[] = [readPath(reader, uses)];
  while (reader.takeSign(',')) paths.push(readPath(reader, uses));
  reader.expectEnd();
  const places = (parameters: Parameters): PathSteps[] => paths.map((path) => resolvePath(path, parameters));
  return {
    check: (parameters) => {
      checkDistinctPaths('ProjectionExpression', places(parameters));
    },
    project: (item, parameters) => pick(item, places(parameters)),
  };
}

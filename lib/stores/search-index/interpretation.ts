/**
 * What a query is taken to mean. As typed, if that finds a volume by its names, or many volumes; else with words
 * joined, split or corrected, one at a time, until a volume is found by its names.
 */
import { attempts, FEW, isEnough, type Outcome, shortestFor, typedWords } from '#lib/books/search/attempts';
import { matchExpressions, type Variants } from '#lib/books/search/expression';
import type { Query } from '#lib/books/search/query';
import { type OpenIndex, prepare } from './open-index.ts';

export interface Interpretation {
  readonly query: Query;
  readonly variants: Variants;
}

type UpTo = (limit: number, expression: string) => number;

/** How many volumes match, up to a limit. Two attempts may come to the same expression, which is tried once. */
function matchCounter(index: OpenIndex): UpTo {
  const known = new Map<string, number>();
  return (limit, expression) => {
    const key = `${String(limit)} ${expression}`;
    const count =
      known.get(key) ??
      prepare(index, 'SELECT rowid FROM text WHERE text MATCH ? LIMIT ?').all(expression, limit).length;
    known.set(key, count);
    return count;
  };
}

/** Filters do not count: a word of volumes that they leave out is spelled right all the same. */
function outcomeOf(
  index: OpenIndex,
  { query, variants }: Interpretation,
  upTo: UpTo,
  known?: number | undefined,
): Outcome {
  const match = matchExpressions(query, variants, index.words.inflections);
  if (match === undefined) return { matches: 0, isNamed: () => false };
  const matches = known ?? upTo(FEW, match.anywhere);
  return { matches, isNamed: () => matches > 0 && upTo(1, match.inNames()) > 0 };
}

/** Of the words in `corrected` typos are looked for, too. */
function variantsOf(index: OpenIndex, corrected: readonly string[], shortest: number): Variants {
  const { inflections, typos } = index.words;
  return corrected.length === 0
    ? inflections
    : (word) => (corrected.includes(word) ? typos(word, shortest) : inflections(word));
}

/** Gives `asTyped` itself when that is what is meant. `matches` are those of `asTyped` without filters, if known. */
export function interpret(index: OpenIndex, asTyped: Interpretation, matches?: number): Interpretation {
  const { query } = asTyped;
  const words = typedWords(query);
  if (words.length === 0) return asTyped;
  const upTo = matchCounter(index);
  const typed = outcomeOf(index, asTyped, upTo, matches);
  if (isEnough(typed, words)) return asTyped;
  const shortest = shortestFor(words);
  let fallback: Interpretation | undefined;
  for (const { query: other, corrected } of attempts(query, index.words.isKnown)) {
    const interpretation = { query: other, variants: variantsOf(index, corrected, shortest) };
    const outcome = outcomeOf(index, interpretation, upTo);
    if (outcome.isNamed()) return interpretation;
    if (outcome.matches > 0) fallback ??= interpretation;
  }
  return typed.matches > 0 ? asTyped : (fallback ?? asTyped);
}

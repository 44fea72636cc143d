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

/** Filters do not count: a word of volumes that they leave out is spelled right all the same. */
function outcomeOf(index: OpenIndex, { query, variants }: Interpretation): Outcome {
  const match = matchExpressions(query, variants, index.words.inflections);
  if (match === undefined) return { matches: 0, isNamed: () => false };
  const upTo = (limit: number, expression: string): number =>
    prepare(index, 'SELECT rowid FROM text WHERE text MATCH ? LIMIT ?').all(expression, limit).length;
  const matches = upTo(FEW, match.anywhere);
  return { matches, isNamed: () => matches > 0 && upTo(1, match.inNames) > 0 };
}

/** Of the words in `corrected` typos are looked for, too. */
function variantsOf(index: OpenIndex, corrected: readonly string[], shortest: number): Variants {
  const { inflections, typos } = index.words;
  return corrected.length === 0
    ? inflections
    : (word) => (corrected.includes(word) ? typos(word, shortest) : inflections(word));
}

export function interpret(index: OpenIndex, asTyped: Interpretation): Interpretation {
  const { query } = asTyped;
  const words = typedWords(query);
  if (words.length === 0) return asTyped;
  const typed = outcomeOf(index, asTyped);
  if (isEnough(typed, words)) return asTyped;
  const shortest = shortestFor(words);
  let fallback: Interpretation | undefined;
  for (const { query: other, corrected } of attempts(query, index.words.isKnown)) {
    const interpretation = { query: other, variants: variantsOf(index, corrected, shortest) };
    const outcome = outcomeOf(index, interpretation);
    if (outcome.isNamed()) return interpretation;
    if (outcome.matches > 0) fallback ??= interpretation;
  }
  return typed.matches > 0 ? asTyped : (fallback ?? asTyped);
}

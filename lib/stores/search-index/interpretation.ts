/**
 * What a query is taken to mean. As typed, if that finds a volume by its names, or many volumes; else with words
 * joined, split or corrected, one at a time, until a volume is found by its names.
 */
import { matchExpressions, type Variants } from '#lib/books/search/expression';
import type { Query, Term } from '#lib/books/search/query';
import type { WantedWord } from '#lib/books/search/ranking';
import { SHORTEST } from '#lib/books/search/typos';
import { searchTerms, unitsOf } from '#lib/books/search/words';
import { type OpenIndex, prepare } from './open-index.ts';

export interface Interpretation {
  readonly query: Query;
  readonly variants: Variants;
}

/** Fewer matches than this may be chance; a query with as many means what was typed. */
export const FEW = 6;
/** So many words are tried one by one. */
const MAX_TRIED = 8;

type WordTerm = Extract<Term, { kind: 'words' }>;

/** The term of a group that is one plain word without a field. */
const plainWord = (group: readonly Term[] | undefined): WordTerm | undefined => {
  const [term, ...others] = group ?? [];
  return term?.kind === 'words' && term.field === undefined && others.length === 0 ? term : undefined;
};

/** The words that are typed anywhere outside phrases, each as it is looked for. */
export const typedWords = ({ groups }: Query): string[] => [
  ...new Set(
    groups.flat().flatMap((term) =>
      term.kind !== 'words'
        ? []
        : unitsOf(term.text).flatMap(({ runs }) => {
            const [only, ...more] = searchTerms(runs);
            return only === undefined || only.isPrefix || more.length > 0 ? [] : only.text;
          }),
    ),
  ),
];

export const wantedWords = (words: readonly string[], variants: Variants): WantedWord[] =>
  words.map((typed) => ({ typed, spellings: new Set(variants(typed)) }));

/** Queries with two neighbours written as one word that the index has. */
function* joined(index: OpenIndex, query: Query): Generator<Query> {
  for (const [place, group] of query.groups.slice(0, MAX_TRIED).entries()) {
    const [left, right] = [plainWord(group), plainWord(query.groups[place + 1])];
    if (left === undefined || right === undefined) continue;
    const [text] = typedWords({ groups: [[{ kind: 'words', text: left.text + right.text }]], excluded: [] });
    if (text === undefined || !index.words.isKnown(text)) continue;
    const groups = [
      ...query.groups.slice(0, place),
      [{ kind: 'words' as const, text }],
      ...query.groups.slice(place + 2),
    ];
    yield { ...query, groups };
  }
}

function* interpretations(index: OpenIndex, query: Query): Generator<Interpretation> {
  const { inflections, isKnown, typos } = index.words;
  const words = typedWords(query);
  const shortest = words.length > 1 ? SHORTEST.amongOthers : SHORTEST.alone;
  const correcting =
    (corrected: readonly string[]): Variants =>
    (word) =>
      corrected.includes(word) ? typos(word, shortest) : inflections(word);
  const unknown = words.filter((word) => !isKnown(word));

  for (const other of joined(index, query)) yield { query: other, variants: inflections };
  if (unknown.length > 0) yield { query, variants: correcting(unknown) };
  else if (words.length > 1)
    for (const word of words.slice(0, MAX_TRIED)) yield { query, variants: correcting([word]) };
  if (words.length > 1) for (const other of joined(index, query)) yield { query: other, variants: correcting(unknown) };
  yield { query, variants: correcting(words) };
}

interface Outcome {
  /** Up to `FEW`. */
  readonly matches: number;
  /** Whether some volume has all of it in its names. */
  isNamed(): boolean;
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

export function interpret(index: OpenIndex, asTyped: Interpretation): Interpretation {
  const { query } = asTyped;
  const words = typedWords(query);
  if (words.length === 0) return asTyped;
  const typed = outcomeOf(index, asTyped);
  const isOneWord = words.length < 2;
  if (typed.matches >= FEW || (typed.matches > 0 && isOneWord) || typed.isNamed()) return asTyped;
  let fallback: Interpretation | undefined;
  for (const interpretation of interpretations(index, query)) {
    const outcome = outcomeOf(index, interpretation);
    if (outcome.isNamed()) return interpretation;
    if (outcome.matches > 0) fallback ??= interpretation;
  }
  return typed.matches > 0 ? asTyped : (fallback ?? asTyped);
}

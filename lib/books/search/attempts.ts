/**
 * The ways in which a query may be meant, in the order in which they are tried: as typed first, then with words joined
 * or corrected. An index says how many volumes each of them finds.
 */
import type { Query, Term } from './query.ts';
import { SHORTEST } from './typos.ts';
import { searchTerms, unitsOf } from './words.ts';

/** Fewer matches than this may be chance; a query with as many means what was typed. */
export const FEW = 6;
/** So many words are tried one by one. */
const MAX_TRIED = 8;

export interface Attempt {
  readonly query: Query;
  /** The typed words that are taken for slips. */
  readonly corrected: readonly string[];
}

export interface Outcome {
  /** Up to `FEW`. */
  readonly matches: number;
  /** Whether some volume has all of it in its names. */
  readonly isNamed: () => boolean;
}

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

/** The shortest word of a query in which a typo is looked for. */
export const shortestFor = (words: readonly string[]): number =>
  words.length > 1 ? SHORTEST.amongOthers : SHORTEST.alone;

/** Whether what was found as typed is what was meant. */
export const isEnough = ({ matches, isNamed }: Outcome, words: readonly string[]): boolean =>
  matches >= FEW || (matches > 0 && words.length < 2) || isNamed();

/** Queries with two neighbours written as one word that the index has. */
function* joined(query: Query, isKnown: (word: string) => boolean): Generator<Query> {
  for (const [place, group] of query.groups.slice(0, MAX_TRIED).entries()) {
    const [left, right] = [plainWord(group), plainWord(query.groups[place + 1])];
    if (left === undefined || right === undefined) continue;
    const [text] = typedWords({ groups: [[{ kind: 'words', text: left.text + right.text }]], excluded: [] });
    if (text === undefined || !isKnown(text)) continue;
    const groups = [
      ...query.groups.slice(0, place),
      [{ kind: 'words' as const, text }],
      ...query.groups.slice(place + 2),
    ];
    yield { ...query, groups };
  }
}

/** Every other way to understand a query whose words, as typed, find too little. */
export function* attempts(query: Query, isKnown: (word: string) => boolean): Generator<Attempt> {
  const words = typedWords(query);
  const unknown = words.filter((word) => !isKnown(word));

  for (const other of joined(query, isKnown)) yield { query: other, corrected: [] };
  if (unknown.length > 0) yield { query, corrected: unknown };
  else if (words.length > 1) for (const word of words.slice(0, MAX_TRIED)) yield { query, corrected: [word] };
  if (words.length > 1) for (const other of joined(query, isKnown)) yield { query: other, corrected: unknown };
  yield { query, corrected: words };
}

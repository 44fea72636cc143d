/** Which words of the hits a typed word stood for: OpenSearch says that a volume matches, not by which word. */
import type { Variants } from '#lib/books/search/expression';
import type { Candidate } from '#lib/books/search/ranking';
import { soundOf } from '#lib/books/search/sound';
import { stem } from '#lib/books/search/stem';
import { nearest, soundsLike, splitsOf, typosOf } from '#lib/books/search/typos';
import type { Correction } from './clauses.ts';

const MAX_TYPO_WORDS = 12;

/** Inflections, and of corrected words what they may be slips for, among the titles and names of the candidates. */
export function spellingsAmong(candidates: readonly Candidate[], { corrected, shortest }: Correction): Variants {
  const vocabulary = new Set(candidates.flatMap(({ title, names }) => `${title} ${names}`.split(' ')));
  const byStem = Map.groupBy(vocabulary, stem);
  const slipsFor = (word: string): string[] => {
    const sound = soundOf(word);
    const alike = sound === undefined ? [] : [...vocabulary].filter((other) => soundOf(other) === sound);
    const typos = [...typosOf(word, vocabulary, shortest), ...soundsLike(word, alike)];
    return [...nearest(word, typos, MAX_TYPO_WORDS), ...splitsOf(word, (part) => vocabulary.has(part))];
  };
  return (word) => [...(byStem.get(stem(word)) ?? []), ...(corrected.includes(word) ? slipsFor(word) : [])];
}

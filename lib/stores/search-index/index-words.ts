/** The words of an index file: inflections of a typed word, and words it may be a slip for. */
import type { DatabaseSync } from 'node:sqlite';
import type { Variants } from '#lib/books/search/expression';
import { soundOf } from '#lib/books/search/sound';
import { stem } from '#lib/books/search/stem';
import { nearest, soundsLike, splitsOf, typosOf, toleranceFor, type TypoMatch } from '#lib/books/search/typos';

const MAX_TYPO_WORDS = 12;
/** Of more words that sound alike the first are as good as any. */
const MAX_ALIKE = 200;
const MAX_REMEMBERED = 1000;
/** Another number is another book. */
const IS_NUMBER = /^\d+$/;

export interface IndexWords {
  /** Words with the same stem. */
  readonly inflections: Variants;
  /**
   * Those, words that are one or two typos away or sound alike, and two words that were written as one. Words shorter
   * than `shortest` have no typos.
   */
  readonly typos: (word: string, shortest: number) => readonly string[];
  readonly isKnown: (word: string) => boolean;
}

/** As endings are kept, so that they can be looked up like beginnings. */
export const reverse = (word: string): string => [...word].toReversed().join('');
/** Behind everything that begins with a text. */
const endOf = (prefix: string): string => `${prefix}\u{10ffff}`;

/**
 * How many letters at the beginning or at the end of a word with typos are right. One typo is in one of the halves, or
 * swaps the letters between them; of two, one may be at each end, but seldom within the first two letters and within
 * the last two.
 */
function intactEnds(length: number, reach: number): { readonly first: number; readonly last: number } {
  if (reach > 1) return { first: 2, last: 2 };
  const half = Math.floor(length / 2);
  return { first: Math.max(1, half - 1), last: length - half };
}

/** A search asks four times for each word. The file never changes, so the answers stay the same. */
function rememberedVariants(find: Variants): Variants {
  const found = new Map<string, readonly string[]>();
  return (word) => {
    const known = found.get(word);
    if (known !== undefined) return known;
    if (found.size >= MAX_REMEMBERED) found.clear();
    const variants = find(word);
    found.set(word, variants);
    return variants;
  };
}

export function indexWords(database: DatabaseSync): IndexWords {
  const byWord = database.prepare('SELECT 1 FROM words WHERE word = ?');
  const byStem = database.prepare('SELECT word FROM words WHERE stem = ? LIMIT 24');
  // One long text is thirty times cheaper to read than as many rows.
  const listOf = (from: string, where: string) =>
    database.prepare(`SELECT group_concat(word, ' ') AS list FROM words ${from} WHERE ${where}`);
  const byBeginning = listOf('', 'word >= ? AND word < ? AND length BETWEEN ? AND ?');
  const byEnding = listOf('INDEXED BY words_by_ending', 'reversed >= ? AND reversed < ? AND length BETWEEN ? AND ?');
  const bySound = listOf('', `sound = ? LIMIT ${String(MAX_ALIKE)}`);

  const isKnown = (word: string): boolean => byWord.get(word) !== undefined;
  const inflections = rememberedVariants((word) => byStem.all(stem(word)).map((row) => String(row['word'])));
  const wordsIn = (row: Record<string, unknown> | undefined): string[] => String(row?.['list'] ?? '').split(' ');

  function* misspelled(word: string, shortest: number): Generator<TypoMatch> {
    const reach = Math.max(toleranceFor(word.length + 1, shortest), toleranceFor(word.length, shortest));
    if (reach === 0 || IS_NUMBER.test(word)) return;
    const { first, last } = intactEnds(word.length, reach);
    const [beginning, ending] = [word.slice(0, first), reverse(word.slice(-last))];
    const lengths = [word.length - reach, word.length + reach] as const;
    const similar = new Set([
      ...wordsIn(byBeginning.get(beginning, endOf(beginning), ...lengths)),
      ...wordsIn(byEnding.get(ending, endOf(ending), ...lengths)),
    ]);
    yield* typosOf(word, similar, shortest);
    const sound = soundOf(word);
    if (sound !== undefined) yield* soundsLike(word, wordsIn(bySound.get(sound)));
  }

  return {
    inflections,
    isKnown,
    typos: (word, shortest) => [
      ...inflections(word),
      ...nearest(word, misspelled(word, shortest), MAX_TYPO_WORDS),
      ...splitsOf(word, isKnown),
    ],
  };
}

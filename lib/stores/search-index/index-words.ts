/** The words of an index file: inflections of a typed word, and words it may be a typo of. */
import type { DatabaseSync } from 'node:sqlite';
import type { Variants } from '#lib/books/search/expression';
import { stem } from '#lib/books/search/stem';
import { nearest, typosOf, toleranceFor } from '#lib/books/search/typos';

const MAX_TYPO_WORDS = 12;

export interface IndexWords {
  /** Words with the same stem. */
  readonly inflections: Variants;
  /** Those, and words that are one or two typos away. */
  readonly typos: Variants;
}

export function indexWords(database: DatabaseSync): IndexWords {
  const byStem = database.prepare('SELECT word FROM words WHERE stem = ? LIMIT 24');
  // One long text is thirty times cheaper to read than as many rows.
  const byLength = database.prepare("SELECT group_concat(word, ' ') AS list FROM words WHERE length BETWEEN ? AND ?");

  const inflections: Variants = (word) => byStem.all(stem(word)).map((row) => String(row['word']));

  const wordsOfLength = (least: number, most: number): string[] =>
    String(byLength.get(least, most)?.['list'] ?? '').split(' ');

  return {
    inflections,
    typos: (word) => {
      const reach = Math.max(toleranceFor(word.length + 1), toleranceFor(word.length));
      if (reach === 0) return inflections(word);
      return [
        ...inflections(word),
        ...nearest(word, typosOf(word, wordsOfLength(word.length - reach, word.length + reach)), MAX_TYPO_WORDS),
      ];
    },
  };
}

/** The words of a query as titles are compared with them. */
import type { Variants } from './expression.ts';
import type { WantedWord } from './ranking.ts';
import { joinedTitleKey, plainWords } from './words.ts';

/** More than anybody types. */
const MAX_WORDS = 64;
/** A title may be corrected in this many ways before it is looked up. */
const MAX_TITLES = 40;

export const wantedWords = (text: string, variants: Variants): WantedWord[] =>
  plainWords(text)
    .slice(0, MAX_WORDS)
    .map((typed) => ({ typed, spellings: new Set(variants(typed)) }));

/** Every title that the words may spell, the one that was typed first. */
export function titleKeys(words: readonly WantedWord[]): string[] {
  let titles: string[][] = words.length === 0 ? [] : [[]];
  for (const { typed, spellings } of words) {
    const ways = [...new Set([typed, ...spellings])];
    const room = Math.max(1, Math.floor(MAX_TITLES / titles.length));
    titles = titles.flatMap((title) => ways.slice(0, room).map((way) => [...title, ...way.split(' ')]));
  }
  return [...new Set(titles.map(joinedTitleKey))];
}

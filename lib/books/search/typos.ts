/** Words that may be meant by a word that matches nothing. */

/** The shortest word that may have a typo when it stands alone, and when other words show what is meant. */
export const SHORTEST = { alone: 5, amongOthers: 3 } as const;
/** No word of any language; comparing such texts takes long. */
const LONGEST = 40;

/** How many typos a word of this length may have. */
export const toleranceFor = (length: number, shortest: number = SHORTEST.alone): number => {
  if (length < shortest || length > LONGEST) return 0;
  return length > 8 ? 2 : 1;
};

const MAX_DISTANCE_BY_EAR = 3;

/** Insertions, deletions, substitutions and swaps of neighbours; gives up above `limit`. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, place) => place);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      let distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (isSwap) distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1);
      current.push(distance);
      best = Math.min(best, distance);
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? limit + 1;
}

/** Which letters a word has, as bits; letters of large alphabets share them. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let place = 0; place < word.length; place += 1) bits |= 1 << (word.charCodeAt(place) % 32);
  return bits;
}

const countBits = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
};

export interface TypoMatch {
  readonly word: string;
  readonly distance: number;
}

/** The longer of the two words decides, so that a letter left out of a five-letter word is forgiven too. */
export function* typosOf(
  typed: string,
  candidates: Iterable<string>,
  shortest: number = SHORTEST.alone,
): Generator<TypoMatch> {
  const letters = lettersOf(typed);
  for (const word of candidates) {
    const limit = toleranceFor(Math.max(typed.length, word.length), shortest);
    // A typo removes at most one letter and adds at most one: most words are excluded before they are compared.
    if (limit === 0 || countBits(letters ^ lettersOf(word)) > 2 * limit) continue;
    const distance = editDistance(typed, word, limit);
    if (distance <= limit) yield { word, distance };
  }
}

/** Words that sound the same are taken for each other, unless they are of very different length. */
export function* soundsLike(typed: string, alike: Iterable<string>): Generator<TypoMatch> {
  for (const word of alike) {
    const distance = editDistance(typed, word, MAX_DISTANCE_BY_EAR);
    if (distance <= MAX_DISTANCE_BY_EAR) yield { word, distance };
  }
}

/** The closest first; of equally close ones those that begin alike, since first letters are seldom mistaken. */
export const nearest = (typed: string, typos: Iterable<TypoMatch>, count: number): string[] =>
  [...new Map([...typos].map((typo) => [typo.word, typo])).values()]
    .toSorted(
      (a, b) =>
        a.distance - b.distance ||
        Number(b.word[0] === typed[0]) - Number(a.word[0] === typed[0]) ||
        (a.word < b.word ? -1 : 1),
    )
    .slice(0, count)
    .map(({ word }) => word);

const MAX_SPLITS = 3;

/** Two known words that were written as one; those that are most alike in length first. */
export function splitsOf(word: string, isKnown: (word: string) => boolean, count = MAX_SPLITS): string[] {
  if (word.length < SHORTEST.alone || toleranceFor(word.length) === 0) return [];
  const places = Array.from({ length: word.length - 1 }, (_, place) => place + 1);
  return places
    .toSorted((a, b) => Math.abs(2 * a - word.length) - Math.abs(2 * b - word.length))
    .map((place) => [word.slice(0, place), word.slice(place)] as const)
    .filter(([left, right]) => isKnown(left) && isKnown(right))
    .slice(0, count)
    .map((parts) => parts.join(' '));
}

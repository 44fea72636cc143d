/**
 * Words without a meaning of their own: they stand in nearly every volume, so a phrase of them would be looked for in
 * nearly every volume. The index has each pair of neighbours among them as one term, as Lucene's CommonGramsFilter
 * makes them, between the words around it: `of the sea` is looked for as one pair and `sea`.
 */
const WORDS =
  // English, then French, German, Spanish, Italian, Portuguese, Dutch
  'a an and are as at be but by for from had has have he her his how i if in into is it its my no not of on or our ' +
  'she so than that the their them then there these they this to up upon us was we were what when where which who ' +
  'will with without would you your ' +
  'au aux avec ce ces dans de des du elle en est et il je la le les leur mais ne nous on ou par pas pour qui sa se ses ' +
  'son sur un une vous ' +
  'als am auf aus bei bis das dem den der des die ein eine einem einen einer er es fur ich ihr im ist mit nach nicht ' +
  'oder sich sie sind uber um und uns von vom vor wie wir zu zum zur ' +
  'al con del el ella los las lo mas para pero por que sin su sus una unos y ' +
  'alla che da dal dei del della delle di gli il nel nella non per piu sono ' +
  'ao aos com da das do dos e em na nas nos o os para por se uma um ' +
  'aan een het in met niet naar ook op te van voor zijn';

const FUNCTION_WORDS: ReadonlySet<string> = new Set(WORDS.split(' '));

export const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word);

/** Nobody can type it, and SQLite's `ascii` tokenizer takes it for a letter. */
const BETWEEN = '\ue001';

/** Neighbours that are all function words, as the terms that their pairs have; undefined for other neighbours. */
export function pairTerms(words: readonly string[]): string[] | undefined {
  if (words.length < 2 || !words.every(isFunctionWord)) return undefined;
  return words.slice(1).map((word, place) => `${words[place] ?? ''}${BETWEEN}${word}`);
}

/**
 * The longest runs of function words in a line, from two words on, each as the terms of its pairs between the words
 * that stand before and behind it: `sea of+the north` of `a sea of the north`.
 */
export function pairLines(line: readonly string[]): string[][] {
  const lines: string[][] = [];
  let start = 0;
  for (let place = 0; place <= line.length; place += 1) {
    if (isFunctionWord(line[place] ?? '')) continue;
    const pairs = pairTerms(line.slice(start, place));
    if (pairs !== undefined)
      lines.push([...line.slice(Math.max(0, start - 1), start), ...pairs, ...line.slice(place, place + 1)]);
    start = place + 1;
  }
  return lines;
}

/** A phrase as it stands among those lines: one run, with at most one word at each of its ends. */
export function pairPhrase(words: readonly string[]): string[] | undefined {
  const [line] = pairLines(words);
  // A pair has two words.
  return line?.length === words.length - 1 ? line : undefined;
}

/** The two words of a term that stands for a pair. */
export const wordsOfPair = (term: string): readonly string[] => term.split(BETWEEN);

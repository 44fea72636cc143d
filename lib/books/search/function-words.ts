/**
 * Words without a meaning of their own: they stand in nearly every volume, so a phrase with them would be looked for in
 * nearly every volume. The index has each line with such words a second time, in which they are terms with their
 * neighbours, somewhat as Lucene's CommonGramsFilter makes them: a term with the word before, unless that is a function
 * word too, and one with the word behind. `sea of the north` is `sea 4+of of+the the+9 north` there. Any word may stand
 * beside `the`, and a term for each would be millions of terms; 64 groups of words are enough, because the word itself
 * is next to the term.
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

const GROUPS = 64;

function groupOf(word: string): string {
  let hash = 0;
  for (let place = 0; place < word.length; place += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(place)) >>> 0;
  return String(hash % GROUPS);
}

const pair = (first: string, second: string): string => `${first}${BETWEEN}${second}`;

function linksOf(word: string, before: string | undefined, behind: string | undefined): string[] {
  const links: string[] = [];
  if (before !== undefined && !isFunctionWord(before)) links.push(pair(groupOf(before), word));
  if (behind !== undefined) links.push(pair(word, isFunctionWord(behind) ? behind : groupOf(behind)));
  return links;
}

/** A line, or a phrase of it, with its function words as terms with their neighbours; undefined if it has none. */
export function linkedWords(line: readonly string[]): string[] | undefined {
  if (line.length < 2 || !line.some(isFunctionWord)) return undefined;
  return line.flatMap((word, place) =>
    isFunctionWord(word) ? linksOf(word, line[place - 1], line[place + 1]) : [word],
  );
}

/** The words that a term of the index stands for; undefined for a function word with a group of neighbours. */
export function wordsOfTerm(term: string): readonly string[] | undefined {
  const words = term.split(BETWEEN);
  return words.length === 1 || words.every(isFunctionWord) ? words : undefined;
}

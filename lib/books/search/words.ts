/**
 * How text becomes words, on both sides of a search: what is typed and what is printed on a title page meet in the same
 * spelling.
 */
import { linkedWords } from './function-words.ts';

const MARKS = /[\u0300-\u036f]|[\u0591-\u05c7]|[\u0610-\u061a]|\u0640|[\u064b-\u065f]|\u0670/g;
const LETTERS_WITHOUT_DECOMPOSITION: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ς: 'σ',
};
const OPENED = /[ßæœøđðþłıħς]/g;

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Case, diacritics and ligatures removed. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(OPENED, (letter) => LETTERS_WITHOUT_DECOMPOSITION[letter] ?? letter)
    .normalize('NFC')
    .toLowerCase();
}

/** A run of one script: a word between spaces, or text of a script that is written without them. */
export interface Run {
  readonly text: string;
  readonly isUnspaced: boolean;
}

/** What stands between two spaces: one word, or parts joined by hyphens, or initials. */
export interface Unit {
  readonly runs: readonly Run[];
  /** The same written as one word, for hyphens and initials. */
  readonly joined: string | undefined;
  /** The words around apostrophes: `l homme` of `l'homme`, `alice s` of `alice's`. */
  readonly inner: readonly (readonly string[])[];
}

const WORD = String.raw`[\p{L}\p{M}\p{N}]+`;
const JOINER = String.raw`['\-]`;
const UNIT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:\p{L}\.[\s-]*){2,}(?:\p{L}(?![\p{L}\p{N}]))?|${WORD}(?:${JOINER}${WORD})*`,
  'gu',
);
/** The same for text of which every character is ASCII: it takes a third of the time. */
const ASCII_UNIT = /(?<![a-z0-9])(?:[a-z]\.[\s-]*){2,}(?:[a-z](?![a-z0-9]))?|[a-z0-9]+(?:['-][a-z0-9]+)*/g;
/** A character of a script that is written without spaces, as a regular expression with flag `u`. */
export const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const HAS_UNSPACED = new RegExp(UNSPACED, 'u');
const RUNS = new RegExp(String.raw`${UNSPACED}+|(?:(?!${UNSPACED})[\p{L}\p{M}\p{N}])+`, 'gu');

/** One kind of apostrophe and one kind of hyphen; an apostrophe at the edge of a word is a quotation mark. */
const plainJoiners = (text: string): string =>
  text.replace(/[\u2018\u2019\u02bc\uff07\u02bb`]/g, "'").replace(/[\u2010\u2011\u00ad\uff0d]/g, '-');

const runsOf = (part: string): Run[] => {
  if (!HAS_UNSPACED.test(part)) return [{ text: part, isUnspaced: false }];
  return [...part.matchAll(RUNS)].map(([text]) => ({ text, isUnspaced: HAS_UNSPACED.test(text) }));
};

const NOTHING: Unit['inner'] = [];
/** Nearly all words of nearly all catalogues: they are indexed as they are. */
const isPlain = (unit: string): boolean => /^[a-z0-9]+$/.test(unit);

function unitOf(match: string): Unit {
  if (isPlain(match)) return { runs: [{ text: match, isUnspaced: false }], joined: undefined, inner: NOTHING };
  if (match.includes('.')) {
    const letters = match.match(/\p{L}/gu) ?? [];
    return { runs: letters.flatMap(runsOf), joined: letters.join(''), inner: [] };
  }
  const parts = match.split('-');
  const words = parts.map((part) => part.replaceAll("'", ''));
  const inner = parts.filter((part) => part.includes("'")).map((part) => part.split("'"));
  return { runs: words.flatMap(runsOf), joined: words.length > 1 ? words.join('') : undefined, inner };
}

/** The units of a text as they are written, but folded. */
function unitTexts(text: string): readonly string[] {
  const folded = fold(plainJoiners(text));
  return folded.match(isAscii(folded) ? ASCII_UNIT : UNIT) ?? [];
}

export const unitsOf = (text: string): Unit[] => unitTexts(text).map(unitOf);

const bigrams = (text: string): string[] => {
  const characters = [...text];
  return characters.slice(0, -1).map((character, place) => character + (characters[place + 1] ?? ''));
};

/** A term that any indexed term may begin with: single characters of unspaced scripts. */
export interface SearchTerm {
  readonly text: string;
  readonly isPrefix: boolean;
}

/**
 * The consecutive terms that typed runs stand for. Where another run follows, an unspaced one ends there in the index,
 * too, and its last character stands alone behind its pairs.
 */
export const searchTerms = (runs: readonly Run[]): SearchTerm[] =>
  runs.flatMap(({ text, isUnspaced }, place): SearchTerm[] => {
    if (!isUnspaced) return [{ text, isPrefix: false }];
    const isLast = place === runs.length - 1;
    const pairs = bigrams(text).map((pair) => ({ text: pair, isPrefix: false }));
    if (isLast && pairs.length > 0) return pairs;
    return [...pairs, { text: [...text].at(-1) ?? '', isPrefix: isLast }];
  });

/**
 * The last character of an unspaced run stands alone at its end, so that a search for any one character can be a
 * prefix.
 */
const indexedTerms = ({ runs }: Unit): string[] =>
  runs.flatMap(({ text, isUnspaced }) => (isUnspaced ? [...bigrams(text), [...text].at(-1) ?? ''] : [text]));

/** The words of a text in order, without other spellings. */
export const plainWords = (text: string): string[] =>
  unitTexts(text).flatMap((unit) => (isPlain(unit) ? unit : indexedTerms(unitOf(unit))));

/** Keeps a phrase from running over into what follows; nobody can type it. */
export const BARRIER = '\ue000';
const CAPITALS = /(?<![\p{L}\p{N}])\p{Lu}{2,3}(?![\p{L}\p{N}])/gu;

export interface FieldText {
  readonly text: string;
  /** The words of its first value, in order. */
  readonly first: readonly string[];
  /** Without the lines in which function words are terms with their neighbours. */
  readonly words: readonly string[];
}

const NO_TEXT: FieldText = { text: '', first: [], words: [] };

/** One field as it is written into the index: its words in order, then their other spellings behind barriers. */
export function fieldText(values: readonly string[], { areNames = false } = {}): FieldText {
  // Half the fields of most volumes.
  if (values.every((value) => value === '')) return NO_TEXT;
  const lines: string[][] = [];
  const others: string[][] = [];
  for (const value of values) {
    const line: string[] = [];
    for (const text of unitTexts(value)) {
      if (isPlain(text)) {
        line.push(text);
        continue;
      }
      const unit = unitOf(text);
      line.push(...indexedTerms(unit));
      if (unit.joined !== undefined) others.push([unit.joined]);
      others.push(...unit.inner.map((words) => [...words]));
    }
    lines.push(line);
    if (areNames) for (const capitals of value.match(CAPITALS) ?? []) others.push([...fold(capitals)]);
  }
  const all = [...lines, ...others].filter((line) => line.length > 0);
  const linked = all.map(linkedWords).filter((line) => line !== undefined);
  return {
    text: [...all, ...linked].map((line) => line.join(' ')).join(` ${BARRIER} `),
    first: lines[0] ?? [],
    words: all.flat(),
  };
}

const ARTICLES = new Set(
  'the a an le la les un une der die das den dem ein eine el los las una unos il lo gli i uno o os as um uma de het een'.split(
    ' ',
  ),
);

/** A title of folded words without a leading article, unless that is all it has. */
export function withoutArticle(title: string): string {
  const space = title.indexOf(' ');
  return space > 0 && ARTICLES.has(title.slice(0, space)) ? title.slice(space + 1) : title;
}

/** Two titles with the same key are the same title. */
export const titleKey = (words: readonly string[]): string => withoutArticle(words.join(' '));

/** The same for titles whose words may be joined or split: `tomorrow` and `to-morrow`. */
export const joinedTitleKey = (words: readonly string[]): string => titleKey(words).replaceAll(' ', '');

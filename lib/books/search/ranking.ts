/** The order of what matches: where the words stand, refined by what a reader would call the obvious answer. */
import { isFunctionWord } from './function-words.ts';
import { withoutArticle } from './words.ts';

export interface Candidate {
  readonly id: string;
  readonly workKey: string;
  /** As `joinedTitleKey` makes it. */
  readonly titleKey: string;
  /** Words with one space between them. */
  readonly title: string;
  /** Words of authors, subtitle, series and other titles, and other spellings of the title's words. */
  readonly names: string;
  /** 0 to 1: ratings, cover, description, recency. */
  readonly quality: number;
  readonly isExactIdentifier: boolean;
  readonly language: string | undefined;
}

/** A typed word and the spellings that it was searched by. */
export interface WantedWord {
  readonly typed: string;
  readonly spellings: ReadonlySet<string>;
}

export interface Wanted {
  /** The words that an exact title consists of. */
  readonly title: readonly WantedWord[];
  /** Keys of the titles that are exactly what was typed, or what it was corrected to. */
  readonly titleKeys: ReadonlySet<string>;
  /** Language of the caller. */
  readonly language: string | undefined;
}

const WEIGHTS = {
  text: 3,
  titleStart: 2,
  titlePhrase: 2,
  titleCoverage: 6,
  titleAndNames: 3,
  namesCoverage: 0.3,
  quality: 2,
  language: 0.5,
} as const;

/** What a word counts that stands in the title, in other names, or only in the rest of the text. */
const PLACES = { title: 1, names: 0.6, elsewhere: 0.15 } as const;
/** A word that is spelled otherwise than typed counts a little less. */
const OTHERWISE = 0.85;
const FUNCTION_WORD = 0.2;
/** Of a word, in letters. */
const MEAN_LENGTH = 6;

const weightOf = (word: string): number => (isFunctionWord(word) ? FUNCTION_WORD : 1);
const sumOf = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

interface Scored {
  readonly candidate: Candidate;
  readonly isFirst: boolean;
  readonly score: number;
}

/** A wanted word with a space at both ends of each spelling, so that whole words are found in a text. */
interface SpacedWord extends WantedWord {
  readonly weight: number;
  readonly spaced: string;
  /** The words of each other spelling. */
  readonly others: readonly (readonly string[])[];
}

const spacedWord = ({ typed, spellings }: WantedWord): SpacedWord => ({
  typed,
  spellings,
  weight: weightOf(typed),
  spaced: ` ${typed} `,
  others: [...spellings]
    .filter((spelling) => spelling !== typed)
    .map((spelling) => spelling.split(' ').map((part) => ` ${part} `)),
});

/** 1 for the word as typed, less for another spelling of it, 0 when it is not in the text. */
function likeness({ spaced, others }: SpacedWord, text: string): number {
  if (text.includes(spaced)) return 1;
  return others.some((parts) => parts.every((part) => text.includes(part))) ? OTHERWISE : 0;
}

const isSpelling = ({ typed, spellings }: WantedWord, word: string | undefined): boolean =>
  word !== undefined && (word === typed || spellings.has(word));

/** Where in a title the wanted words stand next to each other: -1 for nowhere. */
function placeIn(title: readonly string[], wanted: readonly WantedWord[], start: number): number {
  if (wanted.length === 0) return -1;
  for (let place = start; place + wanted.length <= title.length; place += 1)
    if (wanted.every((word, further) => isSpelling(word, title[place + further]))) return place;
  return -1;
}

function withoutWantedArticle(words: readonly WantedWord[]): readonly WantedWord[] {
  const title = words.map(({ typed }) => typed).join(' ');
  return withoutArticle(title) === title ? words : words.slice(1);
}

function scoring({ title: wanted, titleKeys, language }: Wanted): (candidate: Candidate) => Scored {
  const sequence = withoutWantedArticle(wanted);
  const words = wanted.map(spacedWord);
  const allWeights = sumOf(words.map(({ weight }) => weight));

  return (candidate) => {
    const [title, names] = [` ${candidate.title} `, ` ${candidate.names} `];
    const titleWords = candidate.title.split(' ');
    let [text, covered, named] = [0, 0, 0];
    for (const word of words) {
      const inTitle = likeness(word, title);
      const inNames = inTitle === 1 ? 0 : likeness(word, names);
      text += word.weight * Math.max(PLACES.title * inTitle, PLACES.names * inNames, PLACES.elsewhere);
      covered += word.weight * inTitle;
      named += Math.max(inTitle, inNames);
    }
    const start = candidate.title === withoutArticle(candidate.title) ? 0 : 1;
    const place = placeIn(titleWords, sequence, start);
    const score =
      (allWeights > 0 ? (WEIGHTS.text * text) / allWeights : 0) +
      (place === start ? WEIGHTS.titleStart : 0) +
      (place >= 0 ? WEIGHTS.titlePhrase : 0) +
      WEIGHTS.titleCoverage * Math.min(1, covered / sumOf(titleWords.map(weightOf))) +
      (words.length > 0 && named >= words.length * OTHERWISE ? (WEIGHTS.titleAndNames * named) / words.length : 0) +
      // Of two editions the one that says no more than was asked for.
      (WEIGHTS.namesCoverage * named) / (1 + (title.length + names.length) / MEAN_LENGTH) +
      WEIGHTS.quality * candidate.quality +
      (language !== undefined && candidate.language === language ? WEIGHTS.language : 0);
    return { candidate, isFirst: candidate.isExactIdentifier || titleKeys.has(candidate.titleKey), score };
  };
}

/** At most three editions of one work among the first ten; the others follow right behind. */
export function spreadEditions<T extends { readonly workKey: string }>(ranked: readonly T[]): T[] {
  const [front, later, seen]: [T[], T[], Map<string, number>] = [[], [], new Map()];
  for (const candidate of ranked) {
    const count = seen.get(candidate.workKey) ?? 0;
    if (front.length >= 10 || count >= 3) later.push(candidate);
    else {
      front.push(candidate);
      seen.set(candidate.workKey, count + 1);
    }
  }
  return [...front, ...later];
}

export function rank(candidates: readonly Candidate[], wanted: Wanted): Candidate[] {
  const scored = candidates.map(scoring(wanted));
  scored.sort(
    (a, b) => Number(b.isFirst) - Number(a.isFirst) || b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1),
  );
  return spreadEditions(scored.map(({ candidate }) => candidate));
}

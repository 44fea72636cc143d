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

interface WeightedWord extends WantedWord {
  readonly weight: number;
  /** The words of each other spelling. */
  readonly others: readonly (readonly string[])[];
}

const weightedWord = ({ typed, spellings }: WantedWord): WeightedWord => ({
  typed,
  spellings,
  weight: weightOf(typed),
  others: [...spellings].filter((spelling) => spelling !== typed).map((spelling) => spelling.split(' ')),
});

/** Whether the word begins and ends at a space or at an end of the text. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0 && at < text.length; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if ((at === 0 || text[at - 1] === ' ') && (end === text.length || text[end] === ' ')) return true;
  }
  return false;
}

/** 1 for the word as typed, less for another spelling of it, 0 when it is not in the text. */
function likeness({ typed, others }: WeightedWord, text: string): number {
  if (hasWord(text, typed)) return 1;
  return others.some((parts) => parts.every((part) => hasWord(text, part))) ? OTHERWISE : 0;
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

/** A title that has some of the wanted words: where they stand in it, and what else it has. */
interface PartlyWanted {
  readonly title: string;
  /** The weights of the wanted words that it has. */
  readonly covered: number;
  readonly hasAll: boolean;
}

/** Adds to a score what the title is worth. */
function addTitle(score: number, { title, covered, hasAll }: PartlyWanted, sequence: readonly WantedWord[]): number {
  const words = title.split(' ');
  const start = title === withoutArticle(title) ? 0 : 1;
  const place = hasAll ? placeIn(words, sequence, start) : -1;
  return (
    score +
    (place === start ? WEIGHTS.titleStart : 0) +
    (place >= 0 ? WEIGHTS.titlePhrase : 0) +
    WEIGHTS.titleCoverage * Math.min(1, covered / sumOf(words.map(weightOf)))
  );
}

function scoring({ title: wanted, titleKeys, language }: Wanted): (candidate: Candidate) => Scored {
  const sequence = withoutWantedArticle(wanted);
  const words = wanted.map(weightedWord);
  const allWeights = sumOf(words.map(({ weight }) => weight));
  const skipped = words.length - sequence.length;

  return (candidate) => {
    const { title, names } = candidate;
    let [text, covered, named, hasAll, place] = [0, 0, 0, true, 0];
    for (const word of words) {
      const inTitle = likeness(word, title);
      const inNames = inTitle === 1 ? 0 : likeness(word, names);
      text += word.weight * Math.max(PLACES.title * inTitle, PLACES.names * inNames, PLACES.elsewhere);
      covered += word.weight * inTitle;
      named += Math.max(inTitle, inNames);
      if (inTitle === 0 && place >= skipped) hasAll = false;
      place += 1;
    }
    const ofText = allWeights > 0 ? (WEIGHTS.text * text) / allWeights : 0;
    const score =
      (covered === 0 ? ofText : addTitle(ofText, { title, covered, hasAll }, sequence)) +
      (words.length > 0 && named >= words.length * OTHERWISE ? (WEIGHTS.titleAndNames * named) / words.length : 0) +
      // Of two editions the one that says no more than was asked for; texts have a space at both ends.
      (WEIGHTS.namesCoverage * named) / (1 + (title.length + names.length + 4) / MEAN_LENGTH) +
      WEIGHTS.quality * candidate.quality +
      (language !== undefined && candidate.language === language ? WEIGHTS.language : 0);
    return { candidate, isFirst: candidate.isExactIdentifier || titleKeys.has(candidate.titleKey), score };
  };
}

const MAX_FRONT = 10;
const MAX_EDITIONS = 3;

/** At most three editions of one work among the first ten; the others follow right behind. */
export function spreadEditions<T extends { readonly workKey: string }>(ranked: readonly T[]): T[] {
  const [front, later, seen]: [T[], T[], Map<string, number>] = [[], [], new Map()];
  for (const candidate of ranked) {
    if (front.length >= MAX_FRONT) break;
    const count = seen.get(candidate.workKey) ?? 0;
    (count >= MAX_EDITIONS ? later : front).push(candidate);
    seen.set(candidate.workKey, count + 1);
  }
  return [...front, ...later, ...ranked.slice(front.length + later.length)];
}

/** Below 0 when the first comes first. */
function inOrder(a: Scored, b: Scored): number {
  if (a.isFirst !== b.isFirst) return a.isFirst ? -1 : 1;
  return b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1);
}

export function rank(candidates: readonly Candidate[], wanted: Wanted): Candidate[] {
  const scored = candidates.map(scoring(wanted)).sort(inOrder);
  return spreadEditions(scored.map(({ candidate }) => candidate));
}

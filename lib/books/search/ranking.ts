/** The order of what matches: text score first refined by what a reader would call the obvious answer. */
import { withoutArticle } from './words.ts';

export interface Candidate {
  readonly id: string;
  readonly workKey: string;
  /** Larger is better; only comparable within one search. */
  readonly textScore: number;
  /** Words with one space between them. */
  readonly title: string;
  readonly authors: string;
  /** 0 to 1: ratings, cover, description, recency. */
  readonly quality: number;
  readonly isExactIdentifier: boolean;
  readonly language: string | undefined;
}

export interface Wanted {
  /** The typed words that an exact title consists of. */
  readonly title: readonly string[];
  /** Language of the caller. */
  readonly language: string | undefined;
}

const WEIGHTS = {
  text: 3,
  titleStart: 2,
  titlePhrase: 2,
  titleCoverage: 4,
  titleAndAuthors: 3,
  quality: 3,
  language: 0.5,
} as const;

interface Scored {
  readonly candidate: Candidate;
  readonly isFirst: boolean;
  readonly score: number;
}

/** Texts have a space at both ends, so that whole words are found. */
function scoring({ title: words, language }: Wanted, bestText: number): (candidate: Candidate) => Scored {
  const typed = ` ${withoutArticle(words.join(' '))} `;
  const isTyped = words.length > 0;
  const spaced = words.map((word) => ` ${word} `);
  const known = new Set(words);

  return (candidate) => {
    const title = ` ${withoutArticle(candidate.title)} `;
    const names = ` ${candidate.title} ${candidate.authors} `;
    const titleWords = candidate.title.split(' ');
    let covered = 0;
    for (const word of titleWords) if (known.has(word)) covered += 1;
    const score =
      WEIGHTS.text * (bestText > 0 ? candidate.textScore / bestText : 0) +
      (isTyped && title.startsWith(typed) ? WEIGHTS.titleStart : 0) +
      (isTyped && title.includes(typed) ? WEIGHTS.titlePhrase : 0) +
      (WEIGHTS.titleCoverage * covered) / titleWords.length +
      (isTyped && spaced.every((word) => names.includes(word)) ? WEIGHTS.titleAndAuthors : 0) +
      WEIGHTS.quality * candidate.quality +
      (language !== undefined && candidate.language === language ? WEIGHTS.language : 0);
    return { candidate, isFirst: candidate.isExactIdentifier || (isTyped && title === typed), score };
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
  const bestText = Math.max(0, ...candidates.map(({ textScore }) => textScore));
  const scored = candidates.map(scoring(wanted, bestText));
  scored.sort(
    (a, b) => Number(b.isFirst) - Number(a.isFirst) || b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1),
  );
  return spreadEditions(scored.map(({ candidate }) => candidate));
}

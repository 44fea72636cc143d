/** The order of what matches: text score first refined by what a reader would call the obvious answer. */
import { titleKey } from './words.ts';

export interface Candidate {
  readonly id: string;
  readonly workKey: string;
  /** Larger is better; only comparable within one search. */
  readonly textScore: number;
  readonly title: readonly string[];
  readonly authors: readonly string[];
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

const WEIGHTS = { text: 3, titleStart: 2, titlePhrase: 2, titleCoverage: 4, titleAndAuthors: 3, quality: 3, language: 0.5 } as const;

const contains = (text: string, part: string): boolean => part !== '' && ` ${text} `.includes(` ${part} `);

function scoreOf(candidate: Candidate, wanted: Wanted, bestText: number): number {
  const title = titleKey(candidate.title);
  const typed = titleKey(wanted.title);
  const known = new Set(wanted.title);
  const covered = candidate.title.filter((word) => known.has(word)).length;
  const names = new Set([...candidate.title, ...candidate.authors]);
  const isAllInTitleAndAuthors = wanted.title.length > 0 && wanted.title.every((word) => names.has(word));

  return (
    WEIGHTS.text * (bestText > 0 ? candidate.textScore / bestText : 0) +
    (typed !== '' && `${title} `.startsWith(`${typed} `) ? WEIGHTS.titleStart : 0) +
    (contains(title, typed) ? WEIGHTS.titlePhrase : 0) +
    (candidate.title.length > 0 ? (WEIGHTS.titleCoverage * covered) / candidate.title.length : 0) +
    (isAllInTitleAndAuthors ? WEIGHTS.titleAndAuthors : 0) +
    WEIGHTS.quality * candidate.quality +
    (wanted.language !== undefined && candidate.language === wanted.language ? WEIGHTS.language : 0)
  );
}

const isExactTitle = (candidate: Candidate, wanted: Wanted): boolean => wanted.title.length > 0 && titleKey(candidate.title) === titleKey(wanted.title);

/** At most three editions of one work among the first ten; the others follow right behind. */
export function spread<T extends { readonly workKey: string }>(ranked: readonly T[]): T[] {
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
  const scored = candidates.map((candidate) => ({
    candidate,
    isFirst: candidate.isExactIdentifier || isExactTitle(candidate, wanted),
    score: scoreOf(candidate, wanted, bestText),
  }));
  scored.sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
  return spread(scored.map(({ candidate }) => candidate));
}

/** What a query that finds too little as typed may mean: every attempt is made at once, and the first good one counts. */
import { attempts, isEnough, type Outcome, shortestFor, typedWords } from '#lib/books/search/attempts';
import type { Query } from '#lib/books/search/query';
import { type Correction, queryClauses } from './clauses.ts';
import { fieldOf } from './document.ts';
import { type Found, NAMED, NO_FILTERS, NOTHING, probeBody, type SearchBody } from './search-body.ts';

export interface Interpretation extends Correction {
  readonly query: Query;
}

export const asTyped = (query: Query): Interpretation => ({ query, corrected: [], shortest: 0 });

/** Answers in the order of the searches. */
export type SearchAll = (bodies: readonly (SearchBody | undefined)[]) => Promise<Found[]>;

/** More words than these are taken as typed. */
const MAX_WORDS = 32;

/** Filters do not count: a word of volumes that they leave out is spelled right all the same. */
const probeOf = (interpretation: Interpretation): SearchBody | undefined => {
  const clauses = queryClauses(interpretation.query, interpretation);
  return clauses && probeBody({ query: interpretation.query, clauses, filters: NO_FILTERS, titleKeys: [] });
};

const outcomeOf = ({ hits: { total, hits } }: Found): Outcome => ({
  matches: total.value,
  isNamed: () => hits[0]?.matched_queries?.includes(NAMED) === true,
});

/** Those of the words that no volume has. */
async function unknownAmong(words: readonly string[], searchAll: SearchAll): Promise<ReadonlySet<string>> {
  const found = await searchAll(
    words.map((word) => ({
      query: { term: { [fieldOf('words', 'anywhere')]: word } },
      sort: [],
      from: 0,
      size: 0,
      track_total_hits: true,
      _source: false,
    })),
  );
  return new Set(words.filter((_, place) => found[place]?.hits.total.value === 0));
}

/** Undefined when the query is taken as typed. */
export async function otherMeaning(query: Query, searchAll: SearchAll): Promise<Interpretation | undefined> {
  const words = typedWords(query);
  if (words.length === 0) return undefined;
  const [found = NOTHING] = await searchAll([probeOf(asTyped(query))]);
  const typed = outcomeOf(found);
  if (isEnough(typed, words)) return undefined;
  const unknown = await unknownAmong(words.slice(0, MAX_WORDS), searchAll);
  const shortest = shortestFor(words);
  // Two words written as one are tried without asking: if nobody has that word, it finds nothing.
  const ways = [...attempts(query, (word) => !unknown.has(word))].map((attempt): Interpretation => ({
    ...attempt,
    shortest,
  }));
  const outcomes = (await searchAll(ways.map(probeOf))).map(outcomeOf);
  const named = ways.find((_, place) => outcomes[place]?.isNamed() === true);
  if (named !== undefined || typed.matches > 0) return named;
  return ways.find((_, place) => (outcomes[place]?.matches ?? 0) > 0);
}

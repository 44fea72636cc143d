/** Where a query matches in one index file. */
import { matchExpressions } from '#lib/books/search/expression';
import type { SearchRequest } from '#lib/books/stores/all';
import type { Interpretation } from './interpretation.ts';
import { type Condition, conditionOf } from './match-condition.ts';
import { type OpenIndex, preorderRows } from './open-index.ts';

/** A query as it is understood, and where it matches. */
export interface Lookup extends Interpretation {
  readonly anywhere: Condition;
  readonly inNames: () => Condition;
}

/** Undefined when nothing can match. */
export function lookupOf(index: OpenIndex, { filters }: SearchRequest, reading: Interpretation): Lookup | undefined {
  const match = matchExpressions(reading.query, reading.variants, index.words.inflections);
  if (match === undefined) return undefined;
  const hidden = preorderRows(index, filters.today);
  return {
    ...reading,
    anywhere: conditionOf(match.anywhere, filters, hidden),
    inNames: () => conditionOf(match.inNames(), filters, hidden),
  };
}

/** The query as it was typed, with inflections of its words. */
export const readingAsTyped = ({ words }: OpenIndex, { query }: SearchRequest): Interpretation => ({
  query,
  variants: words.inflections,
});

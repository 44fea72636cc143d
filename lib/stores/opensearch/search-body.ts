/** The body of a search: what must match, the filters, and the order; and what is read of its answer. */
import { dayNumber } from '#lib/books/model/volume';
import type { SearchFilters } from '#lib/books/search/filters';
import { bareIsbn, type Query } from '#lib/books/search/query';
import type { SearchRequest } from '#lib/books/stores/all';
import { allOf, anyOf, type Clause, identifierClause, type QueryClauses } from './clauses.ts';
import { facetIn, facetNames, MAX_WINDOW, RANKED_FIELDS, type RankedSource } from './document.ts';

/** So many hits are ranked here, as of a file; the others keep OpenSearch's order. */
export const RANKED = 250;

/** The names under which hits say why they come early. */
export const IDENTIFIED = 'identified';
const TITLED = 'titled';
export const NAMED = 'named';

interface FilterClauses {
  readonly filter: readonly Clause[];
  readonly must_not: readonly Clause[];
}

export const NO_FILTERS: FilterClauses = { filter: [], must_not: [] };

/** In a country with its own rights they alone hold. */
const hasFacet = (facet: string, country: string): Clause =>
  anyOf([
    { term: { facets: facetIn(country, facet) } },
    { bool: { filter: [{ term: { facets: facet } }], must_not: [{ term: { countries: country } }] } },
  ]);

export function filterClauses(filters: SearchFilters): FilterClauses {
  const { required, forbidden, language, country, today, showPreorders, within } = filters;
  return {
    filter: [
      ...facetNames(required).map((facet) => hasFacet(facet, country)),
      ...(language === undefined ? [] : [{ term: { languages: language.toLowerCase() } }]),
      ...(within === undefined ? [] : [{ terms: { id: within } }]),
    ],
    must_not: [
      ...facetNames(forbidden).map((facet) => hasFacet(facet, country)),
      ...(showPreorders ? [] : [{ range: { onSale: { gt: dayNumber(today) } } }]),
    ],
  };
}

const reason = (_name: string, boost: number, filter: Clause): Clause => ({ constant_score: { filter, boost, _name } });

/** What brings a volume to the front: its ISBN, its exact title, all words in its names. */
function reasons(query: Query, inNames: readonly Clause[], titleKeys: readonly string[]): Clause[] {
  const isbn = bareIsbn(query);
  return [
    ...(isbn === undefined ? [] : [reason(IDENTIFIED, 8, identifierClause(isbn))]),
    ...(titleKeys.length === 0 ? [] : [reason(TITLED, 4, { terms: { titleKey: titleKeys } })]),
    reason(NAMED, 2, allOf(inNames)),
  ];
}

export interface Searched {
  readonly query: Query;
  readonly clauses: QueryClauses;
  readonly filters: FilterClauses;
  /** Keys of the titles that the query may spell out. */
  readonly titleKeys: readonly string[];
}

type Sort = Readonly<Record<string, 'asc' | 'desc'>>;

export interface SearchBody {
  readonly query: Clause;
  readonly sort: readonly Sort[];
  readonly from: number;
  readonly size: number;
  /** The exact number of hits, not the first 10,000. */
  readonly track_total_hits: true;
  readonly _source: readonly string[] | false;
}

function queryOf({ query, clauses, filters, titleKeys }: Searched): Clause {
  return {
    bool: {
      filter: [...clauses.required, ...filters.filter],
      must_not: [...clauses.excluded, ...filters.must_not],
      should: reasons(query, clauses.inNames, titleKeys),
      minimum_should_match: 0,
    },
  };
}

// Every order ends with the id: without it, hits that are equal would change places from page to page.
const BY_RELEVANCE: readonly Sort[] = [{ _score: 'desc' }, { quality: 'desc' }, { id: 'asc' }];
const BY_DATE: readonly Sort[] = [{ newness: 'desc' }, { id: 'asc' }];

export interface Hit {
  readonly _id: string;
  readonly _source?: RankedSource;
  readonly matched_queries?: readonly string[];
}

export interface Found {
  readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly Hit[] };
}

export const NOTHING: Found = { hits: { total: { value: 0 }, hits: [] } };

/** The best hit alone, and how many there are. */
export const probeBody = (searched: Searched): SearchBody => ({
  query: queryOf(searched),
  sort: BY_RELEVANCE,
  from: 0,
  size: 1,
  track_total_hits: true,
  _source: false,
});

/** The page that is asked for, or for a page among the ranked hits all of those. */
export function pageBody(
  searched: Searched,
  { orderBy, startIndex, maxResults }: Pick<SearchRequest, 'orderBy' | 'startIndex' | 'maxResults'>,
): SearchBody {
  const isRanked = orderBy === 'relevance' && startIndex < RANKED;
  const from = isRanked ? 0 : Math.min(startIndex, MAX_WINDOW);
  const end = isRanked ? Math.max(RANKED, startIndex + maxResults) : startIndex + maxResults;
  return {
    query: queryOf(searched),
    sort: orderBy === 'newest' ? BY_DATE : BY_RELEVANCE,
    from,
    size: Math.max(0, Math.min(end, MAX_WINDOW) - from),
    track_total_hits: true,
    _source: isRanked ? RANKED_FIELDS : false,
  };
}

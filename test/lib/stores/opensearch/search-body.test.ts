/** What is sent to OpenSearch for a page of a search. */
import { describe, expect, test } from '@jest/globals';
import type { SearchFilters } from '#lib/books/search/filters';
import { parseQuery } from '#lib/books/search/query';
import { identifierClause, type Clause } from '#lib/stores/opensearch/clauses';
import { facetNames } from '#lib/stores/opensearch/document';
import { filterClauses, NO_FILTERS, NOTHING, pageBody, probeBody } from '#lib/stores/opensearch/search-body';

const clause = (value: string): Clause => ({ term: { x: value } });
const searched = (q: string, titleKeys: readonly string[] = []) => ({
  query: parseQuery(q),
  clauses: { required: [clause('required')], inNames: [clause('names')], excluded: [clause('excluded')] },
  filters: { filter: [clause('filter')], must_not: [clause('not')] },
  titleKeys,
});
const page = (startIndex: number, maxResults: number, orderBy: 'relevance' | 'newest' = 'relevance') =>
  pageBody(searched('dune'), { startIndex, maxResults, orderBy });
const filters = (more: Partial<SearchFilters> = {}): SearchFilters => ({
  required: 0,
  forbidden: 0,
  country: 'CH',
  today: '2026-03-02',
  showPreorders: true,
  ...more,
});

describe('the query', () => {
  const shouldOf = (q: string, titleKeys?: readonly string[]) => {
    const { query } = probeBody(searched(q, titleKeys));
    return 'bool' in query ? query.bool.should : undefined;
  };
  const reason = (_name: string, boost: number, filter: Clause) => ({ constant_score: { filter, boost, _name } });

  test('has what must match and what must not', () => {
    expect(probeBody(searched('dune')).query).toMatchObject({
      bool: {
        filter: [clause('required'), clause('filter')],
        must_not: [clause('excluded'), clause('not')],
        minimum_should_match: 0,
      },
    });
  });

  test('says why a hit comes early: its ISBN, its exact title, all words in its names', () => {
    const names = shouldOf('dune');
    expect(names).toHaveLength(1);
    expect(names?.[0]).toMatchObject({ constant_score: { boost: 2, _name: 'named' } });
    expect(shouldOf('dune', ['dune', 'thedune'])?.[0]).toEqual(
      reason('titled', 4, { terms: { titleKey: ['dune', 'thedune'] } }),
    );
    const [isbn] = shouldOf('9780441172719') ?? [];
    expect(isbn).toMatchObject({ constant_score: { boost: 8, _name: 'identified' } });
    expect(JSON.stringify(isbn)).toContain('"identifiers"');
  });

  test('for an identifier asks for its term', () => {
    expect(identifierClause('isbn:9780441172719')).toMatchObject({ term: { identifiers: expect.any(String) } });
  });
});

describe('a page', () => {
  test.each([
    [0, 10, 0, 250],
    [240, 40, 0, 280],
    [249, 1, 0, 250],
  ])('from %d with %d hits is ranked here, from all of the first', (start, size, from, wanted) => {
    expect(page(start, size)).toMatchObject({
      from,
      size: wanted,
      track_total_hits: true,
      sort: [{ _score: 'desc' }, { quality: 'desc' }, { id: 'asc' }],
      _source: ['titleKey', 'title', 'names', 'workKey', 'quality', 'language'],
    });
  });

  test.each([
    [250, 10, 250, 10],
    [99_995, 10, 99_995, 5],
    [100_000, 10, 100_000, 0],
    [200_000, 10, 100_000, 0],
  ])('from %d with %d hits keeps the order of OpenSearch, within its window', (start, size, from, wanted) => {
    expect(page(start, size)).toMatchObject({ from, size: wanted, _source: false });
  });

  test('of the newest is by date', () => {
    expect(page(0, 10, 'newest')).toMatchObject({
      from: 0,
      size: 10,
      sort: [{ newness: 'desc' }, { id: 'asc' }],
      _source: false,
    });
  });

  test('that only asks how many there are has the best hit alone', () => {
    expect(probeBody(searched('dune'))).toMatchObject({ from: 0, size: 1, track_total_hits: true, _source: false });
    expect(NOTHING).toEqual({ hits: { total: { value: 0 }, hits: [] } });
  });
});

describe('filters', () => {
  test('are none where nothing is asked for', () => {
    expect(filterClauses(filters())).toEqual(NO_FILTERS);
  });

  test('by language, by volumes and by the day of sale', () => {
    expect(filterClauses(filters({ language: 'DE', within: ['a', 'b'], showPreorders: false }))).toEqual({
      filter: [{ term: { languages: 'de' } }, { terms: { id: ['a', 'b'] } }],
      must_not: [{ range: { onSale: { gt: 20_260_302 } } }],
    });
  });

  test('by facets, where rights of the country alone hold', () => {
    const [facet = ''] = facetNames(1);
    const inCountry = {
      bool: {
        should: [
          { term: { facets: `CH.${facet}` } },
          { bool: { filter: [{ term: { facets: facet } }], must_not: [{ term: { countries: 'CH' } }] } },
        ],
        minimum_should_match: 1,
      },
    };
    expect(filterClauses(filters({ required: 1 }))).toEqual({ filter: [inCountry], must_not: [] });
    expect(filterClauses(filters({ forbidden: 1 }))).toEqual({ filter: [], must_not: [inCountry] });
  });
});

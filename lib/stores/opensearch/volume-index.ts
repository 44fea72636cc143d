/** Searches an OpenSearch domain: one request for most searches, three more for one that is spelled wrong. */
import { dayNumber } from '#lib/books/model/volume';
import { FEW } from '#lib/books/search/attempts';
import { type Query, titleText } from '#lib/books/search/query';
import { type Candidate, rank } from '#lib/books/search/ranking';
import { titleKeys, wantedWords } from '#lib/books/search/wanted-words';
import type { SearchRequest, SearchResult, VolumeIndex } from '#lib/books/stores/all';
import { queryClauses } from './clauses.ts';
import type { Domain } from './domain.ts';
import { asTyped, type Interpretation, otherMeaning } from './interpretation.ts';
import {
  filterClauses,
  type Found,
  type Hit,
  IDENTIFIED,
  NOTHING,
  pageBody,
  RANKED,
  type SearchBody,
} from './search-body.ts';
import { spellingsAmong } from './spelling.ts';

/** Only the words as typed: which inflections of a title there are is known from the hits. */
const typedTitleKeys = (query: Query): string[] => titleKeys(wantedWords(titleText(query), () => []));

export interface OpenSearchOptions {
  readonly domain: Domain;
  /** The alias that names the version in force. */
  readonly alias: string;
}

export interface OpenSearchIndex extends VolumeIndex {
  /** Makes what was written until now visible to searches. */
  refresh(): Promise<void>;
}

export function openSearchIndex({ domain, alias }: OpenSearchOptions): OpenSearchIndex {
  /** Answers in the order of the searches; one that can match nothing is not sent. */
  async function searchAll(bodies: readonly (SearchBody | undefined)[]): Promise<Found[]> {
    const sent = bodies.filter((body) => body !== undefined);
    if (sent.length === 0) return bodies.map(() => NOTHING);
    const lines = sent.map((body) => `{}\n${JSON.stringify(body)}\n`).join('');
    const { body } = await domain.send<{ readonly responses: readonly (Found | { readonly error: unknown })[] }>(
      'POST',
      `/${alias}/_msearch`,
      { body: lines },
    );
    const found = body.responses.map((response) => {
      if ('error' in response) throw new Error(`OpenSearch could not search: ${JSON.stringify(response.error)}`);
      return response;
    });
    return bodies.map((asked) => (asked === undefined ? NOTHING : (found.shift() ?? NOTHING)));
  }

  /** Undefined before the first import: there is no index. */
  async function searchPage(
    { query, ...correction }: Interpretation,
    request: SearchRequest,
  ): Promise<Found | undefined> {
    const clauses = queryClauses(query, correction);
    if (clauses === undefined) return NOTHING;
    const searched = { query, clauses, filters: filterClauses(request.filters), titleKeys: typedTitleKeys(query) };
    const { status, body } = await domain.send<Found>('POST', `/${alias}/_search`, {
      // A shard that does not answer is an error: without its hits the number would be wrong.
      query: { allow_partial_search_results: 'false' },
      body: pageBody(searched, request),
      accepts: [404],
    });
    return status === 404 ? undefined : body;
  }

  /** The hits up to `RANKED` are ordered as those of a file are. */
  function ranked(
    { query, ...correction }: Interpretation,
    hits: readonly Hit[],
    language: string | undefined,
  ): string[] {
    const candidates = hits.flatMap(({ _id: id, _source, matched_queries = [] }): Candidate[] =>
      _source === undefined
        ? []
        : [{ ..._source, id, isExactIdentifier: matched_queries.includes(IDENTIFIED), language: _source.language }],
    );
    const words = wantedWords(titleText(query), spellingsAmong(candidates, correction));
    return rank(candidates, { title: words, titleKeys: new Set(titleKeys(words)), language }).map(({ id }) => id);
  }

  async function search(request: SearchRequest): Promise<SearchResult> {
    const { orderBy, startIndex, maxResults, language } = request;
    let interpretation = asTyped(request.query);
    let found = await searchPage(interpretation, request);
    if (found === undefined) return { totalItems: 0, ids: [] };
    const other = found.hits.total.value < FEW ? await otherMeaning(request.query, searchAll) : undefined;
    if (other !== undefined) {
      interpretation = other;
      found = (await searchPage(other, request)) ?? NOTHING;
    }
    const { total, hits } = found.hits;
    const isPage = orderBy === 'newest' || startIndex >= RANKED;
    const ids = isPage
      ? hits.map(({ _id }) => _id)
      : [...ranked(interpretation, hits.slice(0, RANKED), language), ...hits.slice(RANKED).map(({ _id }) => _id)].slice(
          startIndex,
          startIndex + maxResults,
        );
    return { totalItems: total.value, ids };
  }

  return {
    search,
    async preorders(ids, today) {
      if (ids.length === 0) return { preorders: new Set(), unknown: [] };
      interface Doc {
        readonly _id: string;
        readonly found?: boolean;
        readonly _source?: { readonly onSale?: number };
      }
      const { body } = await domain.send<{ readonly docs?: readonly Doc[] }>('POST', `/${alias}/_mget`, {
        query: { _source: 'onSale' },
        body: { ids },
        accepts: [404],
      });
      const known = (body.docs ?? []).filter(({ found }) => found === true);
      const seen = new Set(known.map(({ _id }) => _id));
      const later = known.filter(({ _source }) => (_source?.onSale ?? 0) > dayNumber(today));
      return { preorders: new Set(later.map(({ _id }) => _id)), unknown: ids.filter((id) => !seen.has(id)) };
    },
    async refresh() {
      await domain.send('POST', `/${alias}/_refresh`, { accepts: [404] });
    },
  };
}

/** A search of the catalogue: identifiers are looked up in the table, text in the index. */
import { dayNumber, type Volume } from '#lib/books/model/volume';
import { passes } from '#lib/books/search/filters';
import { soleIdentifier } from '#lib/books/search/query';
import type { BooksStores, SearchRequest, SearchResult } from '#lib/books/stores/all';

const byId = (a: Volume, b: Volume): number => (a.id < b.id ? -1 : 1);
/** All volumes with the same identifier match equally well. */
const ORDERS = {
  relevance: byId,
  newest: (a: Volume, b: Volume): number => dayNumber(b.publishedDate) - dayNumber(a.publishedDate) || byId(a, b),
} as const;

async function byIdentifier(
  key: string | undefined,
  request: SearchRequest,
  { volumes }: BooksStores,
): Promise<SearchResult> {
  const found = key === undefined ? new Map() : await volumes.findMany(await volumes.withIdentifier(key));
  const matching = [...found.values()]
    .filter((volume) => passes(volume, request.filters))
    .toSorted(ORDERS[request.orderBy]);
  return {
    totalItems: matching.length,
    ids: matching.slice(request.startIndex, request.startIndex + request.maxResults).map(({ id }) => id),
  };
}

export function searchCatalogue(stores: BooksStores, request: SearchRequest): Promise<SearchResult> {
  const identifier = soleIdentifier(request.query);
  return identifier === undefined ? stores.index.search(request) : byIdentifier(identifier.key, request, stores);
}

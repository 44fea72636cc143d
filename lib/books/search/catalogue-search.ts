/** A search of the catalogue: numbers are looked up where they are kept, text is left to the index. */
import type { BooksStores, SearchRequest, SearchResult } from '../stores.ts';
import { passes } from './filters.ts';
import { soleIdentifier } from './query.ts';

async function byIdentifier(key: string | undefined, request: SearchRequest, { volumes }: BooksStores): Promise<SearchResult> {
  const found = key === undefined ? new Map() : await volumes.findMany(await volumes.withIdentifier(key));
  const matching = [...found.values()].filter((volume) => passes(volume, request.filters)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { totalItems: matching.length, ids: matching.slice(request.startIndex, request.startIndex + request.maxResults).map(({ id }) => id) };
}

export function searchCatalogue(stores: BooksStores, request: SearchRequest): Promise<SearchResult> {
  const identifier = soleIdentifier(request.query);
  return identifier === undefined ? stores.index.search(request) : byIdentifier(identifier.key, request, stores);
}

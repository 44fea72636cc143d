/** Almanac's own search, beside another engine's. */
import type { SearchFilters } from '#lib/books/search/filters';
import { parseQuery } from '#lib/books/search/query';
import type { IndexReader } from '#lib/stores/search-index/volume-index-reader';
import { processorTimeOf } from '#test/tools/measure/processor-time';

let languages = 0;

/** Measures one search for a text, each time for a reader of another language: what was ranked before is remembered. */
export function ownSearch(reader: IndexReader, filters: SearchFilters, text: string): () => number {
  const request = { query: parseQuery(text), filters, orderBy: 'relevance', startIndex: 0, maxResults: 10 } as const;
  return () => {
    languages += 1;
    const language = `own${String(languages)}`;
    return processorTimeOf(() => reader.search({ ...request, language }));
  };
}

/** A search index of a few volumes, without a database. */
import { join } from 'node:path';
import { readRecord, type CatalogueRecord } from '#lib/books/import/record/record';
import { volumeId } from '#lib/books/model/ids';
import { type FilterParameters, searchFilters } from '#lib/books/search/filters';
import { parseQuery } from '#lib/books/search/query';
import type { Saved, SearchRequest } from '#lib/books/stores/all';
import { mergeDraft } from '#lib/books/volumes/catalogue';
import { readIndex } from '#lib/stores/search-index/volume-index-reader';
import { writeIndex } from '#lib/stores/search-index/volume-index-writer';
import { newFolder } from '#test/support/run/folders/new-folder';

export type Record = Omit<CatalogueRecord, 'source'> & { readonly key: string };

/** A record as an import hands it to the index; a deleted one has no volume. */
export function saved(record: Record): Saved {
  const read = readRecord({ source: 'test', ...record }, 0);
  if ('refused' in read) throw new Error(read.refused);
  const id = volumeId(read.draft.sourceKey);
  return { id, outcome: 'added', volume: mergeDraft(undefined, read.draft, id).volume };
}

export interface FoundKeys {
  readonly totalItems: number;
  /** Keys of the records in order. */
  readonly keys: readonly (string | undefined)[];
}

export interface TestIndex {
  search(q: string, page?: Partial<SearchRequest>, filters?: Partial<FilterParameters>): FoundKeys;
  close(): void;
}

/** Each batch is written and closed by itself, as by one import after another. */
export function indexOf(...batches: readonly (readonly Record[])[]): TestIndex {
  const path = join(newFolder(), 'index.sqlite');
  const keys = new Map<string, string>();
  for (const batch of batches) {
    const writer = writeIndex(path);
    writer.apply(
      batch.map((record) => {
        const one = saved(record);
        keys.set(one.id, record.key);
        return one;
      }),
    );
    writer.close();
  }
  const index = readIndex(path);
  return {
    search(q, page = {}, filters = {}) {
      const { totalItems, ids } = index.search({
        query: parseQuery(q),
        filters: searchFilters({ showPreorders: false, ...filters }, 'US', '2026-01-01'),
        orderBy: 'relevance',
        startIndex: 0,
        maxResults: 10,
        ...page,
      });
      return { totalItems, keys: ids.map((id) => keys.get(id)) };
    },
    close() {
      index.close();
    },
  };
}

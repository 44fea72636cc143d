/** What a request sees of a shelf. */
import { invalidParameter } from '#lib/api/errors';
import type { Static } from '#lib/api/schema';
import { isPreorder } from '#lib/books/model/volume';
import type { VolumesResource } from '#lib/books/resources/volume';
import { searchFilters } from '#lib/books/search/filters';
import { parseQuery } from '#lib/books/search/query';
import type { BooksStores } from '#lib/books/stores/all';
import type { ViewContext } from '#lib/books/volumes/viewer';
import { volumePage } from '#lib/books/volumes/volume-page';

export interface ShelfQuery {
  readonly showPreorders: boolean;
  readonly q?: string | undefined;
  readonly startIndex: number;
  readonly maxResults: number;
}

const MAX_QUERY_LENGTH = 2048;

export function requireShortQuery(q: string): string {
  if (q.length > MAX_QUERY_LENGTH)
    throw invalidParameter('q', `Invalid value: a query has at most ${String(MAX_QUERY_LENGTH)} characters.`);
  return q;
}

/** In shelf order. What the index does not know yet is looked up in the catalogue itself. */
async function visibleVolumes(
  order: readonly string[],
  { showPreorders, q }: ShelfQuery,
  { country, today }: ViewContext,
  { index, volumes }: BooksStores,
): Promise<readonly string[]> {
  const query = q === undefined || q.trim() === '' ? undefined : parseQuery(requireShortQuery(q));
  if (order.length === 0) return [];
  if (query !== undefined) {
    const filters = searchFilters({ showPreorders }, country, today, order);
    const { ids } = await index.search({
      query,
      filters,
      orderBy: 'relevance',
      startIndex: 0,
      maxResults: order.length,
    });
    const matching = new Set(ids);
    return order.filter((id) => matching.has(id));
  }
  const { preorders, unknown } = await index.preorders(order, today);
  const found = await volumes.findMany(unknown);
  const hidden = new Set(
    unknown.filter((id) => {
      const volume = found.get(id);
      return volume === undefined || (!showPreorders && isPreorder(volume, today));
    }),
  );
  return order.filter((id) => !hidden.has(id) && (showPreorders || !preorders.has(id)));
}

/** `order` is the shelf from first to last volume. */
export async function shelfPage(
  order: readonly string[],
  query: ShelfQuery,
  looking: ViewContext,
  userId: string | undefined,
  stores: BooksStores,
): Promise<Static<typeof VolumesResource>> {
  const visible = await visibleVolumes(order, query, looking, stores);
  const ids = visible.slice(query.startIndex, query.startIndex + query.maxResults);
  return volumePage({ ids, totalItems: visible.length }, looking, userId, stores);
}

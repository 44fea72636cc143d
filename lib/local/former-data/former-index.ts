/** A search index of books that another release wrote, or that came with a backup of one, is built anew. */
import { config } from '#lib/runtime/process/config';
import { dynamoIndexPointer, OPENSEARCH_FORMAT } from '#lib/stores/dynamodb/books/index-pointer';
import { documents } from '#lib/stores/dynamodb/client/client';
import { INDEX_FORMAT } from '#lib/stores/search-index/index-format';

/** Services start without it, too: books can be read, and the log says why searches fail. */
export async function replaceFormerIndex(): Promise<void> {
  const version = await dynamoIndexPointer(documents, config.booksTable).read();
  if (version === undefined || version.format === INDEX_FORMAT || version.format === OPENSEARCH_FORMAT) return;
  console.log('The search index of books is of another version of Almanac and is built anew.');
  const { buildIndex } = await import('#lib/runtime/books/build-index');
  const outcome = await buildIndex().catch(
    (error: unknown) => `It could not be built (${String(error)}). Try again with: npm run books -- reindex`,
  );
  console.log(outcome);
}

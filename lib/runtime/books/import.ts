/** What an import of this stage writes to. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportContext } from '#lib/books/import/importer';
import { bucket } from '#lib/runtime/bucket';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { randomIds } from '#lib/runtime/process/ids';
import { lastingFolder } from '#lib/runtime/process/temporary-folder';
import { dynamoCatalogue } from '#lib/stores/dynamodb/books/catalogue';
import { documents } from '#lib/stores/dynamodb/client/client';
import { usesFile, usesOpenSearch } from '#lib/stores/opensearch/names';
import { openIndexDraft } from '#lib/stores/search-index/index-publisher';
import { referencesIn } from '#lib/stores/search-index/references';
import { indexPointer } from './index.ts';
import { books } from './serve.ts';

const openInDomain: ImportContext['openDraft'] = async (options) => {
  const [{ openSearchDraft }, { alias, domain }] = await Promise.all([
    import('#lib/stores/opensearch/index-draft'),
    import('./opensearch.ts'),
  ]);
  return openSearchDraft({ domain, alias, pointer: indexPointer, clock: systemClock, ids: randomIds }, options);
};

/** One folder for each stage, on a laptop for each data folder: an import that was cut short finds its draft there. */
export function importContext(
  folder: string = config.importFolder ?? lastingFolder(`import-${config.bucket}`),
): ImportContext {
  mkdirSync(folder, { recursive: true });
  const leavesDomain = usesFile(process.env);
  const file = { pointer: indexPointer, bucket, folder, clock: systemClock, ids: randomIds, leavesDomain };
  return {
    stores: books.stores,
    catalogue: dynamoCatalogue(documents, config.booksTable),
    now: () => systemClock.now().toISOString(),
    openDraft: usesOpenSearch(process.env) ? openInDomain : (options) => openIndexDraft(file, options),
    openReferences: () => referencesIn(join(folder, 'references.sqlite')),
  };
}

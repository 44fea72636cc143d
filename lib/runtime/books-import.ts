/** What an import of this stage writes to. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportContext } from '#lib/books/import/importer';
import { dynamoCatalogue } from '#lib/stores/dynamodb/books/catalogue';
import { documents } from '#lib/stores/dynamodb/client';
import { openIndexDraft } from '#lib/stores/index-publisher';
import { referencesIn } from '#lib/stores/sqlite/references';
import { books } from './books.ts';
import { bucket, indexPointer } from './books-index.ts';
import { systemClock } from './clock.ts';
import { config } from './config.ts';
import { randomIds } from './ids.ts';

/** One folder for each stage: an import that was cut short finds its draft there. */
export function importContext(folder: string = join(tmpdir(), `almanac-import-${config.bucket}`)): ImportContext {
  mkdirSync(folder, { recursive: true });
  return {
    stores: books.stores,
    catalogue: dynamoCatalogue(documents, config.booksTable),
    now: () => systemClock.now().toISOString(),
    openDraft: (options) => openIndexDraft({ pointer: indexPointer, bucket, folder, clock: systemClock, ids: randomIds }, options),
    openReferences: () => referencesIn(join(folder, 'references.sqlite')),
  };
}

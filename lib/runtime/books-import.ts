/** What an import of this stage writes to. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { ImportContext } from '#lib/books/import/importer';
import { dynamoCatalogue } from '#lib/stores/dynamodb/books/catalogue';
import { documents } from '#lib/stores/dynamodb/client';
import { openIndexDraft } from '#lib/stores/index-publisher';
import { objects } from '#lib/stores/s3/client';
import { s3Files } from '#lib/stores/s3/files';
import { referencesIn } from '#lib/stores/sqlite/references';
import { books } from './books.ts';
import { indexPointer } from './books-index.ts';
import { systemClock } from './clock.ts';
import { config } from './config.ts';
import { randomIds } from './ids.ts';

/** A person's credentials may come from a profile, so imports read with the whole client. */
export async function openObject(Key: string): Promise<Readable> {
  const { Body } = await objects.send(new GetObjectCommand({ Bucket: config.bucket, Key }));
  return Body as Readable;
}

/** One folder for each stage: an import that was cut short finds its draft there. */
export function importContext(folder: string = join(tmpdir(), `almanac-import-${config.bucket}`)): ImportContext {
  mkdirSync(folder, { recursive: true });
  return {
    stores: books.stores,
    catalogue: dynamoCatalogue(documents, config.booksTable),
    now: () => systemClock.now().toISOString(),
    openDraft: () => openIndexDraft({ pointer: indexPointer, open: openObject, files: s3Files(objects, config.bucket), folder, clock: systemClock, ids: randomIds }),
    openReferences: () => referencesIn(join(folder, 'references.sqlite')),
  };
}

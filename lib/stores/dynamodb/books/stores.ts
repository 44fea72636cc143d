/**
 * The books table. `keys.ts` has every key; `volumes.ts` reads the catalogue and `catalogue.ts` writes it during
 * imports; `readers.ts` gives users their ids, `shelves.ts` (begin there for shelves, it has an example) keeps what
 * they put on them, `library.ts` what they bought and rated. `index-pointer.ts` says which version of the search index
 * is current.
 */
import type { BooksStores } from '#lib/books/stores/all';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { dynamoLibrary } from './library.ts';
import { dynamoReaders } from './readers.ts';
import { dynamoShelves } from './shelves.ts';
import { dynamoVolumes } from './volumes.ts';

export const dynamoBooksStores = (
  db: DocumentClient,
  table: string,
): Omit<BooksStores, 'index' | 'defaultCountry'> => ({
  volumes: dynamoVolumes(db, table),
  readers: dynamoReaders(db, table),
  shelves: dynamoShelves(db, table),
  library: dynamoLibrary(db, table),
});

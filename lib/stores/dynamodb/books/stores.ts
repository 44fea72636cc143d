import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { BooksStores } from '#lib/books/stores/all';
import { dynamoLibrary } from './library.ts';
import { dynamoReaders } from './readers.ts';
import { dynamoShelves } from './shelves.ts';
import { dynamoVolumes } from './volumes.ts';

export const dynamoBooksStores = (
  db: DynamoDBDocumentClient,
  table: string,
): Omit<BooksStores, 'index' | 'defaultCountry'> => ({
  volumes: dynamoVolumes(db, table),
  readers: dynamoReaders(db, table),
  shelves: dynamoShelves(db, table),
  library: dynamoLibrary(db, table),
});

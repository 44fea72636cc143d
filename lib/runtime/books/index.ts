/** The search index of the stage, as functions read it. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bucket } from '#lib/runtime/bucket';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { logger } from '#lib/runtime/process/logger';
import { dynamoIndexPointer } from '#lib/stores/dynamodb/books/index-pointer';
import { documents } from '#lib/stores/dynamodb/client/client';
import { usesOpenSearch } from '#lib/stores/opensearch/names';
import type { OpenSearchIndex } from '#lib/stores/opensearch/volume-index';
import { type IndexReplica, indexReplica } from '#lib/stores/search-index/index-replica';

/** A search sees an import at most so many seconds after it ended, plus the time to fetch the file. */
const CHECK_SECONDS = Number(process.env['BOOKS_INDEX_CHECK_SECONDS'] ?? '30');

export const indexPointer = dynamoIndexPointer(documents, config.booksTable);

/** Every process has its own folder, since it deletes the versions that it replaces. */
const folder = join(tmpdir(), `almanac-search-${config.bucket}-${String(process.pid)}`);

/** Loaded by stages that use it, with their first search. */
const openSearch = async (): Promise<OpenSearchIndex> => (await import('./opensearch.ts')).openSearchBooks;

const indexInDomain: IndexReplica = {
  search: async (request) => (await openSearch()).search(request),
  preorders: async (ids, today) => (await openSearch()).preorders(ids, today),
  refresh: async () => (await openSearch()).refresh(),
  close: () => undefined,
};

export const booksIndex: IndexReplica = usesOpenSearch(process.env)
  ? indexInDomain
  : indexReplica({
      pointer: indexPointer,
      open: bucket.open,
      folder,
      checkSeconds: CHECK_SECONDS,
      clock: systemClock,
      log: logger,
    });

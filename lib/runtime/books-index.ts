/** The search index of the stage, as functions read it and as imports publish it. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dynamoIndexPointer } from '#lib/stores/dynamodb/books/index-pointer';
import { documents } from '#lib/stores/dynamodb/client';
import { type IndexReplica, indexReplica } from '#lib/stores/index-replica';
import { s3IndexFiles } from '#lib/stores/s3/index-files';
import { objects } from '#lib/stores/s3/client';
import { systemClock } from './clock.ts';
import { config } from './config.ts';
import { logger } from './logger.ts';

/** A search sees an import at most so many seconds after it ended, plus the time to fetch the file. */
const CHECK_SECONDS = Number(process.env['BOOKS_INDEX_CHECK_SECONDS'] ?? '30');

export const indexSource = { pointer: dynamoIndexPointer(documents, config.booksTable), files: s3IndexFiles(objects, config.bucket) };

/** Stages and runs on one machine keep their files apart. */
export const indexFolder = join(tmpdir(), `almanac-${config.bucket}-${String(process.pid)}`);

export const booksIndex: IndexReplica = indexReplica({ ...indexSource, folder: indexFolder, checkSeconds: CHECK_SECONDS, clock: systemClock, log: logger });

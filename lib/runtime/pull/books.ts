/** Pulls of shelves into this stage. */
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { pullShelves, type ShelvesRequest, type ShelvesResult } from '#lib/pull/books/pull-shelves';
import { importContext } from '#lib/runtime/books/import';
import { openService, type OpenService, type UpstreamOptions } from './open-service.ts';

export const openBooksService = (options: UpstreamOptions): OpenService =>
  openService({ ...options, basePath: 'books/v1/', scopes: [MANAGE_BOOKS] });

/** Takes a person's shelves into this stage. */
export const pullBooks = (request: Omit<ShelvesRequest, 'context'>): Promise<ShelvesResult> =>
  pullShelves({ ...request, context: importContext() });

import { platformParameters } from '#lib/api/common-parameters';
import type { ServiceDescription } from '#lib/api/service';
import { BOOKS_SCOPES } from './scopes.ts';

export const booksDescription: ServiceDescription = {
  name: 'books',
  version: 'v1',
  revision: '20240214',
  title: 'Almanac Books',
  description: 'A searchable catalogue of volumes, and the shelves people keep them on.',
  servicePath: '',
  batchPath: 'batch',
  scopes: BOOKS_SCOPES,
  groups: {
    bookshelves: 'Public shelves of any user.',
    'bookshelves.volumes': 'The volumes on a public shelf.',
    volumes: 'The catalogue: look a volume up, or search.',
    'mylibrary.bookshelves': "The caller's own shelves.",
    'mylibrary.bookshelves.volumes': "The volumes on one of the caller's shelves.",
  },
  systemParameters: platformParameters,
};

import { serve } from '#lib/middleware/serve';
import { books } from '#lib/runtime/books/serve';
import { mylibraryBookshelvesAddVolume } from './addVolume.ts';
import { mylibraryBookshelvesClearVolumes } from './clearVolumes.ts';
import { mylibraryBookshelvesGet } from './get.ts';
import { mylibraryBookshelvesList } from './list.ts';
import { mylibraryBookshelvesMoveVolume } from './moveVolume.ts';
import { mylibraryBookshelvesRemoveVolume } from './removeVolume.ts';

export const operations = [
  mylibraryBookshelvesAddVolume,
  mylibraryBookshelvesClearVolumes,
  mylibraryBookshelvesGet,
  mylibraryBookshelvesList,
  mylibraryBookshelvesMoveVolume,
  mylibraryBookshelvesRemoveVolume,
];
export const handler = serve(operations, books);

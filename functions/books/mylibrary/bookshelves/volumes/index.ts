import { serve } from '#lib/middleware/serve';
import { books } from '#lib/runtime/books/serve';
import { mylibraryBookshelvesVolumesList } from './list.ts';

export const operations = [mylibraryBookshelvesVolumesList];
export const handler = serve(operations, books);

import { serve } from '#lib/middleware/serve';
import { books } from '#lib/runtime/books/serve';
import { bookshelvesVolumesList } from './list.ts';

export const operations = [bookshelvesVolumesList];
export const handler = serve(operations, books);

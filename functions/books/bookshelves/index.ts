import { serve } from '#lib/middleware/serve';
import { books } from '#lib/runtime/books/serve';
import { bookshelvesGet } from './get.ts';
import { bookshelvesList } from './list.ts';

export const operations = [bookshelvesGet, bookshelvesList];
export const handler = serve(operations, books);

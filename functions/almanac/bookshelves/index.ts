import { serve } from '#lib/middleware/serve';
import { books } from '#lib/runtime/books/serve';
import { bookshelvesInsert } from './insert.ts';
import { bookshelvesPatch } from './patch.ts';

export const operations = [bookshelvesInsert, bookshelvesPatch];

export const handler = serve(operations, books);

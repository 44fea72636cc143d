import { serve } from '#lib/middleware/serve';
import { books } from '#lib/runtime/books/serve';
import { volumesGet } from './get.ts';
import { volumesList } from './list.ts';

export const operations = [volumesGet, volumesList];
export const handler = serve(operations, books);

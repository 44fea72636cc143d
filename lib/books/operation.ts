import { operationsOn } from '#lib/api/operation';
import type { BooksStores } from './stores/all.ts';

export const defineOperation = operationsOn<BooksStores>();

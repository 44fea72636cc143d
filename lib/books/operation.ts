import { operationsOn } from '#lib/api/operation';
import type { BooksStores } from './stores.ts';

export const defineOperation = operationsOn<BooksStores>();

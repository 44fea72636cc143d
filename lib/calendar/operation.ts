import { operationsOn } from '#lib/api/operation';
import type { CalendarStores } from './stores.ts';

export const defineOperation = operationsOn<CalendarStores>();

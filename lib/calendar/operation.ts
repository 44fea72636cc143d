import { operationsOn } from '#lib/api/operation';
import type { CalendarStores } from './stores/all.ts';

export const defineOperation = operationsOn<CalendarStores>();

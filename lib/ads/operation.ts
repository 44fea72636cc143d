import { operationsOn } from '#lib/api/operation';
import type { AdsStores } from './stores.ts';

export const defineOperation = operationsOn<AdsStores>();

import { operationsOn } from '#lib/api/operation';
import type { ReportStores } from './reports/run/stores.ts';
import type { AdsStores } from './stores/all.ts';

export const defineOperation = operationsOn<AdsStores>();
/** For the group that also reads files. */
export const defineReportOperation = operationsOn<ReportStores>();

import { operationsOn } from '#lib/api/operation';
import type { ReportStores } from './report-stores.ts';
import type { AdsStores } from './stores.ts';

export const defineOperation = operationsOn<AdsStores>();
/** For the group that also reads files. */
export const defineReportOperation = operationsOn<ReportStores>();

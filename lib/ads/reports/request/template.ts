/** A report request to begin with, for each type: the last two weeks of the sample agency. */
import type { ReportType } from '#lib/ads/reports/catalogue/report-type';
import { addDays, dayOf } from '#lib/ads/reports/plan/calendar-days';
import { SAMPLE } from '#lib/ads/sample/sample-accounts';
import type { ReportRequest } from './request.ts';

/** What most people ask first; a type takes those that it has. */
const COLUMNS = ['date', 'conversionDate', 'visitDate', 'account', 'campaign', 'adGroup', 'keywordText', 'status'];
const METRICS = ['impr', 'clicks', 'cost'];
const DAYS = 14;

export function requestTemplate(type: ReportType, nowMs: number): ReportRequest {
  const today = dayOf(nowMs);
  return {
    reportType: type.name,
    reportScope: { agencyId: SAMPLE.agencyId },
    columns: [...COLUMNS, ...METRICS]
      .filter((columnName) => type.columns.has(columnName))
      .map((columnName) => ({ columnName })),
    timeRange: { startDate: addDays(today, -DAYS), endDate: addDays(today, -1) },
    statisticsCurrency: 'usd',
  };
}

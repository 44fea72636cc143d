/** What can be reported on, and by which columns: the catalogue of the service itself. */
import { describeReport, type DescribedReportColumn } from '#lib/ads/reports/catalogue/describe-column';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';

export type { DescribedReportColumn } from '#lib/ads/reports/catalogue/describe-column';

export const reportTypes: readonly string[] = [...REPORT_TYPES.keys()];

export function columnsOf(type: string): readonly DescribedReportColumn[] {
  const found = REPORT_TYPES.get(type);
  return found === undefined ? [] : describeReport(found);
}

/** How far down a scope of this type may reach: 0 agency, 1 advertiser, 2 account. */
export const depthOf = (type: string): number => REPORT_TYPES.get(type)?.depth ?? 0;

/** Only of advertisers a report may be over all agencies. */
export const needsAgency = (type: string): boolean => type !== 'advertiser';

/** Reports that the service makes at once; all others are ordered. */
export const isMadeAtOnce = (type: string): boolean => type === 'advertiser' || type === 'account';

/** Operators of filters, with how many values they take. */
export const OPERATORS = {
  equals: 1,
  notEquals: 1,
  in: 2,
  lessThan: 1,
  greaterThan: 1,
  lessThanOrEqual: 1,
  greaterThanOrEqual: 1,
  startsWith: 2,
  containsSubstring: 2,
  doesNotContainSubstring: 2,
  containsElement: 2,
  isNull: 0,
  isNotNull: 0,
} as const;

export type OperatorName = keyof typeof OPERATORS;

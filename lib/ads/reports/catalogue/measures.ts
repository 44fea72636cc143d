/** Measures: numbers of a source that are summed row by row; every metric is computed from their sums. */
import { BUDGET_SHARES, SHARES } from '#lib/ads/model/impression-shares';

/**
 * `lines` are what was bought by way of an advertised product, `sales` the same lines by the product that was bought.
 */
export type Source = 'facts' | 'conversions' | 'visits' | 'shares' | 'lines' | 'sales';

/** Whether a source is counted from conversions: by the days of the network, and in currencies of their own. */
export const isOfConversions = (source: Source): boolean =>
  source === 'conversions' || source === 'lines' || source === 'sales';

export interface Measure {
  readonly source: Source;
  /** SQL over a row of the source. */
  readonly value: string;
  readonly rollUp: 'sum' | 'min' | 'max';
  readonly type: 'DOUBLE' | 'BIGINT' | 'VARCHAR';
  /** SQL over whole relations: where it does not hold, the measure counts nothing, and makes no row. */
  readonly when?: string;
}

const sum = (source: Source, value: string, type: Measure['type'] = 'DOUBLE'): Measure => ({
  source,
  value,
  rollUp: 'sum',
  type,
});

const QUANTITY = 'COALESCE(quantityMillis, 1000) / 1e3';
const REVENUE = "CASE WHEN type = 'TRANSACTION' THEN revenueMicros * factor / 1e6 END";
const SAME_DEVICE = 'NOT isCrossEnv';

const conversionSums = (suffix: string, condition: string): Record<string, Measure> => ({
  [`actions${suffix}`]: sum('conversions', `CASE WHEN type = 'ACTION' AND ${condition} THEN ${QUANTITY} END`),
  [`transactions${suffix}`]: sum('conversions', `CASE WHEN type = 'TRANSACTION' AND ${condition} THEN ${QUANTITY} END`),
  [`weightedActions${suffix}`]: sum('conversions', `CASE WHEN ${condition} THEN ${QUANTITY} * weight END`),
  [`revenue${suffix}`]: sum('conversions', `CASE WHEN ${condition} THEN ${REVENUE} END`),
});

const lineSums = (role: string, condition: string): Record<string, Measure> => ({
  [`${role}Units`]: sum('lines', `CASE WHEN ${condition} THEN quantity END`),
  [`${role}Revenue`]: sum('lines', `CASE WHEN ${condition} THEN revenue * factor END`),
  [`${role}Goods`]: sum('lines', `CASE WHEN ${condition} THEN goods END`),
});

/** Shares are text such as `45.2%` or `< 10%`. */
const shareMeasures = (name: string): Record<string, Measure> => {
  const number = `TRY_CAST(replace(${name}, '%', '') AS DOUBLE)`;
  return {
    [`${name}Least`]: { source: 'shares', value: name, rollUp: 'min', type: 'VARCHAR' },
    [`${name}Most`]: { source: 'shares', value: name, rollUp: 'max', type: 'VARCHAR' },
    [`${name}Sum`]: sum('shares', number),
    [`${name}Count`]: sum('shares', `CASE WHEN ${number} IS NOT NULL THEN 1 END`, 'BIGINT'),
  };
};

/** Whether the engine's own count of visits was imported, and whether visits were recorded. */
export const HAS_FACT_VISITS = '(SELECT COUNT(visits) FROM facts_daily) > 0';
export const HAS_VISIT_RECORDS = '(SELECT COUNT(*) FROM visits) > 0';

/** Visits are what the engine counted; else the visits that were recorded; else clicks. */
const VISIT_SUMS: Readonly<Record<string, Measure>> = {
  factVisits: { ...sum('facts', 'visits', 'BIGINT'), when: HAS_FACT_VISITS },
  countedVisits: { ...sum('visits', '1', 'BIGINT'), when: `NOT ${HAS_FACT_VISITS}` },
  clicksAsVisits: { ...sum('facts', 'clicks', 'BIGINT'), when: `NOT ${HAS_FACT_VISITS} AND NOT ${HAS_VISIT_RECORDS}` },
};

export const MEASURES: Readonly<Record<string, Measure>> = {
  impr: sum('facts', 'impr', 'BIGINT'),
  clicks: sum('facts', 'clicks', 'BIGINT'),
  cost: sum('facts', 'costMicros * factor / 1e6'),
  positionSum: sum('facts', 'positionSum'),
  positionImpr: sum('facts', 'CASE WHEN positionSum IS NOT NULL THEN impr END', 'BIGINT'),
  ...VISIT_SUMS,
  engineConversions: sum('facts', 'engineConversions'),
  engineValue: sum('facts', 'engineConversionValueMicros * factor / 1e6'),
  viewThrough: sum('facts', 'viewThroughConversions'),
  qualitySum: sum('facts', 'qualityScore * impr'),
  qualityImpr: sum('facts', 'CASE WHEN qualityScore IS NOT NULL THEN impr END', 'BIGINT'),
  topBidSum: sum('facts', 'topOfPageBidMicros * factor / 1e6 * impr'),
  topBidImpr: sum('facts', 'CASE WHEN topOfPageBidMicros IS NOT NULL THEN impr END', 'BIGINT'),
  visitRecords: sum('visits', '1', 'BIGINT'),
  ...conversionSums('', SAME_DEVICE),
  ...conversionSums('CrossEnv', 'TRUE'),
  ...lineSums('lead', 'isLead'),
  ...lineSums('crossSell', 'NOT isLead'),
  productUnits: sum('sales', 'quantity'),
  productRevenue: sum('sales', 'revenue * factor'),
  ...Object.assign({}, ...[...SHARES, ...BUDGET_SHARES].map(shareMeasures)),
};

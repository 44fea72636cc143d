/** A report request that was understood: what the statement is compiled from. */
import type { Column, Origin } from '#lib/ads/reports/catalogue/column';
import type { Measure } from '#lib/ads/reports/catalogue/measures';
import type { ReportType } from '#lib/ads/reports/catalogue/report-type';
import type { Sql } from '#lib/ads/reports/sql/sql';

/** Days, both included, as `YYYY-MM-DD`. */
export interface Window {
  readonly first: string;
  readonly last: string;
}

export interface OwnMeasure extends Omit<Measure, 'value'> {
  readonly value: Sql;
}

export type PlannedOrigin =
  | Origin
  /** A formula of the advertiser over measures, which stand in braces. */
  | { readonly from: 'formula'; readonly formula: Sql }
  /** The value of a custom dimension, by its place in `customDimensions`. */
  | { readonly from: 'dimension'; readonly index: number }
  /** The value of a custom metric of one conversion, by its place in `customMetrics`. */
  | { readonly from: 'customValue'; readonly index: number };

export type ResolvedColumn = Omit<Column, 'origin'> & { readonly origin: PlannedOrigin };

export interface PlannedColumn extends ResolvedColumn {
  readonly header: string;
  /** For metrics: the days that count. */
  readonly window: Window | undefined;
  readonly isGrouped: boolean;
}

export const OPERATORS = [
  'equals',
  'notEquals',
  'in',
  'lessThan',
  'greaterThan',
  'lessThanOrEqual',
  'greaterThanOrEqual',
  'isNull',
  'isNotNull',
  'startsWith',
  'containsSubstring',
  'doesNotContainSubstring',
  'containsElement',
] as const;
export type Operator = (typeof OPERATORS)[number];

export interface PlannedFilter {
  readonly column: Omit<PlannedColumn, 'isGrouped'>;
  readonly operator: Operator;
  /** Checked against the column's type. */
  readonly values: readonly string[];
}

export interface Ordering {
  /** Its place among the columns. */
  readonly column: number;
  readonly isDescending: boolean;
}

/** Every id from the agency down to the lowest that was given. */
export interface Scope {
  readonly agencyId?: string | undefined;
  readonly advertiserId?: string | undefined;
  readonly engineAccountId?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly adGroupId?: string | undefined;
  readonly keywordId?: string | undefined;
  readonly adId?: string | undefined;
}

export type Currency = 'usd' | 'agency' | 'advertiser' | 'account';

export interface Plan {
  readonly type: ReportType;
  readonly scope: Scope;
  readonly columns: readonly PlannedColumn[];
  readonly filters: readonly PlannedFilter[];
  readonly orderBy: readonly Ordering[];
  readonly window: Window | undefined;
  /** Milliseconds since 1970: rows whose numbers changed since then. */
  readonly metricsSince: number | undefined;
  readonly attributesSince: number | undefined;
  readonly currency: Currency;
  readonly includesRemoved: boolean;
  readonly isOneZone: boolean;
  /** Measures beyond those of the catalogue, under names of their own. */
  readonly measures: Readonly<Record<string, OwnMeasure>>;
  /** Names, in the order in which conversions bring their values. */
  readonly customMetrics: readonly string[];
  readonly customDimensions: readonly string[];
}

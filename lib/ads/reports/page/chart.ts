/** The metrics of a report per day. Ratios are computed from sums, as in every other row. */
import type { Plan, PlannedColumn } from '#lib/ads/reports/plan/plan';
import { questionOf, type ReportPlace } from '#lib/ads/reports/request/prepare';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { cellOf, isText } from '#lib/ads/reports/sql/value-type';

export interface ChartMetric {
  readonly name: string;
  /** The currency, for amounts of money. */
  readonly unit: string | undefined;
  /** One list per line, one value per day. */
  readonly lines: readonly (readonly (number | null)[])[];
}

export interface Chart {
  /** Start of each day in UTC, in seconds since 1970. */
  readonly days: readonly number[];
  /** Names of the lines; an empty name is the whole report. */
  readonly lines: readonly string[];
  readonly metrics: readonly ChartMetric[];
}

/**
 * Readers cannot tell more lines apart: the first column with fewer values splits the lines, else there is one line.
 */
const MAX_LINES = 8;

const secondsOf = (day: unknown): number => Date.parse(`${String(day)}T00:00:00Z`) / 1000;

/** Undefined when the report has no days or no numbers. */
export async function chartOf(
  plan: Plan,
  { reportAccounts }: ReportPlace,
  stores: ReportStores,
): Promise<Chart | undefined> {
  const day = plan.columns.find(({ behaviour, type }) => behaviour === 'segment' && type === 'Date');
  const metrics = plan.columns.filter(({ behaviour, type }) => behaviour === 'metric' && type !== 'String');
  if (day === undefined || metrics.length === 0) return undefined;
  const filters = plan.filters.filter(({ column }) => column.behaviour !== 'metric');
  const rowsBy = async (...groups: readonly PlannedColumn[]): Promise<readonly (readonly unknown[])[]> => {
    const grouped: Plan = {
      ...plan,
      columns: [...groups.map((column) => ({ ...column, isGrouped: true })), ...metrics],
      filters,
      orderBy: [],
    };
    return stores.warehouse.rows(await questionOf(grouped, reportAccounts, stores, stores.warehouse, {}));
  };
  const draw = (
    rows: readonly (readonly unknown[])[],
    nameOf: (row: readonly unknown[]) => string,
    firstMetric: number,
  ): Chart => {
    const days = [...new Set(rows.map(([value]) => secondsOf(value)))].sort((a, b) => a - b);
    const lines = [...new Set(rows.map(nameOf))];
    const rowAt = new Map(rows.map((row) => [`${String(secondsOf(row[0]))} ${nameOf(row)}`, row]));
    return {
      days,
      lines,
      metrics: metrics.map(({ header, type }, index) => ({
        name: header,
        unit: type === 'Money' ? reportAccounts.currencyCode : undefined,
        lines: lines.map((line) =>
          days.map(
            (seconds) =>
              (cellOf(type, rowAt.get(`${String(seconds)} ${line}`)?.[firstMetric + index]) as number | undefined) ??
              null,
          ),
        ),
      })),
    };
  };
  for (const label of plan.columns.filter(({ behaviour, type }) => behaviour !== 'metric' && isText(type))) {
    const split = draw(await rowsBy(day, label), (row) => String(row[1] ?? '(none)'), 2);
    if (split.lines.length > 1 && split.lines.length <= MAX_LINES) return split;
  }
  return draw(await rowsBy(day), () => '', 1);
}

/** The metrics of a report over its days, worked out from sums like every other row: ratios are not added up. */
import type { Plan, PlannedColumn } from '#lib/ads/reports/plan/plan';
import { questionOf, type Placed } from '#lib/ads/reports/request/prepare';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { cellOf, isText } from '#lib/ads/reports/sql/value-type';

export interface ChartMetric {
  readonly name: string;
  /** What its values are in, when they are amounts. */
  readonly unit: string | undefined;
  /** One list for each line, one value for each day. */
  readonly lines: readonly (readonly (number | null)[])[];
}

export interface Chart {
  /** Seconds since 1970, where each day begins in UTC. */
  readonly days: readonly number[];
  /** What each line stands for; one without a name is the whole report. */
  readonly lines: readonly string[];
  readonly metrics: readonly ChartMetric[];
}

/** More lines nobody can tell apart: the first column with fewer values names them, else there is one for all. */
const MAX_LINES = 8;

const secondsOf = (day: unknown): number => Date.parse(`${String(day)}T00:00:00Z`) / 1000;

/** Undefined when the report has no days or no numbers. */
export async function chartOf(plan: Plan, { ground }: Placed, stores: ReportStores): Promise<Chart | undefined> {
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
    return stores.warehouse.rows(await questionOf(grouped, ground, stores, stores.warehouse, {}));
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
        unit: type === 'Money' ? ground.currencyCode : undefined,
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

/** What rows are split by, as expressions over the columns that all sources of measures share. */
import type { PartField, TimeUnit } from '#lib/ads/reports/catalogue/column';
import type { PlannedOrigin, ResolvedColumn } from '#lib/ads/reports/plan/plan';
import { raw, type Sql } from '#lib/ads/reports/sql/sql';

const LENGTHS: Readonly<Record<Exclude<TimeUnit, 'day'>, string>> = {
  week: "INTERVAL '7' DAY",
  month: "INTERVAL '1' MONTH",
  quarter: "INTERVAL '3' MONTH",
  year: "INTERVAL '1' YEAR",
};

/** Weeks begin on Monday in both warehouses. */
function calendarSql(unit: TimeUnit, edge: 'start' | 'end'): Sql {
  if (unit === 'day') return raw('day');
  const start = `CAST(date_trunc('${unit}', day) AS DATE)`;
  return raw(edge === 'start' ? start : `CAST(${start} + ${LENGTHS[unit]} - INTERVAL '1' DAY AS DATE)`);
}

/** Conversions alone have activities and custom dimensions. */
const OF_ALL: ReadonlySet<PartField> = new Set<PartField>(['device', 'accountId', 'campaignId', 'adGroupId']);
export const isFloodlightOnly = ({ origin }: Pick<ResolvedColumn, 'origin'>): boolean =>
  origin.from === 'dimension' || (origin.from === 'part' && !OF_ALL.has(origin.field));
export const isDevice = ({ origin }: Pick<ResolvedColumn, 'origin'>): boolean =>
  origin.from === 'part' && origin.field === 'device';
/** The ad of a measure, which may be another one than the row's. */
export const isAdPart = ({ behaviour, origin }: Pick<ResolvedColumn, 'behaviour' | 'origin'>): boolean =>
  behaviour === 'segment' &&
  (origin.from === 'unknownAd' ||
    ((origin.from === 'field' || origin.from === 'setting') && (origin.of === 'ad' || origin.of === 'row')));

/** Undefined where the segment is not worked out from the source's own columns. */
export function segmentSql(origin: PlannedOrigin): Sql | undefined {
  switch (origin.from) {
    case 'calendar':
      return calendarSql(origin.unit, origin.edge);
    case 'part':
      return raw(origin.field);
    case 'dimension':
      return raw(`dimensions[${String(origin.index + 1)}]`);
    default:
      return undefined;
  }
}

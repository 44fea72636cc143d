/** Visits fall on days of their account. */
import type { Dialect } from '#lib/ads/reports/sql/dialect';
import { raw, sql, type Sql } from '#lib/ads/reports/sql/sql';

/**
 * Since 1972 days begin at a full quarter of an hour of UTC in every zone, so that a zone is asked once for each
 * quarter, not for each visit.
 */
const QUARTER_MS = 900_000;
const quarterOf = (visit: string): string => `CAST(FLOOR(${visit}.timestampMs / ${String(QUARTER_MS)}e0) AS BIGINT)`;

const zoneOf = (account: string): string => `COALESCE(${account}.timeZone, 'UTC')`;
const accountOf = (visit: string, account: string): string =>
  `LEFT JOIN entities ${account} ON ${account}.level = 'ACCOUNT' AND ${account}.legacyId = ${visit}.accountId`;

/**
 * Joins `visit_days`, whose `day` is that of the visit. The day is made of an aggregate: a filter by days of a column
 * that is only grouped by would be applied before grouping, to each visit.
 */
export const visitDayJoin = (visit: string, dialect: Dialect): Sql => sql`${raw(accountOf(visit, 'va'))} LEFT JOIN (
    SELECT timeZone, quarter, ${dialect.dayIn(raw('timeZone'), dialect.momentOf(raw(`MIN(quarter) * ${String(QUARTER_MS)}`)))} AS day
    FROM (SELECT ${raw(zoneOf('qa'))} AS timeZone, ${raw(quarterOf('q'))} AS quarter FROM visits q ${raw(accountOf('q', 'qa'))}) quarters
    GROUP BY timeZone, quarter
    ) visit_days ON visit_days.timeZone = ${raw(zoneOf('va'))} AND visit_days.quarter = ${raw(quarterOf(visit))}`;

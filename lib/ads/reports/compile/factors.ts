/**
 * Exchange: what one unit of a currency is worth in the report's own on a day; the last known rate stands in for
 * missing ones.
 */
import type { Window } from '#lib/ads/reports/plan/plan';
import type { Dialect } from '#lib/ads/reports/sql/dialect';
import { day, raw, sql, text, type Sql } from '#lib/ads/reports/sql/sql';

export interface NamedSql {
  readonly name: string;
  readonly query: Sql;
}

/** Before the first rate of a currency, that rate counts. */
const RATES: NamedSql = {
  name: 'rates',
  query:
    raw(`SELECT currencyCode, date AS since, usdPerUnit, LEAD(date) OVER (PARTITION BY currencyCode ORDER BY date) AS until,
    ROW_NUMBER() OVER (PARTITION BY currencyCode ORDER BY date) AS place FROM fx_rates WHERE currencyCode <> 'USD'
    UNION ALL SELECT 'USD', DATE '1970-01-01', 1e0, CAST(NULL AS DATE), 1`),
};

/** An account without a currency has that of its advertiser. */
const ACCOUNT_FACTORS =
  raw(`SELECT a.legacyId AS accountId, f.day, f.factor FROM entities a LEFT JOIN entities v ON v.level = 'ADVERTISER' AND v.legacyId = a.advertiserId
    JOIN factors f ON f.currencyCode = COALESCE(a.currencyCode, v.currencyCode) WHERE a.level = 'ACCOUNT'`);

/** Tables `factors` (by currency and day), `account_factors` (by account and day) and `latest` (by currency). */
export const factorTables = (currencyCode: string, window: Window | undefined, dialect: Dialect): NamedSql[] => [
  RATES,
  ...(window === undefined
    ? []
    : [
        {
          name: 'usd_rates',
          query: sql`SELECT r.currencyCode, d.day, r.usdPerUnit FROM (${dialect.daysBetween(day(window.first), day(window.last))}) d
    JOIN rates r ON (r.since <= d.day OR r.place = 1) AND (r.until IS NULL OR d.day < r.until)`,
        },
        {
          name: 'factors',
          query: sql`SELECT s.currencyCode, s.day, s.usdPerUnit / t.usdPerUnit AS factor FROM usd_rates s JOIN usd_rates t ON t.day = s.day AND t.currencyCode = ${text(currencyCode)}`,
        },
        { name: 'account_factors', query: ACCOUNT_FACTORS },
      ]),
  {
    name: 'latest',
    query: sql`SELECT s.currencyCode, s.usdPerUnit / t.usdPerUnit AS factor FROM rates s JOIN rates t ON t.until IS NULL AND t.currencyCode = ${text(currencyCode)} WHERE s.until IS NULL`,
  },
];

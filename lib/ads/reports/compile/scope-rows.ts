/** The statement that finds advertisers and accounts of a scope. */
import type { Scope } from '#lib/ads/reports/plan/plan';
import type { Visible } from '#lib/ads/reports/plan/warehouse';
import { all, any, id, raw, sql, type Sql } from '#lib/ads/reports/sql/sql';

const equal = (column: string, value: string | undefined): Sql[] =>
  value === undefined ? [] : [sql`${raw(column)} = ${id(value)}`];

export function scopeRowsSql(scope: Scope, visible: readonly Visible[]): Sql {
  const seen = any(
    visible.map(({ agencyId, advertiserId }) =>
      all([...equal('agencyId', agencyId), ...equal('advertiserId', advertiserId)]),
    ),
  );
  const inScope = all([...equal('agencyId', scope.agencyId), ...equal('advertiserId', scope.advertiserId)]);
  const account = all(equal('legacyId', scope.engineAccountId));
  return sql`SELECT level, legacyId, agencyId, advertiserId, currencyCode, timeZone, networkTimeZone FROM entities
    WHERE (level = 'AGENCY' AND ${all(equal('agencyId', scope.agencyId))})
    OR (level = 'ADVERTISER' AND ${inScope} AND ${seen}) OR (level = 'ACCOUNT' AND ${inScope} AND ${account} AND ${seen})
    ORDER BY legacyId`;
}

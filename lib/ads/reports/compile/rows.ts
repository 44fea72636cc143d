/** What a row of each report type is read from, and the relations that describe it. */
import { visits } from '#lib/ads/import/kinds';
import type { Level } from '#lib/ads/model/entity';
import type { Relation } from '#lib/ads/reports/catalogue/column';
import type { ReportType } from '#lib/ads/reports/catalogue/report-type';
import { CONVERSION_COLUMNS } from '#lib/ads/reports/plan/conversion-rows';
import type { Plan } from '#lib/ads/reports/plan/plan';
import type { Dialect } from '#lib/ads/reports/sql/dialect';
import { anyOf, day, id, number, raw, sql, text, type Sql } from '#lib/ads/reports/sql/sql';
import { inScope } from './sources.ts';
import { visitDayJoin } from './visit-days.ts';

const LEVELS: Readonly<Partial<Record<Relation, readonly [level: Level, key: string]>>> = {
  agency: ['AGENCY', 'agencyId'],
  advertiser: ['ADVERTISER', 'advertiserId'],
  account: ['ACCOUNT', 'accountId'],
  campaign: ['CAMPAIGN', 'campaignId'],
  adGroup: ['AD_GROUP', 'adGroupId'],
  keyword: ['KEYWORD', 'keywordId'],
  ad: ['AD', 'adId'],
};

/** The alias under which a relation is found: the row itself where it is one. */
export function aliasOf(relation: Relation, { rows }: ReportType): string {
  if (relation === 'row' || (relation === 'activity' && rows.of === 'floodlight')) return 'e';
  return rows.of === 'entities' && LEVELS[relation]?.[0] === rows.level ? 'e' : `j_${relation}`;
}

/** `adKey` is the column that names the ad: of the row, or of its measures. */
export function joinOf(relation: Relation, type: ReportType, adKey: string): Sql {
  const alias = aliasOf(relation, type);
  if (alias === 'e') return raw('');
  if (relation === 'visit') return raw(`LEFT JOIN visits ${alias} ON ${alias}.clickId = e.clickId`);
  if (relation === 'activity')
    return raw(
      `LEFT JOIN floodlight ${alias} ON ${alias}.advertiserId = e.advertiserId AND ${alias}.activityId = e.activityId`,
    );
  const [level = '', key = ''] = LEVELS[relation] ?? [];
  return raw(
    `LEFT JOIN entities ${alias} ON ${alias}.level = '${level}' AND ${alias}.legacyId = ${relation === 'ad' ? adKey : `e.${key}`}`,
  );
}

/** As metrics count it, too. */
const knownDevice = (alias: string): string => `COALESCE(${alias}.device, 'Other') AS device`;

const KEPT_COLUMNS = Object.keys(CONVERSION_COLUMNS)
  .filter((name) => name !== 'keywordId' && name !== 'productGroupId')
  .map((name) => (name === 'device' ? knownDevice('c') : `c.${name}`))
  .join(', ');

const VISIT_COLUMNS = visits.columns.map(({ name }) => (name === 'device' ? knownDevice('v') : `v.${name}`)).join(', ');

/** What was converted by way of a product group or a target has no keyword. */
const conversionRows = (
  currencyCode: string,
): Sql => sql`SELECT ${raw(KEPT_COLUMNS)}, c.revenueMicros / 1e6 AS originalRevenue, COALESCE(c.quantityMillis, 1000) / 1e3 AS quantity,
    CASE WHEN cg.level IS NULL THEN c.keywordId END AS keywordId,
    CASE WHEN cg.level = 'PRODUCT_GROUP' OR c.productGroupId IS DISTINCT FROM c.keywordId THEN c.productGroupId END AS productGroupId,
    c.revenueMicros / 1e6 * CASE WHEN c.currencyCode = ${text(currencyCode)} THEN 1e0 ELSE x.factor END AS revenue
    FROM conversions c LEFT JOIN factors x ON x.currencyCode = c.currencyCode AND x.day = c.day
    LEFT JOIN entities cg ON cg.level IN ('PRODUCT_GROUP', 'TARGET') AND cg.legacyId = c.keywordId`;

const visitRows = (
  dialect: Dialect,
): Sql => sql`SELECT ${raw(VISIT_COLUMNS)}, 'Active' AS status, visit_days.day, ${dialect.isoMoment(dialect.momentOf(raw('v.timestampMs')))} AS occurredAt,
    CAST(NULL AS BIGINT) AS productGroupId, CAST(NULL AS BIGINT) AS inventoryAccountId
    FROM visits v ${visitDayJoin('v', dialect)}`;

const FLOODLIGHT_ROWS =
  raw(`SELECT fl.groupId, fl.groupName, fl.groupTag, fl.conversionType, fl.activityId, fl.activityName, fl.activityTag, COALESCE(fl.status, 'Active') AS status,
    fa.agencyId, fl.advertiserId, fl.activityId AS legacyId, CAST(NULL AS BIGINT) AS accountId, CAST(NULL AS BIGINT) AS campaignId, CAST(NULL AS BIGINT) AS adGroupId,
    fl.created, fl.lastModified FROM floodlight fl JOIN entities fa ON fa.level = 'ADVERTISER' AND fa.legacyId = fl.advertiserId`);

function relationSql({ rows }: ReportType, currencyCode: string, dialect: Dialect): Sql {
  switch (rows.of) {
    case 'conversions':
      return conversionRows(currencyCode);
    case 'visits':
      return visitRows(dialect);
    case 'floodlight':
      return FLOODLIGHT_ROWS;
    case 'products':
      return raw('SELECT * FROM items');
    default:
      return raw('SELECT * FROM entities');
  }
}

function ownConditions({ type, scope, window, metricsSince, attributesSince }: Plan, dialect: Dialect): Sql[] {
  const { rows } = type;
  const since =
    attributesSince === undefined ? [] : [sql`e.lastModified >= ${dialect.momentOf(number(attributesSince))}`];
  const inWindow = window === undefined ? [] : [sql`e.day BETWEEN ${day(window.first)} AND ${day(window.last)}`];
  switch (rows.of) {
    case 'entities': {
      const lowest = rows.level === 'KEYWORD' ? scope.keywordId : rows.level === 'AD' ? scope.adId : undefined;
      return [
        sql`e.level = ${text(rows.level)}`,
        ...since,
        ...(lowest === undefined ? [] : [sql`e.legacyId = ${id(lowest)}`]),
      ];
    }
    case 'targets': {
      const reportType = sql`COALESCE(${dialect.jsonText(raw('e.attributes'), 'targetType')}, CASE WHEN e.adGroupId IS NULL THEN 'campaignTarget' ELSE 'adGroupTarget' END)`;
      return [raw("e.level = 'TARGET'"), sql`${reportType} = ${text(type.name)}`, ...since];
    }
    case 'conversions':
      return [...inWindow, ...(metricsSince === undefined ? [] : [sql`e.modifiedMs >= ${id(metricsSince)}`])];
    case 'visits':
      return [...inWindow, ...(metricsSince === undefined ? [] : [sql`e.timestampMs >= ${id(metricsSince)}`])];
    case 'products':
      return since;
    case 'floodlight':
      return since;
    case 'nothing':
      return [raw('FALSE')];
  }
}

/** The relation `e`, and which of its rows belong to the report. */
export function rowsSql(
  plan: Plan,
  advertiserIds: readonly string[],
  currencyCode: string,
  dialect: Dialect,
): { readonly relation: Sql; readonly conditions: Sql[] } {
  // Products stand beside the accounts: a scope below the advertiser only says which conversions and visits count.
  const places = plan.type.rows.of === 'products' ? [] : ['accountId', 'campaignId', 'adGroupId'];
  const columns = plan.type.isEvents ? [...places, 'keywordId', 'adId'] : places;
  return {
    relation: relationSql(plan.type, currencyCode, dialect),
    conditions: [
      anyOf(raw('e.advertiserId'), advertiserIds.map(id)),
      ...inScope(plan.scope, 'e', columns),
      ...ownConditions(plan, dialect),
      ...(plan.includesRemoved ? [] : [raw("COALESCE(e.status, 'Active') <> 'Removed'")]),
    ],
  };
}

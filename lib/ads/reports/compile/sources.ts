/** The rows that measures are summed over, each source with the columns `k` (whose row), `day`, `device` and `adId`. */
import type { Level } from '#lib/ads/model/entity';
import type { Source } from '#lib/ads/reports/catalogue/measures';
import type { ReportType } from '#lib/ads/reports/catalogue/report-type';
import { LINE_COLUMNS } from '#lib/ads/reports/plan/conversion-rows';
import type { Plan, Scope } from '#lib/ads/reports/plan/plan';
import type { Dialect } from '#lib/ads/reports/sql/dialect';
import { all, id, number, raw, sql, text, type Sql } from '#lib/ads/reports/sql/sql';
import { advertisedItem, linesSql } from './products.ts';
import { visitDayJoin } from './visit-days.ts';

export interface SourceContext {
  readonly plan: Plan;
  readonly dialect: Dialect;
  readonly currencyCode: string;
  /** Whether an account of the scope counts in another currency. */
  readonly needsFactors: boolean;
  /** Whether what is made of the rows names a column; what only others need is not joined. */
  readonly reads: (column: string) => boolean;
}

const KEYS: Readonly<Partial<Record<Level, string>>> = {
  ACCOUNT: 'accountId',
  CAMPAIGN: 'campaignId',
  AD_GROUP: 'adGroupId',
  KEYWORD: 'keywordId',
  TARGET: 'keywordId',
  AD: 'adId',
  PRODUCT_GROUP: 'productGroupId',
};

const levelOf = ({ rows }: ReportType): Level | undefined =>
  rows.of === 'entities' ? rows.level : rows.of === 'targets' ? 'TARGET' : undefined;

const entity = (alias: string, level: Level, key: string): string =>
  `LEFT JOIN entities ${alias} ON ${alias}.level = '${level}' AND ${alias}.legacyId = s.${key}`;

interface Key {
  readonly expression: Sql;
  readonly joins: string;
}

/** A bid strategy has what the keywords, ad groups and campaigns have that follow it. */
function strategyKey(dialect: Dialect): Key {
  const followed = ['sk', 'sg', 'sc'].map((alias) =>
    dialect.jsonText(raw(`${alias}.attributes`), 'effectiveBidStrategyId'),
  );
  return {
    expression: sql`TRY_CAST(COALESCE(${followed[0] ?? raw('NULL')}, ${followed[1] ?? raw('NULL')}, ${followed[2] ?? raw('NULL')}) AS BIGINT)`,
    joins: [
      entity('sk', 'KEYWORD', 'keywordId'),
      entity('sg', 'AD_GROUP', 'adGroupId'),
      entity('sc', 'CAMPAIGN', 'campaignId'),
    ].join(' '),
  };
}

/**
 * `inventory` is the column of the source that says whose inventory a product is of; without one products are not
 * known.
 */
function keyOf({ plan, dialect }: SourceContext, hasAdvertiser: boolean, inventory = 'CAST(NULL AS BIGINT)'): Key {
  const level = levelOf(plan.type);
  if (plan.type.rows.of === 'products')
    return { expression: raw('ik.legacyId'), joins: advertisedItem('s', inventory) };
  if (level === 'BID_STRATEGY') return strategyKey(dialect);
  if (level !== 'ADVERTISER') return { expression: raw(`s.${KEYS[level ?? 'ACCOUNT'] ?? 'accountId'}`), joins: '' };
  const { advertiserId } = plan.scope;
  if (advertiserId !== undefined) return { expression: id(advertiserId), joins: '' };
  return hasAdvertiser
    ? { expression: raw('s.advertiserId'), joins: '' }
    : { expression: raw('sa.advertiserId'), joins: entity('sa', 'ACCOUNT', 'accountId') };
}

const SCOPE_COLUMNS: readonly (readonly [keyof Scope, string])[] = [
  ['engineAccountId', 'accountId'],
  ['campaignId', 'campaignId'],
  ['adGroupId', 'adGroupId'],
  ['keywordId', 'keywordId'],
  ['adId', 'adId'],
];

/** The scope below the advertiser; a warehouse gives rows of the advertisers in question only. */
export const inScope = (scope: Scope, alias: string, columns: readonly string[]): Sql[] =>
  SCOPE_COLUMNS.flatMap(([level, column]) => {
    const wanted = scope[level];
    return wanted === undefined || !columns.includes(column) ? [] : [sql`${raw(`${alias}.${column}`)} = ${id(wanted)}`];
  });

const ALL_IDS = ['accountId', 'campaignId', 'adGroupId', 'keywordId', 'adId'];
const PLACES = 's.accountId, s.campaignId, s.adGroupId';
const LINES = `, s.advertiserId, s.inventoryAccountId, ${Object.keys(LINE_COLUMNS)
  .map((name) => `s.${name}`)
  .join(', ')}`;
const FACT_COLUMNS =
  's.impr, s.clicks, s.costMicros, s.positionSum, s.visits, s.engineConversions, s.engineConversionValueMicros, s.viewThroughConversions, s.qualityScore, s.topOfPageBidMicros';

function facts(context: SourceContext): Sql {
  const { plan, dialect, needsFactors, reads } = context;
  const key = keyOf(context, false);
  const isConverted = needsFactors && reads('factor');
  const factor = isConverted ? 'LEFT JOIN account_factors x ON x.accountId = s.accountId AND x.day = s.date' : '';
  const changed =
    plan.metricsSince === undefined
      ? raw('0')
      : sql`CASE WHEN s.updatedAt >= ${dialect.momentOf(number(plan.metricsSince))} THEN 1 ELSE 0 END`;
  return sql`SELECT ${key.expression} AS k, s.date AS day, s.device, NULLIF(s.adId, 0) AS adId, ${raw(FACT_COLUMNS)}, ${raw(isConverted ? 'x.factor' : '1e0')} AS factor, ${changed} AS isChanged
    FROM facts_daily s ${raw(key.joins)} ${raw(factor)} WHERE ${all(inScope(plan.scope, 's', ALL_IDS))}`;
}

/** What a conversion has of its Floodlight activity, which counts once where it is not known. */
const ACTIVITY = ['groupName', 'groupId', 'groupTag', 'activityName', 'activityTag'];

function floodlight({ reads }: SourceContext): { readonly columns: string; readonly join: string } {
  if (!['weight', ...ACTIVITY].some(reads))
    return { columns: `1 AS weight, ${ACTIVITY.map((name) => `NULL AS ${name}`).join(', ')}`, join: '' };
  return {
    columns: `COALESCE(fl.weight, 1) AS weight, ${ACTIVITY.map((name) => `fl.${name}`).join(', ')}`,
    join: 'LEFT JOIN floodlight fl ON fl.advertiserId = s.advertiserId AND fl.activityId = s.activityId',
  };
}

/** What an amount of a conversion is worth in the report's currency. */
function conversionFactor({ currencyCode, reads }: SourceContext): { readonly value: Sql; readonly join: string } {
  if (!reads('factor')) return { value: raw('1e0'), join: '' };
  return {
    value: sql`CASE WHEN s.currencyCode = ${text(currencyCode)} THEN 1e0 ELSE x.factor END`,
    join: 'LEFT JOIN factors x ON x.currencyCode = s.currencyCode AND x.day = s.day',
  };
}

function conversions(context: SourceContext, keyName = 'k'): Sql {
  const { plan } = context;
  const activity = floodlight(context);
  const factor = conversionFactor(context);
  const key = keyOf(context, true, 's.inventoryAccountId');
  const changed =
    plan.metricsSince === undefined
      ? raw('0')
      : sql`CASE WHEN s.modifiedMs >= ${id(plan.metricsSince)} THEN 1 ELSE 0 END`;
  return sql`SELECT ${key.expression} AS ${raw(keyName)}, s.day, COALESCE(s.device, 'Other') AS device, NULLIF(s.adId, 0) AS adId, ${raw(PLACES)}${raw(keyName === 'k' ? '' : LINES)}, s.type, s.quantityMillis, s.revenueMicros, s.isCrossEnv, s.metrics, s.dimensions,
    ${factor.value} AS factor, ${raw(activity.columns)}, s.activityId, ${changed} AS isChanged
    FROM conversions s ${raw([key.joins, activity.join, factor.join].join(' '))}
    WHERE ${all([raw("s.state = 'ACTIVE'"), ...inScope(plan.scope, 's', ALL_IDS)])}`;
}

function visits(context: SourceContext): Sql {
  const { plan, dialect } = context;
  // Product groups are not among what a visit knows.
  const isKnown = levelOf(plan.type) !== 'PRODUCT_GROUP';
  const key = keyOf(context, true);
  return sql`SELECT ${isKnown ? key.expression : raw('CAST(NULL AS BIGINT)')} AS k, visit_days.day, COALESCE(s.device, 'Other') AS device, NULLIF(s.adId, 0) AS adId, ${raw(PLACES)}, 0 AS isChanged
    FROM visits s ${raw(key.joins)} ${visitDayJoin('s', dialect)} WHERE ${all(inScope(plan.scope, 's', ALL_IDS))}`;
}

/** A share is kept for an account, a campaign or an ad group: whichever is the lowest that its line names. */
const SHARE_LEVELS: Readonly<Partial<Record<Level, string>>> = {
  ADVERTISER: 's.campaignId IS NULL AND s.adGroupId IS NULL',
  ACCOUNT: 's.campaignId IS NULL AND s.adGroupId IS NULL',
  CAMPAIGN: 's.campaignId IS NOT NULL AND s.adGroupId IS NULL',
  AD_GROUP: 's.adGroupId IS NOT NULL',
};

function shares(context: SourceContext): Sql {
  const { plan } = context;
  const key = keyOf(context, false);
  const level = SHARE_LEVELS[levelOf(plan.type) ?? 'KEYWORD'] ?? 'FALSE';
  return sql`SELECT ${key.expression} AS k, s.date AS day, s.*, 0 AS isChanged FROM shares_daily s ${raw(key.joins)} WHERE ${all([raw(level), ...inScope(plan.scope, 's', ['accountId', 'campaignId', 'adGroupId'])])}`;
}

/** What was bought, for the row of what was advertised or of what was bought. */
const lines =
  (key: string) =>
  (context: SourceContext): Sql =>
    sql`WITH counted_conversions AS (${conversions(context, 'advertised')}) ${linesSql(key, context.currencyCode)}`;

const BUILDERS: Readonly<Record<Source, (context: SourceContext) => Sql>> = {
  facts,
  conversions: (context) => conversions(context),
  visits,
  shares,
  lines: lines('c.advertised'),
  sales: lines('sk.legacyId'),
};

export const sourceSql = (source: Source, context: SourceContext): Sql => BUILDERS[source](context);

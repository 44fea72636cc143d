/**
 * Report compilation: a plan becomes one SQL statement. Sources (daily facts, conversions, visits, ...) are summed by
 * row and segment, rows are described by their attributes, metrics are computed from the sums, filters on metrics come
 * last.
 *
 * Campaigns with more than 10 clicks in January, `{ reportType: 'campaign', columns: [campaign, clicks], filters:
 * [clicks greaterThan 10] }` for advertiser 2, becomes (shortened; values travel apart, as `?`):
 *
 *     WITH facts_sums AS (SELECT k, SUM(clicks) AS m0 FROM (SELECT campaignId AS k, date AS day, ... FROM facts_daily)
 *            WHERE day BETWEEN ? AND ? GROUP BY 1),                       -- one table for each source
 *          sums AS (SELECT * FROM facts_sums),                           -- their union
 *          base AS (SELECT e.name AS a0, sums.m0, e.legacyId AS o4, ... FROM entities e LEFT JOIN sums
 *            ON sums.k = e.legacyId WHERE e.advertiserId IN (?) AND e.level = ?),
 *          computed AS (SELECT a0 AS c0, COALESCE(m0, 0) AS c1, COALESCE(m0, 0) AS f0, o4, ... FROM base)
 *     SELECT c0, c1 FROM computed WHERE f0 > ? ORDER BY ..., o4
 *
 * Names: m measures, s segments, a attributes, o row ids to order by, c columns of the report, f filtered metrics.
 */
import type { Relation } from '#lib/ads/reports/catalogue/column';
import { isOfConversions, type Source } from '#lib/ads/reports/catalogue/measures';
import { around } from '#lib/ads/reports/plan/calendar-days';
import type { Plan, PlannedColumn, PlannedFilter, Window } from '#lib/ads/reports/plan/plan';
import type { ReportAccounts } from '#lib/ads/reports/plan/report-accounts';
import type { Page, Statement } from '#lib/ads/reports/plan/statement';
import type { Dialect } from '#lib/ads/reports/sql/dialect';
import { all, any, joined, list, raw, sql, text, type Sql } from '#lib/ads/reports/sql/sql';
import { sqlTypeOf, type ValueType } from '#lib/ads/reports/sql/value-type';
import { attributeSql, isMoneySetting, relationOf } from './attributes.ts';
import { conditionOn } from './conditions.ts';
import { factorTables, type NamedSql } from './factors.ts';
import { aggregate, isWithin, UsedMeasures } from './measures.ts';
import { namesColumn, readsRelation } from './named-in-sql.ts';
import { PRODUCT_TABLES } from './products.ts';
import { joinOf, rowsSql } from './rows.ts';
import { isAdPart, isDevice, isFloodlightOnly, segmentSql } from './segments.ts';
import { sourceSql, type SourceContext } from './sources.ts';

export interface Shape {
  readonly page?: Page;
  /** Formats cells; without it they are left as they are. */
  readonly present?: (cell: Sql, type: ValueType, isOnly: boolean) => Sql;
}

const SOURCES: readonly Source[] = ['facts', 'conversions', 'visits', 'shares', 'lines', 'sales'];
/** The sources that show where there is data when no metric is asked for. */
const PRESENCE_SOURCES: readonly Source[] = ['facts', 'conversions', 'visits'];
const AD_PART = 'adPart';
const SETTINGS_CURRENCY = 'COALESCE(e.currencyCode, j_account.currencyCode, j_advertiser.currencyCode)';

/** Which sources the report's segments apply to. */
function countedSources(plan: Plan): (source: Source) => boolean {
  const split = [...plan.columns, ...plan.filters.map(({ column }) => column)].filter(
    ({ behaviour }) => behaviour === 'segment',
  );
  const isFloodlight = split.some(isFloodlightOnly);
  const isFiner = isFloodlight || split.some((column) => isDevice(column) || isAdPart(column));
  const { of } = plan.type.rows;
  if (of !== 'entities' && of !== 'targets' && of !== 'products') return () => false;
  const ofEngine = (source: Source): boolean => of !== 'products' && (source === 'shares' ? !isFiner : !isFloodlight);
  return (source) => isOfConversions(source) || (source === 'visits' ? !isFloodlight : ofEngine(source));
}

class Compiler {
  readonly #plan: Plan;
  readonly #reportAccounts: ReportAccounts;
  readonly #dialect: Dialect;
  readonly #used: UsedMeasures;
  readonly #isCounted: (source: Source) => boolean;
  /** Columns that split rows, and the names of their values. */
  readonly #segments: readonly PlannedColumn[];
  readonly #splitsByAd: boolean;
  readonly #groups: readonly PlannedColumn[];

  constructor(plan: Plan, reportAccounts: ReportAccounts, dialect: Dialect) {
    [this.#plan, this.#reportAccounts, this.#dialect] = [plan, reportAccounts, dialect];
    this.#isCounted = countedSources(plan);
    this.#used = new UsedMeasures(plan.measures, this.#isCounted);
    const isReal = !plan.type.isEvents && plan.type.rows.of !== 'nothing';
    this.#segments = isReal
      ? plan.columns.filter(({ behaviour, origin }) => behaviour === 'segment' && segmentSql(origin) !== undefined)
      : [];
    this.#splitsByAd = isReal && plan.columns.some(isAdPart);
    this.#groups = plan.columns.filter(({ isGrouped }) => isGrouped);
  }

  compile({ page, present = (cell) => cell }: Shape): Statement {
    const { columns } = this.#plan;
    const shown = columns.filter(
      (column) => this.#groups.length === 0 || column.isGrouped || column.behaviour === 'metric',
    );
    const isMetric = ({ column }: PlannedFilter): boolean => column.behaviour === 'metric';
    const metricFilters = this.#plan.filters.filter(isMetric);
    // Before anything else is written: which measures there are.
    const metrics = columns.map((column) => (column.behaviour === 'metric' ? this.#metric(column) : undefined));
    const filtered = metricFilters.map(({ column }) => this.#metric(column));

    const sums = this.#sums();
    const base = this.#base(sums.length > 0);
    const values = shown.map(
      (column, place) =>
        sql`${metrics[columns.indexOf(column)] ?? raw(`base.${this.#valueName(column)}`)} AS ${raw(`c${String(place)}`)}`,
    );
    const order = this.#order(shown);
    const computed = sql`SELECT ${list([...values, ...filtered.map((metric, place) => sql`${metric} AS ${raw(`f${String(place)}`)}`), ...order.hidden.map((name) => raw(`base.${name}`))])} FROM base`;
    const conditions = metricFilters.map((filter, place) =>
      conditionOn(raw(`f${String(place)}`), filter, this.#dialect),
    );

    const tables: NamedSql[] = [
      ...this.#factors(),
      ...(this.#plan.type.rows.of === 'products' ? PRODUCT_TABLES : []),
      ...sums,
      { name: 'base', query: this.#grouped(base) },
      { name: 'computed', query: computed },
    ];
    const outputs = list(
      shown.map(
        ({ type }, place) =>
          sql`${present(raw(`computed.c${String(place)}`), type, shown.length === 1)} AS ${raw(`c${String(place)}`)}`,
      ),
    );
    const limits =
      page === undefined
        ? raw('')
        : raw(` OFFSET ${String(Math.trunc(page.startRow))} LIMIT ${String(Math.trunc(page.rowCount))}`);
    const rows = sql`SELECT ${outputs} FROM computed WHERE ${all(conditions)} ORDER BY ${raw(order.keys.join(', '))}${limits}`;
    const named = whatIsRead(tables, rows).map(({ name, query }) => sql`${raw(name)} AS (${query})`);
    return { ...sql`WITH ${list(named)}\n${rows}`, columns: shown.map(({ header, type }) => ({ header, type })) };
  }

  #metric(column: Omit<PlannedColumn, 'isGrouped'>): Sql {
    return sql`CAST(${this.#used.expression(column)} AS ${raw(sqlTypeOf(column.type))})`;
  }

  #valueName(column: PlannedColumn): string {
    return `a${String(this.#plan.columns.indexOf(column))}`;
  }

  /** The days that metrics count, each stretch once; those of the report where it has no metrics. */
  #windows(): Window[] {
    const { window } = this.#plan;
    const counted =
      this.#used.all.length > 0 ? this.#used.all.map((used) => used.window) : window === undefined ? [] : [window];
    return [...new Map(counted.map((stretch) => [`${stretch.first} ${stretch.last}`, stretch])).values()];
  }

  #isConverted(): boolean {
    const { accounts, advertisers, currencyCode } = this.#reportAccounts;
    const currencyOf = new Map(advertisers.map((advertiser) => [advertiser.advertiserId, advertiser.currencyCode]));
    return accounts.some(
      (account) => (account.currencyCode ?? currencyOf.get(account.advertiserId) ?? currencyCode) !== currencyCode,
    );
  }

  #factors(): NamedSql[] {
    return factorTables(this.#reportAccounts.currencyCode, around(this.#windows()), this.#dialect);
  }

  /** Tables that end in `sums`; none when the report has neither metrics nor segments. */
  #sums(): NamedSql[] {
    const { metricsSince } = this.#plan;
    const windows = this.#windows();
    const isSplit = this.#segments.length > 0 || this.#splitsByAd;
    if (windows.length === 0 || (this.#used.all.length === 0 && !isSplit)) return [];
    const asked = SOURCES.filter((source) => this.#used.all.some(({ measure }) => measure.source === source));
    const sources = asked.length > 0 ? asked : PRESENCE_SOURCES.filter((source) => this.#isCounted(source));
    const parts = sources.map((source) => ({ name: `${source}_sums`, query: this.#sumsOf(source, windows) }));
    const keys = ['k', ...this.#splits().map(({ name }) => name)];
    const sums = [
      ...this.#used.all.map(({ name, measure }) => `${measure.rollUp.toUpperCase()}(${name}) AS ${name}`),
      ...(metricsSince === undefined ? [] : ['MAX(isChanged) AS isChanged']),
    ];
    const union = parts.map(({ name }) => `SELECT * FROM ${name}`).join(' UNION ALL ');
    const query =
      parts.length === 1
        ? raw(union)
        : raw(`SELECT ${[...keys, ...sums].join(', ')} FROM (${union}) u GROUP BY ${keys.join(', ')}`);
    return [...parts, { name: 'sums', query }];
  }

  #splits(): { readonly name: string; readonly expression: Sql }[] {
    return [
      ...this.#segments.map((column, place) => ({
        name: `s${String(place)}`,
        expression: segmentSql(column.origin) ?? raw('NULL'),
      })),
      ...(this.#splitsByAd ? [{ name: AD_PART, expression: raw('adId') }] : []),
    ];
  }

  #sumsOf(source: Source, windows: readonly Window[]): Sql {
    const splits = this.#splits();
    const measures = this.#used.all.map((used) =>
      used.measure.source === source
        ? sql`${aggregate(used, windows.length === 1)} AS ${raw(used.name)}`
        : raw(`CAST(NULL AS ${used.measure.type}) AS ${used.name}`),
    );
    const changed = this.#plan.metricsSince === undefined ? [] : [raw('MAX(isChanged) AS isChanged')];
    const columns = [
      raw('k'),
      ...splits.map(({ name, expression }) => sql`${expression} AS ${raw(name)}`),
      ...measures,
      ...changed,
    ];
    const conditions = [any(windows.map(isWithin)), ...this.#countingCondition(source), ...this.#partConditions()];
    const places = ['k', ...splits].map((_, place) => String(place + 1)).join(', ');
    const { text: made } = list([...columns, ...conditions]);
    const context: SourceContext = {
      plan: this.#plan,
      dialect: this.#dialect,
      currencyCode: this.#reportAccounts.currencyCode,
      needsFactors: this.#isConverted(),
      reads: (column) => namesColumn(made, column),
    };
    return sql`SELECT ${list(columns)} FROM (${sourceSql(source, context)}) src WHERE ${all(conditions)} GROUP BY ${raw(places)}`;
  }

  /** A row that no measure counts is not data: it must not make a row of zeros. */
  #countingCondition(source: Source): Sql[] {
    const used = this.#used.all.filter(({ measure }) => measure.source === source);
    const conditions = used.map(({ measure }) => measure.when);
    if (used.length === 0 || conditions.includes(undefined)) return [];
    return [any(conditions.map((condition) => raw(condition ?? 'TRUE')))];
  }

  /** Filters on segments act before anything is summed. */
  #partConditions(): Sql[] {
    return this.#plan.filters.flatMap((filter) => {
      const { column } = filter;
      if (column.behaviour !== 'segment') return [];
      const expression = segmentSql(column.origin);
      if (expression !== undefined)
        return [
          conditionOn(column.type === 'Date' ? sql`CAST(${expression} AS VARCHAR)` : expression, filter, this.#dialect),
        ];
      if (!isAdPart(column)) return [];
      if (relationOf(column) === undefined)
        return [conditionOn(this.#attribute(column, 'src.adId'), filter, this.#dialect)];
      const condition = conditionOn(this.#attribute(column, 'src.adId'), filter, this.#dialect);
      return [sql`src.adId IN (SELECT j_ad.legacyId FROM entities j_ad WHERE j_ad.level = 'AD' AND ${condition})`];
    });
  }

  /** Bid strategies have no account: their amounts are in the currency of the advertiser. Products have one each. */
  #areSettingsConverted(): boolean {
    const { advertisers, currencyCode } = this.#reportAccounts;
    return (
      this.#plan.type.rows.of === 'products' ||
      this.#isConverted() ||
      advertisers.some((advertiser) => (advertiser.currencyCode ?? currencyCode) !== currencyCode)
    );
  }

  #attribute(column: Omit<PlannedColumn, 'isGrouped'>, adPart: string | undefined): Sql {
    const moneyFactor = this.#areSettingsConverted()
      ? sql`CASE WHEN ${raw(SETTINGS_CURRENCY)} = ${text(this.#reportAccounts.currencyCode)} THEN 1e0 ELSE money.factor END`
      : undefined;
    return attributeSql(column, this.#plan, this.#dialect, { adPart, moneyFactor });
  }

  #base(hasSums: boolean): Sql {
    const { columns, filters, type, metricsSince } = this.#plan;
    const { advertisers, currencyCode } = this.#reportAccounts;
    const advertiserIds = advertisers.map(({ advertiserId }) => advertiserId);
    const { relation, conditions } = rowsSql(this.#plan, advertiserIds, currencyCode, this.#dialect);
    const attributeFilters = filters.filter(({ column }) => column.behaviour === 'attribute');
    const described = [...columns, ...attributeFilters.map(({ column }) => column)];
    const isSplit = this.#segments.length > 0 || this.#splitsByAd;
    const adPart = this.#splitsByAd ? `sums.${AD_PART}` : undefined;

    const usesMoney = this.#areSettingsConverted() && described.some(isMoneySetting);
    const relations = new Set<Relation>([
      ...described.flatMap((column) => relationOf(column) ?? []),
      ...(usesMoney ? (['account', 'advertiser'] as const) : []),
    ]);
    const joins = [
      ...(hasSums ? [raw(`${isSplit ? 'JOIN' : 'LEFT JOIN'} sums ON sums.k = e.legacyId`)] : []),
      ...[...relations].map((name) =>
        usesMoney && (name === 'account' || name === 'advertiser')
          ? aliasedJoin(name)
          : joinOf(name, type, adPart ?? 'e.adId'),
      ),
      ...(usesMoney ? [raw(`LEFT JOIN latest money ON money.currencyCode = ${SETTINGS_CURRENCY}`)] : []),
    ];
    const values = columns.flatMap((column) =>
      column.behaviour === 'metric' ? [] : [sql`${this.#value(column, adPart)} AS ${raw(this.#valueName(column))}`],
    );
    const measures = hasSums
      ? this.#used.all.map(({ name }) => raw(`sums.${name}`))
      : this.#used.all.map(({ name, measure }) => raw(`CAST(NULL AS ${measure.type}) AS ${name}`));
    const kept = [
      ...conditions,
      ...attributeFilters.map((filter) => conditionOn(this.#attribute(filter.column, adPart), filter, this.#dialect)),
      ...(metricsSince !== undefined && hasSums ? [raw('sums.isChanged = 1')] : []),
    ];
    return sql`SELECT ${list([...values, ...measures, ...this.#rowKeys().map((key, place) => raw(`${key} AS o${String(place)}`))])} FROM (${relation}) e ${joined(joins, ' ')} WHERE ${all(kept)}`;
  }

  #value(column: PlannedColumn, adPart: string | undefined): Sql {
    const place = this.#segments.indexOf(column);
    if (place === -1) return this.#attribute(column, adPart);
    return raw(column.type === 'Date' ? `CAST(sums.s${String(place)} AS VARCHAR)` : `sums.s${String(place)}`);
  }

  #rowKeys(): string[] {
    const { type } = this.#plan;
    if (type.rows.of === 'conversions') return ['e.timestampMs', 'e.dsConversionId'];
    if (type.rows.of === 'visits') return ['e.timestampMs', 'e.clickId'];
    return [
      'e.advertiserId',
      'e.accountId',
      'e.campaignId',
      'e.adGroupId',
      'e.legacyId',
      ...(this.#splitsByAd ? [`sums.${AD_PART}`] : []),
    ];
  }

  /** One row for each combination of the columns that rows are grouped by. */
  #grouped(base: Sql): Sql {
    if (this.#groups.length === 0) return base;
    const keys = this.#groups.map((column) => this.#valueName(column));
    const sums = this.#used.all.map(({ name, measure }) => `${measure.rollUp.toUpperCase()}(${name}) AS ${name}`);
    return sql`SELECT ${raw([...keys, ...sums].join(', '))} FROM (${base}) ungrouped GROUP BY ${raw(keys.join(', '))}`;
  }

  /** What was asked for, then the rows' own ids, then the segments: always the same order. */
  #order(shown: readonly PlannedColumn[]): { readonly keys: readonly string[]; readonly hidden: readonly string[] } {
    const { orderBy, columns } = this.#plan;
    const asked = orderBy.flatMap(({ column, isDescending }) => {
      const place = shown.indexOf(columns[column] as PlannedColumn);
      return place === -1 ? [] : [`computed.c${String(place)} ${isDescending ? 'DESC' : 'ASC'} NULLS LAST`];
    });
    const hidden = this.#groups.length > 0 ? [] : this.#rowKeys().map((_, place) => `o${String(place)}`);
    const splitting = shown.flatMap((column, place) =>
      (this.#groups.length > 0 ? column.isGrouped : this.#segments.includes(column))
        ? [`computed.c${String(place)} ASC NULLS LAST`]
        : [],
    );
    return { keys: [...asked, ...hidden.map((name) => `computed.${name} ASC NULLS LAST`), ...splitting], hidden };
  }
}

/** Tables that the statement reads, itself or by way of others: a database would plan the rest for nothing. */
function whatIsRead(tables: readonly NamedSql[], statement: Sql): NamedSql[] {
  const read: NamedSql[] = [];
  for (const table of tables.toReversed())
    if ([statement, ...read.map(({ query }) => query)].some(({ text }) => readsRelation(text, table.name)))
      read.unshift(table);
  return read;
}

/** Joined under its own name even where the row is that relation: amounts ask both for their currency. */
const aliasedJoin = (name: 'account' | 'advertiser'): Sql =>
  raw(`LEFT JOIN entities j_${name} ON j_${name}.level = '${name.toUpperCase()}' AND j_${name}.legacyId = e.${name}Id`);

export const compileReport = (
  plan: Plan,
  reportAccounts: ReportAccounts,
  dialect: Dialect,
  shape: Shape = {},
): Statement => new Compiler(plan, reportAccounts, dialect).compile(shape);

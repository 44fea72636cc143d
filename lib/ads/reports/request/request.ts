/** Checks of a report request that need no look-up. */
import { refuse } from '#lib/ads/batch/batch';
import type { ReportType } from '#lib/ads/reports/catalogue/report-type';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';
import { addDays, dayOf, momentOf, windowOf } from '#lib/ads/reports/plan/calendar-days';
import type { Currency, Ordering, Plan, PlannedColumn, Scope, Window } from '#lib/ads/reports/plan/plan';
import type { ReportRequestResource } from '#lib/ads/resources/report-request';
import type { Static } from '#lib/api/schema';
import { ColumnResolver, nameOf, requireName, type ColumnSpec, type Definitions } from './columns.ts';
import { readFilter } from './filters.ts';

export type ReportRequest = Static<typeof ReportRequestResource>;

const MOST = 300;
const MAX_SINCE_DAYS = 8;
/** Conversions may be as late as their clicks are old; numbers of days before are not looked at for changes. */
const CHANGED_DAYS = 92;
const DAY_MS = 86_400_000;

const SCOPE_LEVELS = ['agencyId', 'advertiserId', 'engineAccountId', 'campaignId', 'adGroupId'] as const;
const MIN_LEVELS = ['keywordId', 'adId'] as const;
const MIN_DEPTH = 5;

function readType(name: string | undefined): ReportType {
  if (name === undefined) throw refuse('reportType is required.');
  const type = REPORT_TYPES.get(name);
  if (type === undefined) throw refuse(`There is no report type '${name}'.`);
  return type;
}

/** Ids that are 0 or empty count as left out: some clients send every field. */
const given = (id: string | undefined): string | undefined =>
  id === undefined || id === '' || id === '0' ? undefined : id;

function readScope(request: ReportRequest, type: ReportType): Scope {
  const scope = Object.fromEntries(
    [...SCOPE_LEVELS, ...MIN_LEVELS].flatMap((level) => {
      const id = given(request.reportScope?.[level]);
      return id === undefined ? [] : [[level, id]];
    }),
  ) as Scope;
  const lowest = MIN_LEVELS.some((level) => scope[level] !== undefined);
  const depth = lowest ? MIN_DEPTH : SCOPE_LEVELS.findLastIndex((level) => scope[level] !== undefined);
  const gap = SCOPE_LEVELS.slice(0, Math.max(depth, 0)).find((level) => scope[level] === undefined);
  if (gap !== undefined) throw refuse(`reportScope lacks ${gap}: every level from the agency down must be given.`);
  if (depth > type.depth) throw refuse(`reportScope reaches below the rows of ${type.name} reports.`);
  if (depth < 0 && type.name !== 'advertiser') throw refuse('reportScope needs at least agencyId.');
  return scope;
}

const CURRENCY_LEVELS: Readonly<Record<Currency, keyof Scope | undefined>> = {
  usd: undefined,
  agency: 'agencyId',
  advertiser: 'advertiserId',
  account: 'engineAccountId',
};

function readCurrency({ statisticsCurrency: currency }: ReportRequest, scope: Scope): Currency {
  if (currency === undefined) throw refuse('statisticsCurrency is required.');
  if (!Object.hasOwn(CURRENCY_LEVELS, currency))
    throw refuse(`statisticsCurrency is usd, agency, advertiser or account, not '${currency}'.`);
  const level = CURRENCY_LEVELS[currency as Currency];
  if (level !== undefined && scope[level] === undefined)
    throw refuse(`statisticsCurrency '${currency}' needs a scope with ${level}.`);
  return currency as Currency;
}

interface Times {
  readonly window: Window | undefined;
  readonly metricsSince: number | undefined;
  readonly attributesSince: number | undefined;
}

function readTimes({ timeRange = {} }: ReportRequest, type: ReportType, nowMs: number): Times {
  const { changedMetricsSinceTimestamp: metrics, changedAttributesSinceTimestamp: attributes } = timeRange;
  const window = windowOf(timeRange, 'timeRange');
  if ([window, metrics, attributes].filter((part) => part !== undefined).length > 1)
    throw refuse('timeRange is either two days or one of the timestamps.');
  if (type.isEvents && attributes !== undefined)
    throw refuse(`changedAttributesSinceTimestamp is not for ${type.name} reports.`);
  if (type.isEvents && window === undefined && metrics === undefined)
    throw refuse(`${type.name} reports need a timeRange.`);
  if (metrics === undefined) {
    return {
      window,
      metricsSince: undefined,
      attributesSince: attributes === undefined ? undefined : momentOf(attributes, 'changedAttributesSinceTimestamp'),
    };
  }
  const metricsSince = momentOf(metrics, 'changedMetricsSinceTimestamp');
  if (nowMs - metricsSince > MAX_SINCE_DAYS * DAY_MS)
    throw refuse(`changedMetricsSinceTimestamp lies more than ${String(MAX_SINCE_DAYS)} days back.`);
  const today = dayOf(nowMs);
  return {
    window: { first: addDays(today, -CHANGED_DAYS), last: addDays(today, 1) },
    metricsSince,
    attributesSince: undefined,
  };
}

function checkHeaders(columns: readonly PlannedColumn[]): void {
  const seen = new Set<string>();
  for (const { header } of columns) {
    if (seen.has(header)) throw refuse(`Two columns have the header '${header}'; give one of them another headerText.`);
    seen.add(header);
  }
}

/** A column that was asked for several times is told apart by its header or its days; else the first is meant. */
const isSameColumn = (wanted: ColumnSpec, asked: ColumnSpec): boolean =>
  nameOf(wanted) === nameOf(asked) &&
  (['headerText', 'startDate', 'endDate'] as const).every(
    (field) => wanted[field] === undefined || wanted[field] === asked[field],
  );

function readOrder({ orderBy = [], columns = [] }: ReportRequest): Ordering[] {
  return orderBy.map(({ column = {}, sortOrder = 'ascending' }, index) => {
    const where = `orderBy[${String(index)}]`;
    if (sortOrder !== 'ascending' && sortOrder !== 'descending')
      throw refuse(`${where}: sortOrder is ascending or descending.`);
    const [, name] = requireName(column, where);
    const place = columns.findIndex((candidate) => isSameColumn(column, candidate));
    if (place === -1) throw refuse(`${where}: '${name}' is not among the columns.`);
    return { column: place, isDescending: sortOrder === 'descending' };
  });
}

const atMost = (name: string, values: readonly unknown[] | undefined): void => {
  if ((values?.length ?? 0) > MOST) throw refuse(`There are at most ${String(MOST)} ${name}.`);
};

/** Whether its names need what the advertiser of the scope has defined. */
export const usesDefinitions = ({ columns = [], filters = [] }: ReportRequest): boolean =>
  [...columns, ...filters.map(({ column = {} }) => column)].some(
    ({ savedColumnName, customMetricName, customDimensionName }) =>
      (savedColumnName ?? customMetricName ?? customDimensionName) !== undefined,
  );

export type Mode = 'generate' | 'request';

export interface Reading {
  readonly type: ReportType;
  readonly scope: Scope;
  /** To be called with the definitions of the scope's one advertiser. */
  plan(definitions: Definitions | undefined): Plan;
}

/**
 * The scope is known first: whether it may be seen, and what its advertiser has defined, is looked up before the rest
 * is read.
 */
export function readRequest(request: ReportRequest, mode: Mode, nowMs: number): Reading {
  const type = readType(request.reportType);
  if (mode === 'generate' && type.name !== 'advertiser' && type.name !== 'account') {
    throw refuse(`${type.name} reports are only asynchronous: order them with reports.request.`);
  }
  const { columns: specs = [], filters = [] } = request;
  if (specs.length === 0) throw refuse('columns must name at least one column.');
  atMost('columns', specs);
  atMost('filters', filters);
  if (mode === 'generate') atMost('keys in orderBy', request.orderBy);
  const scope = readScope(request, type);
  const currency = readCurrency(request, scope);
  const times = readTimes(request, type, nowMs);
  return {
    type,
    scope,
    plan(definitions) {
      const resolver = new ColumnResolver(type, definitions, times.window);
      const columns = specs.map((spec, index) =>
        resolver.resolve(mode === 'generate' ? spec : { ...spec, groupByColumn: false }, `columns[${String(index)}]`),
      );
      checkHeaders(columns);
      const planned = filters.map(({ column = {}, operator, values = [] }, index) => {
        const where = `filters[${String(index)}]`;
        return readFilter(operator, values, resolver.resolve(column, where), where);
      });
      if (columns.some(({ isGrouped, behaviour }) => isGrouped && behaviour === 'metric'))
        throw refuse('Rows cannot be grouped by a metric.');
      const used = [...columns, ...planned.map(({ column }) => column)];
      const hasDays = times.window !== undefined || used.some(({ window }) => window !== undefined);
      if (!hasDays && used.some(({ behaviour }) => behaviour === 'segment'))
        throw refuse('Segments need a time range.');
      if (times.metricsSince !== undefined && !type.isEvents && !columns.some(({ name }) => name === 'date'))
        throw refuse("changedMetricsSinceTimestamp needs the column 'date'.");
      return {
        ...times,
        type,
        scope,
        columns,
        filters: planned,
        orderBy: mode === 'generate' ? readOrder(request) : [],
        currency,
        includesRemoved: (request.includeRemovedEntities ?? false) || (request.includeDeletedEntities ?? false),
        isOneZone: request.verifySingleTimeZone ?? false,
        measures: resolver.measures,
        customMetrics: resolver.customMetrics,
        customDimensions: resolver.customDimensions,
      };
    },
  };
}

/** The files that operators bring, kind by kind: columns, keys, and how the warehouse is cut. All of it is data. */
import { LEVELS } from '../entity.ts';
import { ROLES } from '../grant.ts';
import { SAVED_COLUMN_TYPES } from '../saved-column.ts';

export type ColumnType = 'text' | 'id' | 'customer' | 'integer' | 'number' | 'date' | 'time' | 'boolean' | 'json';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly isRequired: boolean;
  readonly oneOf?: readonly string[];
}

/** `whole`: one file. `advertiser`: one for each. `month`: one for each advertiser and month, by the column `timed`. */
export type Cut = 'whole' | 'advertiser' | 'month';

export interface Kind {
  readonly name: string;
  readonly columns: readonly Column[];
  /** A row replaces the one with the same values here. */
  readonly key: readonly string[];
  readonly cut: Cut;
  readonly timed?: 'date' | 'timestampMs';
}

type Options = Pick<Column, 'oneOf'>;
const column = (name: string, type: ColumnType, isRequired: boolean, options: Options = {}): Column => ({ name, type, isRequired, ...options });
const must = (name: string, type: ColumnType = 'text', options?: Options): Column => column(name, type, true, options);
const may = (name: string, type: ColumnType = 'text', options?: Options): Column => column(name, type, false, options);

const STATUSES = ['Active', 'Paused', 'Removed'];
const DEVICES = ['Desktop', 'Mobile', 'Tablet', 'Other'];
const SHARES = [
  'searchImpressionShare',
  'searchRankLostImpressionShare',
  'displayImpressionShare',
  'displayRankLostImpressionShare',
  'searchAbsoluteTopImpressionShare',
  'searchTopImpressionShare',
  'searchRankLostAbsoluteTopImpressionShare',
  'searchRankLostTopImpressionShare',
  'absoluteTopImpressionPercentage',
  'topImpressionPercentage',
  'searchBudgetLostImpressionShare',
  'displayBudgetLostImpressionShare',
  'searchBudgetLostAbsoluteTopImpressionShare',
  'searchBudgetLostTopImpressionShare',
];

export const entities: Kind = {
  name: 'entities',
  columns: [
    must('level', 'text', { oneOf: LEVELS }),
    must('legacyId', 'id'),
    may('parentLegacyId', 'id'),
    may('newCustomerId', 'customer'),
    may('newId', 'id'),
    must('name'),
    must('status', 'text', { oneOf: STATUSES }),
    may('engineId'),
    may('engineStatus'),
    may('engineType'),
    may('currencyCode'),
    may('timeZone'),
    may('created', 'time'),
    may('lastModified', 'time'),
    may('attributes', 'json'),
  ],
  key: ['level', 'legacyId'],
  cut: 'advertiser',
};

export const factsDaily: Kind = {
  name: 'facts_daily',
  columns: [
    must('date', 'date'),
    must('accountId', 'id'),
    must('campaignId', 'id'),
    may('adGroupId', 'id'),
    may('keywordId', 'id'),
    may('adId', 'id'),
    may('productGroupId', 'id'),
    must('device', 'text', { oneOf: DEVICES }),
    may('network'),
    must('impr', 'integer'),
    must('clicks', 'integer'),
    must('costMicros', 'integer'),
    may('positionSum', 'number'),
    may('visits', 'integer'),
    may('engineConversions', 'number'),
    may('engineConversionValueMicros', 'integer'),
    may('viewThroughConversions', 'number'),
    may('qualityScore', 'number'),
    may('topOfPageBidMicros', 'integer'),
    may('updatedAt', 'time'),
  ],
  key: ['date', 'accountId', 'campaignId', 'adGroupId', 'keywordId', 'adId', 'productGroupId', 'device', 'network'],
  cut: 'month',
  timed: 'date',
};

export const sharesDaily: Kind = {
  name: 'shares_daily',
  columns: [must('date', 'date'), must('accountId', 'id'), may('campaignId', 'id'), may('adGroupId', 'id'), ...SHARES.map((name) => may(name))],
  key: ['date', 'accountId', 'campaignId', 'adGroupId'],
  cut: 'month',
  timed: 'date',
};

export const visits: Kind = {
  name: 'visits',
  columns: [
    must('clickId'),
    must('timestampMs', 'integer'),
    must('agencyId', 'id'),
    must('advertiserId', 'id'),
    must('accountId', 'id'),
    must('campaignId', 'id'),
    may('adGroupId', 'id'),
    may('keywordId', 'id'),
    may('adId', 'id'),
    may('device', 'text', { oneOf: DEVICES }),
    may('searchQuery'),
    may('network'),
    may('referrer'),
    may('productId'),
    may('productCountry'),
    may('productLanguage'),
    may('productStoreId'),
    may('productChannel'),
  ],
  key: ['clickId'],
  cut: 'month',
  timed: 'timestampMs',
};

export const floodlight: Kind = {
  name: 'floodlight',
  columns: [
    must('advertiserId', 'id'),
    must('groupId', 'id'),
    must('groupName'),
    may('groupTag'),
    must('conversionType', 'text', { oneOf: ['ACTION', 'TRANSACTION'] }),
    must('activityId', 'id'),
    must('activityName'),
    may('activityTag'),
    may('weight', 'number'),
    may('status', 'text', { oneOf: STATUSES }),
    may('offlinePrimary', 'boolean'),
  ],
  key: ['advertiserId', 'activityId'],
  cut: 'whole',
};

export const customVariables: Kind = {
  name: 'custom_variables',
  columns: [must('advertiserId', 'id'), must('name'), must('use', 'text', { oneOf: ['METRIC', 'DIMENSION'] })],
  key: ['advertiserId', 'name', 'use'],
  cut: 'whole',
};

export const savedColumns: Kind = {
  name: 'saved_columns',
  columns: [must('advertiserId', 'id'), must('name'), must('type', 'text', { oneOf: SAVED_COLUMN_TYPES }), must('definition', 'json')],
  key: ['advertiserId', 'name'],
  cut: 'whole',
};

export const fxRates: Kind = {
  name: 'fx_rates',
  columns: [must('date', 'date'), must('currencyCode'), must('usdPerUnit', 'number')],
  key: ['date', 'currencyCode'],
  cut: 'whole',
};

export const access: Kind = {
  name: 'access',
  columns: [must('subject'), must('agencyId', 'id'), may('advertiserId', 'id'), may('role', 'text', { oneOf: ROLES })],
  key: ['subject', 'agencyId', 'advertiserId'],
  cut: 'whole',
};

export const KINDS: readonly Kind[] = [entities, factsDaily, sharesDaily, visits, floodlight, customVariables, savedColumns, fxRates, access];

/** The kind that a file's name or folder says: `facts_daily-2026-03.csv.gz`, `visits/part-1.ndjson`. */
export function kindOfFile(path: string): Kind | undefined {
  const parts = path.toLowerCase().split('/').reverse();
  for (const part of parts.slice(0, 2)) {
    const kind = KINDS.find(({ name }) => part.startsWith(name));
    if (kind !== undefined) return kind;
  }
  return undefined;
}

export type FileFormat = 'csv' | 'ndjson';

export const formatOfFile = (path: string): FileFormat | undefined => {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  if (name.endsWith('.csv')) return 'csv';
  return /\.(ndjson|jsonl|json)$/.test(name) ? 'ndjson' : undefined;
};

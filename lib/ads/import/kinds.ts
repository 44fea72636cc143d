/** The files that operators bring, kind by kind: columns, keys, and how the warehouse is cut. All of it is data. */
import { LEVELS } from '#lib/ads/model/entity';
import { ROLES } from '#lib/ads/model/grant';
import { BUDGET_SHARES, SHARES } from '#lib/ads/model/impression-shares';
import { PRODUCT_AMOUNTS, PRODUCT_KEY, PRODUCT_TEXTS } from '#lib/ads/model/product-fields';
import { SAVED_COLUMN_TYPES } from '#lib/ads/model/saved-column';
import { DEVICES, LONGEST_KEY, may, MOMENTS, must, STATUSES, type Column } from './column.ts';

/** `whole`: one file. `advertiser`: one for each. `month`: one for each advertiser and month, by the column `timed`. `none`: kept in the table alone. */
export type Cut = 'whole' | 'advertiser' | 'month' | 'none';

export interface Kind {
  readonly name: string;
  readonly columns: readonly Column[];
  /** A row replaces the one with the same values here. */
  readonly key: readonly string[];
  readonly cut: Cut;
  readonly timed?: 'date' | 'timestampMs';
  /** What columns must be together: the condition, in SQL, under which a row is refused. */
  readonly rules?: readonly { readonly broken: string; readonly problem: string }[];
}

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
    may('currencyCode', 'text', { form: 'currency' }),
    may('timeZone', 'text', { form: 'zone' }),
    may('created', 'time'),
    may('lastModified', 'time'),
    may('attributes', 'json', { longest: 4_000_000 }),
  ],
  key: ['level', 'legacyId'],
  cut: 'advertiser',
  rules: [{ broken: "level <> 'AGENCY' AND parentLegacyId IS NULL", problem: 'parentLegacyId is missing' }],
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
  columns: [must('date', 'date'), must('accountId', 'id'), may('campaignId', 'id'), may('adGroupId', 'id'), ...[...SHARES, ...BUDGET_SHARES].map((name) => may(name))],
  key: ['date', 'accountId', 'campaignId', 'adGroupId'],
  cut: 'month',
  timed: 'date',
};

export const visits: Kind = {
  name: 'visits',
  columns: [
    must('clickId'),
    must('timestampMs', 'integer', MOMENTS),
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
  columns: [must('advertiserId', 'id'), must('name', 'text', { longest: LONGEST_KEY }), must('use', 'text', { oneOf: ['METRIC', 'DIMENSION'] })],
  key: ['advertiserId', 'name', 'use'],
  cut: 'whole',
};

export const savedColumns: Kind = {
  name: 'saved_columns',
  columns: [
    must('advertiserId', 'id'),
    must('name', 'text', { longest: LONGEST_KEY }),
    must('type', 'text', { oneOf: SAVED_COLUMN_TYPES }),
    must('definition', 'json', { shape: 'definition' }),
  ],
  key: ['advertiserId', 'name'],
  cut: 'whole',
};

export const fxRates: Kind = {
  name: 'fx_rates',
  columns: [must('date', 'date'), must('currencyCode', 'text', { form: 'currency' }), must('usdPerUnit', 'number')],
  key: ['date', 'currencyCode'],
  cut: 'whole',
};

/** Items of product feeds, each under the report columns' own names; prices are in the currency that stands beside them. */
export const products: Kind = {
  name: 'products',
  columns: [
    must('advertiserId', 'id'),
    must('inventoryAccountId', 'id'),
    ...PRODUCT_KEY.map((name) => must(name)),
    may('status', 'text', { oneOf: STATUSES }),
    may('created', 'time'),
    may('lastModified', 'time'),
    may('currencyCode', 'text', { form: 'currency' }),
    ...PRODUCT_AMOUNTS.map((name) => may(name, 'number')),
    ...PRODUCT_TEXTS.map((name) => may(name)),
  ],
  key: ['advertiserId', 'inventoryAccountId', ...PRODUCT_KEY],
  cut: 'advertiser',
};

const FIRST_CONVERSION_MS = Date.UTC(2013, 0, 1);

/** Conversions that tags recorded: the fields of an upload, and what only a tag knows. They are kept among the uploaded ones. */
export const tagConversions: Kind = {
  name: 'tag_conversions',
  columns: [
    must('agencyId', 'id'),
    must('advertiserId', 'id'),
    must('conversionTimestamp', 'integer', { between: [FIRST_CONVERSION_MS, MOMENTS.between[1]] }),
    must('segmentationId', 'id'),
    may('segmentationName'),
    may('conversionId', 'text', { longest: LONGEST_KEY }),
    may('dsConversionId', 'id'),
    may('clickId'),
    may('engineAccountId', 'id'),
    may('campaignId', 'id'),
    may('adGroupId', 'id'),
    may('criterionId', 'id'),
    may('adId', 'id'),
    may('type', 'text', { oneOf: ['ACTION', 'TRANSACTION'] }),
    may('state', 'text', { oneOf: ['ACTIVE', 'REMOVED'] }),
    may('revenueMicros', 'integer'),
    may('currencyCode', 'text', { form: 'currency' }),
    may('quantityMillis', 'integer'),
    may('countMillis', 'integer'),
    may('attributionModel'),
    may('floodlightOrderId', 'text', { longest: LONGEST_KEY }),
    may('customMetric', 'json', { shape: 'metrics' }),
    may('customDimension', 'json', { shape: 'dimensions' }),
    may('deviceType', 'text', { oneOf: ['DESKTOP', 'MOBILE', 'TABLET', 'OTHER'] }),
    may('productGroupId', 'id'),
    may('inventoryAccountId', 'id'),
    may('productId'),
    may('productCountry'),
    may('productLanguage'),
    may('channel', 'text', { oneOf: ['local', 'online'] }),
    may('storeId'),
    may('adUserDataConsent', 'text', { oneOf: ['UNKNOWN', 'GRANTED', 'DENIED'] }),
    may('origin', 'text', { oneOf: ['TAG'] }),
    may('crossEnv', 'boolean'),
    may('lineItems', 'json', { shape: 'lines' }),
    may('searchTerm'),
    may('eventRequestString'),
    may('referrer'),
  ],
  key: ['advertiserId', 'conversionTimestamp', 'conversionId', 'floodlightOrderId', 'dsConversionId', 'clickId', 'segmentationId'],
  cut: 'none',
};

export const access: Kind = {
  name: 'access',
  columns: [must('subject', 'text', { longest: LONGEST_KEY }), must('agencyId', 'id'), may('advertiserId', 'id'), may('role', 'text', { oneOf: ROLES })],
  key: ['subject', 'agencyId', 'advertiserId'],
  cut: 'none',
};

export const KINDS: readonly Kind[] = [entities, factsDaily, sharesDaily, visits, floodlight, customVariables, savedColumns, products, fxRates, tagConversions, access];

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

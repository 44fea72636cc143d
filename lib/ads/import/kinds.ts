/**
 * The files that operators bring, kind by kind: columns, keys, and how the warehouse is cut. All of it is data.
 * `staging-sql.ts` has the SQL that reads and checks a file, `lineage-sql.ts` that which finds the ancestors of
 * entities; `lib/stores/duckdb/importer.ts` runs both. `rows.ts` turns rows into what conversions look up.
 */
import { LEVELS } from '#lib/ads/model/entity';
import { ROLES } from '#lib/ads/model/grant';
import { BUDGET_SHARES, SHARES } from '#lib/ads/model/impression-shares';
import { PRODUCT_AMOUNTS, PRODUCT_KEY, PRODUCT_TEXTS } from '#lib/ads/model/product-fields';
import { SAVED_COLUMN_TYPES } from '#lib/ads/model/saved-column';
import { DEVICES, MAX_KEY_LENGTH, optionalColumn, MOMENTS, requiredColumn, STATUSES, type Column } from './column.ts';

/**
 * `whole`: one file. `advertiser`: one for each. `month`: one for each advertiser and month, by the column `timed`.
 * `none`: kept in the table alone.
 */
export type Partitioning = 'whole' | 'advertiser' | 'month' | 'none';

export interface Kind {
  readonly name: string;
  /** What a row is, in a few words. */
  readonly holds: string;
  readonly columns: readonly Column[];
  /** A row replaces the one with the same values here. */
  readonly key: readonly string[];
  readonly cut: Partitioning;
  readonly timed?: 'date' | 'timestampMs';
  /** What columns must be together: the condition, in SQL, under which a row is refused. */
  readonly rules?: readonly { readonly broken: string; readonly problem: string }[];
}

export const entities: Kind = {
  name: 'entities',
  holds: 'an agency, advertiser, account, campaign, ad group, keyword, ad, product group, target or bid strategy',
  columns: [
    requiredColumn('level', 'text', { oneOf: LEVELS }),
    requiredColumn('legacyId', 'id'),
    optionalColumn('parentLegacyId', 'id'),
    optionalColumn('newCustomerId', 'customer'),
    optionalColumn('newId', 'id'),
    requiredColumn('name'),
    requiredColumn('status', 'text', { oneOf: STATUSES }),
    optionalColumn('engineId'),
    optionalColumn('engineStatus'),
    optionalColumn('engineType'),
    optionalColumn('currencyCode', 'text', { form: 'currency' }),
    optionalColumn('timeZone', 'text', { form: 'zone' }),
    optionalColumn('created', 'time'),
    optionalColumn('lastModified', 'time'),
    optionalColumn('attributes', 'json', { longest: 4_000_000 }),
  ],
  key: ['level', 'legacyId'],
  cut: 'advertiser',
  rules: [{ broken: "level <> 'AGENCY' AND parentLegacyId IS NULL", problem: 'parentLegacyId is missing' }],
};

export const factsDaily: Kind = {
  name: 'facts_daily',
  holds: "an engine's numbers of one day, device and network",
  columns: [
    requiredColumn('date', 'date'),
    requiredColumn('accountId', 'id'),
    requiredColumn('campaignId', 'id'),
    optionalColumn('adGroupId', 'id'),
    optionalColumn('keywordId', 'id'),
    optionalColumn('adId', 'id'),
    optionalColumn('productGroupId', 'id'),
    requiredColumn('device', 'text', { oneOf: DEVICES }),
    optionalColumn('network'),
    requiredColumn('impr', 'integer'),
    requiredColumn('clicks', 'integer'),
    requiredColumn('costMicros', 'integer'),
    optionalColumn('positionSum', 'number'),
    optionalColumn('visits', 'integer'),
    optionalColumn('engineConversions', 'number'),
    optionalColumn('engineConversionValueMicros', 'integer'),
    optionalColumn('viewThroughConversions', 'number'),
    optionalColumn('qualityScore', 'number'),
    optionalColumn('topOfPageBidMicros', 'integer'),
    optionalColumn('updatedAt', 'time'),
  ],
  key: ['date', 'accountId', 'campaignId', 'adGroupId', 'keywordId', 'adId', 'productGroupId', 'device', 'network'],
  cut: 'month',
  timed: 'date',
};

export const sharesDaily: Kind = {
  name: 'shares_daily',
  holds: 'impression shares of one day, of an account, campaign or ad group',
  columns: [
    requiredColumn('date', 'date'),
    requiredColumn('accountId', 'id'),
    optionalColumn('campaignId', 'id'),
    optionalColumn('adGroupId', 'id'),
    ...[...SHARES, ...BUDGET_SHARES].map((name) => optionalColumn(name)),
  ],
  key: ['date', 'accountId', 'campaignId', 'adGroupId'],
  cut: 'month',
  timed: 'date',
};

export const visits: Kind = {
  name: 'visits',
  holds: 'a click',
  columns: [
    requiredColumn('clickId'),
    requiredColumn('timestampMs', 'integer', MOMENTS),
    requiredColumn('agencyId', 'id'),
    requiredColumn('advertiserId', 'id'),
    requiredColumn('accountId', 'id'),
    requiredColumn('campaignId', 'id'),
    optionalColumn('adGroupId', 'id'),
    optionalColumn('keywordId', 'id'),
    optionalColumn('adId', 'id'),
    optionalColumn('device', 'text', { oneOf: DEVICES }),
    optionalColumn('searchQuery'),
    optionalColumn('network'),
    optionalColumn('referrer'),
    optionalColumn('productId'),
    optionalColumn('productCountry'),
    optionalColumn('productLanguage'),
    optionalColumn('productStoreId'),
    optionalColumn('productChannel'),
  ],
  key: ['clickId'],
  cut: 'month',
  timed: 'timestampMs',
};

export const floodlight: Kind = {
  name: 'floodlight',
  holds: 'a Floodlight activity',
  columns: [
    requiredColumn('advertiserId', 'id'),
    requiredColumn('groupId', 'id'),
    requiredColumn('groupName'),
    optionalColumn('groupTag'),
    requiredColumn('conversionType', 'text', { oneOf: ['ACTION', 'TRANSACTION'] }),
    requiredColumn('activityId', 'id'),
    requiredColumn('activityName'),
    optionalColumn('activityTag'),
    optionalColumn('weight', 'number'),
    optionalColumn('status', 'text', { oneOf: STATUSES }),
    optionalColumn('offlinePrimary', 'boolean'),
    optionalColumn('created', 'time'),
    optionalColumn('lastModified', 'time'),
  ],
  key: ['advertiserId', 'activityId'],
  cut: 'whole',
};

export const customVariables: Kind = {
  name: 'custom_variables',
  holds: 'a custom metric or dimension of an advertiser',
  columns: [
    requiredColumn('advertiserId', 'id'),
    requiredColumn('name', 'text', { longest: MAX_KEY_LENGTH }),
    requiredColumn('use', 'text', { oneOf: ['METRIC', 'DIMENSION'] }),
  ],
  key: ['advertiserId', 'name', 'use'],
  cut: 'whole',
};

const savedColumns: Kind = {
  name: 'saved_columns',
  holds: 'a report column that an advertiser defined',
  columns: [
    requiredColumn('advertiserId', 'id'),
    requiredColumn('name', 'text', { longest: MAX_KEY_LENGTH }),
    requiredColumn('type', 'text', { oneOf: SAVED_COLUMN_TYPES }),
    requiredColumn('definition', 'json', { shape: 'definition' }),
  ],
  key: ['advertiserId', 'name'],
  cut: 'whole',
};

export const fxRates: Kind = {
  name: 'fx_rates',
  holds: 'the exchange rate of one day',
  columns: [
    requiredColumn('date', 'date'),
    requiredColumn('currencyCode', 'text', { form: 'currency' }),
    requiredColumn('usdPerUnit', 'number'),
  ],
  key: ['date', 'currencyCode'],
  cut: 'whole',
};

/**
 * Items of product feeds, each under the report columns' own names; prices are in the currency that stands beside them.
 */
export const products: Kind = {
  name: 'products',
  holds: 'an item of a product feed',
  columns: [
    requiredColumn('advertiserId', 'id'),
    requiredColumn('inventoryAccountId', 'id'),
    ...PRODUCT_KEY.map((name) => requiredColumn(name)),
    optionalColumn('status', 'text', { oneOf: STATUSES }),
    optionalColumn('created', 'time'),
    optionalColumn('lastModified', 'time'),
    optionalColumn('currencyCode', 'text', { form: 'currency' }),
    ...PRODUCT_AMOUNTS.map((name) => optionalColumn(name, 'number')),
    ...PRODUCT_TEXTS.map((name) => optionalColumn(name)),
  ],
  key: ['advertiserId', 'inventoryAccountId', ...PRODUCT_KEY],
  cut: 'advertiser',
};

const FIRST_CONVERSION_MS = Date.UTC(2013, 0, 1);

/**
 * Conversions that tags recorded: the fields of an upload, and what only a tag knows. They are kept among the uploaded
 * ones.
 */
export const tagConversions: Kind = {
  name: 'tag_conversions',
  holds: 'a conversion that a tag recorded',
  columns: [
    requiredColumn('agencyId', 'id'),
    requiredColumn('advertiserId', 'id'),
    requiredColumn('conversionTimestamp', 'integer', { between: [FIRST_CONVERSION_MS, MOMENTS.between[1]] }),
    requiredColumn('segmentationId', 'id'),
    optionalColumn('segmentationName'),
    optionalColumn('conversionId', 'text', { longest: MAX_KEY_LENGTH }),
    optionalColumn('dsConversionId', 'id'),
    optionalColumn('clickId'),
    optionalColumn('engineAccountId', 'id'),
    optionalColumn('campaignId', 'id'),
    optionalColumn('adGroupId', 'id'),
    optionalColumn('criterionId', 'id'),
    optionalColumn('adId', 'id'),
    optionalColumn('type', 'text', { oneOf: ['ACTION', 'TRANSACTION'] }),
    optionalColumn('state', 'text', { oneOf: ['ACTIVE', 'REMOVED'] }),
    optionalColumn('revenueMicros', 'integer'),
    optionalColumn('currencyCode', 'text', { form: 'currency' }),
    optionalColumn('quantityMillis', 'integer'),
    optionalColumn('countMillis', 'integer'),
    optionalColumn('attributionModel'),
    optionalColumn('floodlightOrderId', 'text', { longest: MAX_KEY_LENGTH }),
    optionalColumn('customMetric', 'json', { shape: 'metrics' }),
    optionalColumn('customDimension', 'json', { shape: 'dimensions' }),
    optionalColumn('deviceType', 'text', { oneOf: ['DESKTOP', 'MOBILE', 'TABLET', 'OTHER'] }),
    optionalColumn('productGroupId', 'id'),
    optionalColumn('inventoryAccountId', 'id'),
    optionalColumn('productId'),
    optionalColumn('productCountry'),
    optionalColumn('productLanguage'),
    optionalColumn('channel', 'text', { oneOf: ['local', 'online'] }),
    optionalColumn('storeId'),
    optionalColumn('adUserDataConsent', 'text', { oneOf: ['UNKNOWN', 'GRANTED', 'DENIED'] }),
    optionalColumn('origin', 'text', { oneOf: ['TAG'] }),
    optionalColumn('crossEnv', 'boolean'),
    optionalColumn('lineItems', 'json', { shape: 'lines' }),
    optionalColumn('searchTerm'),
    optionalColumn('eventRequestString'),
    optionalColumn('referrer'),
  ],
  key: [
    'advertiserId',
    'conversionTimestamp',
    'conversionId',
    'floodlightOrderId',
    'dsConversionId',
    'clickId',
    'segmentationId',
  ],
  cut: 'none',
};

export const access: Kind = {
  name: 'access',
  holds: 'who may see, or change, an agency or one advertiser',
  columns: [
    requiredColumn('subject', 'text', { longest: MAX_KEY_LENGTH }),
    requiredColumn('agencyId', 'id'),
    optionalColumn('advertiserId', 'id'),
    optionalColumn('role', 'text', { oneOf: ROLES }),
  ],
  key: ['subject', 'agencyId', 'advertiserId'],
  cut: 'none',
};

export const KINDS: readonly Kind[] = [
  entities,
  factsDaily,
  sharesDaily,
  visits,
  floodlight,
  customVariables,
  savedColumns,
  products,
  fxRates,
  tagConversions,
  access,
];

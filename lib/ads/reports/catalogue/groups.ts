/** Groups of columns that several report types share. */
import { BUDGET_SHARES, SHARES } from '#lib/ads/model/impression-shares';
import { PRODUCT_AMOUNTS, PRODUCT_KEY, PRODUCT_TEXTS } from '#lib/ads/model/product-fields';
import {
  asSegments,
  field,
  metric,
  missing,
  segment,
  settings,
  settingsOf,
  type Column,
  type TimeUnit,
} from './column.ts';
import { HAS_FACT_VISITS, HAS_VISIT_RECORDS } from './measures.ts';

export const LIFECYCLE: readonly Column[] = [
  field('status', 'Status', 'row', 'status'),
  field('creationTimestamp', 'Timestamp', 'row', 'created'),
  field('lastModifiedTimestamp', 'Timestamp', 'row', 'lastModified'),
];
export const ENGINE_STATUS: readonly Column[] = [field('engineStatus', 'String', 'row', 'engineStatus')];
export const ADVERTISER: readonly Column[] = [
  field('agency', 'String', 'agency', 'name'),
  field('agencyId', 'ID', 'row', 'agencyId'),
  field('advertiser', 'String', 'advertiser', 'name'),
  field('advertiserId', 'ID', 'row', 'advertiserId'),
];
export const ACCOUNT: readonly Column[] = [
  field('account', 'String', 'account', 'name'),
  field('accountId', 'ID', 'row', 'accountId'),
  field('accountEngineId', 'String', 'account', 'engineId'),
  field('accountType', 'Engine type', 'account', 'engineType'),
];
export const CAMPAIGN: readonly Column[] = [
  field('campaign', 'String', 'campaign', 'name'),
  field('campaignId', 'ID', 'row', 'campaignId'),
  field('campaignStatus', 'Status', 'campaign', 'status'),
];
export const AD_GROUP: readonly Column[] = [
  field('adGroup', 'String', 'adGroup', 'name'),
  field('adGroupId', 'ID', 'row', 'adGroupId'),
  field('adGroupStatus', 'Status', 'adGroup', 'status'),
];
export const BID_STRATEGY: readonly Column[] = [
  ...settings('ID', 'effectiveBidStrategyId'),
  ...settings('String', 'effectiveBidStrategy'),
  ...settings('Boolean', 'bidStrategyInherited'),
];

/** One of the three for the whole report. */
const VISITS = `CASE WHEN ${HAS_FACT_VISITS} THEN {factVisits} WHEN ${HAS_VISIT_RECORDS} THEN {countedVisits} ELSE {clicksAsVisits} END`;
export const ratio = (dividend: string, divisor: string): string => `1e0 * {${dividend}} / NULLIF({${divisor}}, 0)`;

export const PERFORMANCE: readonly Column[] = [
  metric('impr', 'Integer', '{impr}'),
  metric('clicks', 'Integer', '{clicks}'),
  metric('visits', 'Integer', VISITS),
  metric('cost', 'Money', '{cost}'),
  metric('avgCpc', 'Money', ratio('cost', 'clicks')),
  metric('avgCpm', 'Money', `${ratio('cost', 'impr')} * 1000`),
  metric('ctr', 'Number', ratio('clicks', 'impr')),
  metric('avgPos', 'Number', ratio('positionSum', 'positionImpr')),
  metric('adWordsConversions', 'Number', '{engineConversions}'),
  metric('adWordsConversionValue', 'Number', '{engineValue}'),
  metric('adWordsViewThroughConversions', 'Number', '{viewThrough}'),
];

const floodlightMetrics = (suffix: string): Column[] => [
  metric(`dfaActions${suffix}`, 'Number', `{actions${suffix}}`),
  metric(`dfaTransactions${suffix}`, 'Number', `{transactions${suffix}}`),
  metric(`dfaWeightedActions${suffix}`, 'Number', `{weightedActions${suffix}}`),
  metric(`dfaRevenue${suffix}`, 'Money', `{revenue${suffix}}`),
];
export const FLOODLIGHT_METRICS: readonly Column[] = [...floodlightMetrics(''), ...floodlightMetrics('CrossEnv')];

/** One share is shown as it came; of several that differ, the mean of those that are numbers. */
const share = (name: string): Column =>
  metric(
    name,
    'String',
    `CASE WHEN {${name}Least} = {${name}Most} THEN {${name}Least} ELSE CAST(CAST({${name}Sum} / NULLIF({${name}Count}, 0) AS DECIMAL(18, 2)) AS VARCHAR) || CASE WHEN {${name}Least} LIKE '%!%%' ESCAPE '!' THEN '%' ELSE '' END END`,
  );
export const IMPRESSION_SHARE: readonly Column[] = SHARES.map(share);
export const BUDGET_SHARE: readonly Column[] = BUDGET_SHARES.map(share);
export const QUALITY: readonly Column[] = [
  metric('qualityScoreAvg', 'Number', ratio('qualitySum', 'qualityImpr')),
  metric('topOfPageBidAvg', 'Money', ratio('topBidSum', 'topBidImpr')),
];

const calendar = (name: string, unit: TimeUnit, edge: 'start' | 'end'): Column =>
  segment(name, 'Date', { from: 'calendar', unit, edge });
export const TIME: readonly Column[] = [
  calendar('date', 'day', 'start'),
  ...(['week', 'month', 'quarter', 'year'] as const).flatMap((unit) => [
    calendar(`${unit}Start`, unit, 'start'),
    calendar(`${unit}End`, unit, 'end'),
  ]),
];
export const DEVICE: readonly Column[] = [
  segment('deviceSegment', 'Device segment', { from: 'part', field: 'device' }),
];
export const FLOODLIGHT_SEGMENTS: readonly Column[] = [
  segment('floodlightGroup', 'String', { from: 'part', field: 'groupName' }),
  segment('floodlightGroupId', 'ID', { from: 'part', field: 'groupId' }),
  segment('floodlightGroupTag', 'String', { from: 'part', field: 'groupTag' }),
  segment('floodlightActivity', 'String', { from: 'part', field: 'activityName' }),
  segment('floodlightActivityId', 'ID', { from: 'part', field: 'activityId' }),
  segment('floodlightActivityTag', 'String', { from: 'part', field: 'activityTag' }),
];
/** The same facts about a row that has one activity. */
export const ACTIVITY: readonly Column[] = [
  field('floodlightGroup', 'String', 'activity', 'groupName'),
  field('floodlightGroupId', 'ID', 'activity', 'groupId'),
  field('floodlightGroupTag', 'String', 'activity', 'groupTag'),
  field('floodlightActivity', 'String', 'activity', 'activityName'),
  field('floodlightActivityId', 'ID', 'activity', 'activityId'),
  field('floodlightActivityTag', 'String', 'activity', 'activityTag'),
];

const AD_NAME: readonly Column[] = [
  field('ad', 'String', 'ad', 'name'),
  field('adId', 'ID', 'row', 'adId'),
  { name: 'isUnattributedAd', type: 'Boolean', behaviour: 'attribute', origin: { from: 'unknownAd' } },
];
export const AD_TEXT: readonly Column[] = [
  ...AD_NAME,
  ...settingsOf(
    'ad',
    'String',
    'adHeadline',
    'adHeadline2',
    'adHeadline3',
    'adDescription1',
    'adDescription2',
    'adDisplayUrl',
    'adLandingPage',
    'adType',
    'adPromotionLine',
  ),
];
/** In a report on keywords the ads split the rows. */
export const AD_SEGMENTS: readonly Column[] = asSegments(AD_TEXT);

const PLACES = ['Device', 'Country', 'Province', 'Metro', 'City'] as const;
export const GEO_TARGETS: readonly Column[] = settings(
  'List',
  ...PLACES.map((place) => `${place.toLowerCase()}Targets`),
  ...PLACES.map((place) => `effective${place}Targets`),
);

export const AD_EXTENSION: readonly Column[] = [
  ...settings(
    'String',
    'sitelinkDisplayText',
    'sitelinkDescription1',
    'sitelinkDescription2',
    'sitelinkLandingPageUrl',
    'sitelinkClickserverUrl',
    'locationBusinessName',
    'locationCategory',
    'locationDetails',
    'callPhoneNumber',
    'callCountryCode',
    'callConversionTracker',
    'appId',
    'appStore',
  ),
  ...settings('Boolean', 'callIsTracked', 'callCallOnly'),
  ...settings('ID', 'callConversionTrackerId', 'feedItemId', 'feedId'),
];
export const FEED_METRICS: readonly Column[] = [
  ...missing('metric', 'Integer', 'clicksWithFeedItemShowing'),
  ...missing('metric', 'Money', 'costWithFeedItemShowing'),
];

const rowField = (name: string, type: Column['type'] = 'String'): Column => field(name, type, 'row', name);
export const EVENT: readonly Column[] = [
  rowField('keywordId', 'ID'),
  ...settingsOf('keyword', 'String', 'keywordMatchType', 'keywordText'),
  ...missing('attribute', 'ID', 'productTargetId', 'feedItemId', 'feedId'),
  ...missing('attribute', 'String', 'feedType'),
  rowField('productGroupId', 'ID'),
  rowField('inventoryAccountId', 'ID'),
  ...[...PRODUCT_KEY, 'productStoreId', 'productChannel'].map((name) => rowField(name)),
  ...AD_NAME,
  field('deviceSegment', 'Device segment', 'row', 'device'),
];

/** Engines do not tell which product was shown or clicked; the visits that were recorded do. */
export const PRODUCT_VISITS: readonly Column[] = [metric('visits', 'Integer', '{visitRecords}')];
export const PRODUCT_PLACES: readonly Column[] = (['accountId', 'campaignId', 'adGroupId'] as const).map((name) =>
  segment(name, 'ID', { from: 'part', field: name }),
);
export const PRODUCT: readonly Column[] = [
  ...[...PRODUCT_KEY, ...PRODUCT_TEXTS].map((name) => rowField(name)),
  ...PRODUCT_AMOUNTS.map((name) => rowField(name, 'Money')),
];

/** The 22 report types: what a row stands for, and which columns it can have. */
import type { Level } from '#lib/ads/model/entity';
import { asSegments, field, labels, metric, missing, settings, settingsOf, type Column } from './column.ts';
import * as G from './groups.ts';

/** What the rows of a type are read from. */
export type Rows =
  | { readonly of: 'entities'; readonly level: Level }
  /** Targets of several types share a level; their attribute `targetType` says which report lists them. */
  | { readonly of: 'targets' }
  | { readonly of: 'floodlight' | 'products' | 'conversions' | 'visits' }
  /** Nothing that can be imported yet has such rows. */
  | { readonly of: 'nothing' };

/** How far down a scope may reach: 0 is the agency, 5 a keyword or an ad. */
export type Depth = 0 | 1 | 2 | 3 | 4 | 5;

export interface ReportType {
  readonly name: string;
  readonly rows: Rows;
  readonly depth: Depth;
  /** Rows are events, each with a moment of its own. */
  readonly isEvents: boolean;
  readonly columns: ReadonlyMap<string, Column>;
}

const type = (name: string, rows: Rows, depth: Depth, ...columns: readonly (readonly Column[])[]): ReportType => ({
  name,
  rows,
  depth,
  isEvents: rows.of === 'conversions' || rows.of === 'visits',
  columns: new Map(columns.flat().map((column) => [column.name, column])),
});

const entities = (level: Level): Rows => ({ of: 'entities', level });
const targets: Rows = { of: 'targets' };
const nothing: Rows = { of: 'nothing' };
const own = (name: string, of: Column['type'] = 'ID', column = 'legacyId'): Column[] => [
  field(name, of, 'row', column),
];

const METRICS = [G.FLOODLIGHT_METRICS, G.PERFORMANCE] as const;
const SEGMENTS = [G.TIME, G.DEVICE, G.FLOODLIGHT_SEGMENTS] as const;

const REMARKETING_LIST = settings('String', 'engineRemarketingList');
const LOCATION = settings('String', 'locationTargetName');
const MODIFIERS = settings('Number', 'engineRemarketingListBidModifier', 'locationTargetBidModifier');
const negativeTarget = (id: string): Column[] => [
  ...own(id),
  ...REMARKETING_LIST,
  ...LOCATION,
  ...settings('String', 'dynamicSearchAdsTargetConditions', 'ageTargetAgeRange', 'genderTargetGenderType'),
];
const negativeKeyword = (name: string): Column[] => [
  ...own(`${name}Id`),
  ...own(`${name}Text`, 'String', 'name'),
  ...settings('String', `${name}MatchType`),
];

/** Empty where no conversion says what was bought. */
const ifSold = (formula: string): string => `CASE WHEN (SELECT COUNT(lines) FROM conversions) > 0 THEN ${formula} END`;
const sales = (role: string): Column[] => [
  metric(`${role}UnitsSold`, 'Number', ifSold(`{${role}Units}`)),
  metric(`${role}RevenueFromUnitsSold`, 'Money', ifSold(`{${role}Revenue}`)),
  metric(`${role}AverageUnitPrice`, 'Money', ifSold(G.ratio(`${role}Revenue`, `${role}Units`))),
];
const profits = (role: string, grossProfit: string): Column[] => [
  metric(`${role}CostOfGoodsSold`, 'Money', ifSold(`{${role}Goods}`)),
  metric(grossProfit, 'Money', ifSold(`{${role}Revenue} - {${role}Goods}`)),
  metric(
    `${role}GrossProfitMargin`,
    'Number',
    ifSold(`({${role}Revenue} - {${role}Goods}) / NULLIF({${role}Revenue}, 0)`),
  ),
];

const CONVERSION_COLUMNS: readonly Column[] = [
  field('status', 'Status', 'row', 'status'),
  field('floodlightGroupConversionType', 'String', 'activity', 'conversionType'),
  field('conversionId', 'ID', 'row', 'dsConversionId'),
  field('advertiserConversionId', 'String', 'row', 'conversionId'),
  field('conversionType', 'String', 'row', 'type'),
  field('conversionRevenue', 'Money', 'row', 'revenue'),
  field('conversionQuantity', 'Number', 'row', 'quantity'),
  field('conversionDate', 'Date', 'row', 'day'),
  field('conversionTimestamp', 'Timestamp', 'row', 'occurredAt'),
  field('conversionLastModifiedTimestamp', 'Timestamp', 'row', 'modifiedAt'),
  field('conversionAttributionType', 'String', 'row', 'attributionType'),
  field('conversionVisitTimestamp', 'Timestamp', 'row', 'visitAt'),
  field('conversionVisitExternalClickId', 'String', 'row', 'clickId'),
  field('conversionVisitId', 'String', 'row', 'clickId'),
  field('floodlightOriginalRevenue', 'Number', 'row', 'originalRevenue'),
  field('floodlightOrderId', 'String', 'row', 'orderId'),
  { name: 'conversionSearchTerm', type: 'String', behaviour: 'attribute', origin: { from: 'searchTerm' } },
  field('floodlightEventRequestString', 'String', 'row', 'eventRequestString'),
  field('floodlightReferrer', 'String', 'row', 'referrer'),
];
const VISIT_COLUMNS: readonly Column[] = [
  field('status', 'Status', 'row', 'status'),
  field('visitId', 'String', 'row', 'clickId'),
  field('visitDate', 'Date', 'row', 'day'),
  field('visitTimestamp', 'Timestamp', 'row', 'occurredAt'),
  field('visitSearchQuery', 'String', 'row', 'searchQuery'),
  field('visitNetworkType', 'String', 'row', 'network'),
  field('visitReferrer', 'String', 'row', 'referrer'),
  field('visitExternalClickId', 'String', 'row', 'clickId'),
];

const ALL: readonly ReportType[] = [
  type(
    'advertiser',
    entities('ADVERTISER'),
    1,
    G.LIFECYCLE,
    G.ADVERTISER,
    ...METRICS,
    G.IMPRESSION_SHARE,
    G.BUDGET_SHARE,
    G.QUALITY,
    ...SEGMENTS,
    [
      ...settings('ID', 'dfaAdvertiserId', 'dfaNetworkId'),
      field('dfaNetworkTimeZone', 'String', 'row', 'networkTimeZone'),
      field('advertiserCurrencyCode', 'String', 'row', 'currencyCode'),
      ...settings('String', 'googleAnalyticsTimeZone'),
    ],
  ),
  type(
    'account',
    entities('ACCOUNT'),
    2,
    G.LIFECYCLE,
    G.ADVERTISER,
    G.ACCOUNT,
    ...METRICS,
    G.IMPRESSION_SHARE,
    G.BUDGET_SHARE,
    G.QUALITY,
    ...SEGMENTS,
    [
      field('accountCurrencyCode', 'String', 'row', 'currencyCode'),
      field('accountTimeZone', 'String', 'row', 'timeZone'),
    ],
  ),
  type(
    'campaign',
    entities('CAMPAIGN'),
    3,
    G.LIFECYCLE,
    G.ENGINE_STATUS,
    G.ADVERTISER,
    G.ACCOUNT,
    G.CAMPAIGN,
    G.BID_STRATEGY,
    G.GEO_TARGETS,
    ...METRICS,
    G.IMPRESSION_SHARE,
    G.BUDGET_SHARE,
    G.QUALITY,
    ...SEGMENTS,
    G.AD_EXTENSION,
    G.FEED_METRICS,
    [
      ...own('campaignEngineId', 'String', 'engineId'),
      ...settings('Date', 'campaignStartDate', 'campaignEndDate'),
      ...settings('Money', 'dailyBudget', 'monthlyBudget'),
      ...settings(
        'String',
        'deliveryMethod',
        'bingAdsBudgetType',
        'adWordsBidStrategy',
        'yahooJapanBidStrategy',
        'networkTarget',
        'campaignType',
        'locationFilter',
        'feedType',
      ),
      ...settings('Boolean', 'keywordNearMatchEnabled'),
      ...settings(
        'Number',
        'campaignMobileBidAdjustment',
        'campaignTabletBidAdjustment',
        'campaignDesktopBidAdjustment',
      ),
      ...settings(
        'List',
        'yahooGeoTargets',
        'languageTargets',
        'excludedCountryTargets',
        'excludedProvinceTargets',
        'excludedMetroTargets',
        'excludedCityTargets',
      ),
      ...labels('campaignLabels', 'effectiveLabels'),
    ],
  ),
  type(
    'adGroup',
    entities('AD_GROUP'),
    4,
    G.LIFECYCLE,
    G.ENGINE_STATUS,
    G.ADVERTISER,
    G.ACCOUNT,
    G.CAMPAIGN,
    G.AD_GROUP,
    G.BID_STRATEGY,
    G.GEO_TARGETS,
    ...METRICS,
    G.IMPRESSION_SHARE,
    G.QUALITY,
    ...SEGMENTS,
    G.AD_EXTENSION,
    G.FEED_METRICS,
    [
      ...own('adGroupEngineId', 'String', 'engineId'),
      ...settings('Date', 'adGroupStartDate', 'adGroupEndDate'),
      ...settings(
        'Money',
        'adGroupSearchMaxCpc',
        'adGroupBroadMaxCpc',
        'adGroupExactMaxCpc',
        'adGroupPhraseMaxCpc',
        'adGroupContentMaxCpc',
      ),
      ...settings('Number', 'adGroupMobileBidAdjustment', 'adGroupTabletBidAdjustment', 'adGroupDesktopBidAdjustment'),
      ...settings('String', 'adGroupType', 'adRotation', 'bingAdsLanguage', 'locationFilter', 'feedType'),
      ...settings('List', 'bingAdsAdDistributions'),
      ...settings('Boolean', 'engineRemarketingListTargetAll'),
      ...labels('adGroupLabels', 'effectiveLabels'),
    ],
  ),
  type(
    'keyword',
    entities('KEYWORD'),
    5,
    G.LIFECYCLE,
    G.ENGINE_STATUS,
    G.ADVERTISER,
    G.ACCOUNT,
    G.CAMPAIGN,
    G.AD_GROUP,
    G.BID_STRATEGY,
    ...METRICS,
    G.QUALITY,
    ...SEGMENTS,
    G.AD_SEGMENTS,
    [
      ...own('keywordId'),
      ...own('keywordEngineId', 'String', 'engineId'),
      ...settings(
        'String',
        'keywordText',
        'keywordMatchType',
        'keywordLandingPage',
        'keywordClickserverUrl',
        'keywordUrlParams',
        'bingKeywordParam2',
        'bingKeywordParam3',
      ),
      ...settings(
        'Money',
        'keywordMaxCpc',
        'effectiveKeywordMaxCpc',
        'keywordMaxBid',
        'keywordMinBid',
        'topOfPageBidCurrent',
      ),
      ...settings('Boolean', 'isDisplayKeyword'),
      ...settings('Integer', 'qualityScoreCurrent'),
      ...labels('keywordLabels', 'effectiveLabels'),
    ],
  ),
  type(
    'ad',
    entities('AD'),
    5,
    G.LIFECYCLE,
    G.ENGINE_STATUS,
    G.ADVERTISER,
    G.ACCOUNT,
    G.CAMPAIGN,
    G.AD_GROUP,
    G.AD_TEXT,
    ...METRICS,
    ...SEGMENTS,
    [
      ...own('adId'),
      ...own('adEngineId', 'String', 'engineId'),
      ...settings('String', 'adPathField1', 'adPathField2'),
      ...labels('adLabels', 'effectiveLabels'),
    ],
  ),
  type(
    'productGroup',
    entities('PRODUCT_GROUP'),
    4,
    G.LIFECYCLE,
    G.ENGINE_STATUS,
    G.ADVERTISER,
    G.ACCOUNT,
    G.CAMPAIGN,
    G.AD_GROUP,
    G.BID_STRATEGY,
    ...METRICS,
    G.TIME,
    G.DEVICE,
    [
      ...own('productGroupId'),
      ...own('productGroup', 'String', 'name'),
      ...settings('String', 'productGroupPartitionType', 'productGroupLandingPage', 'productGroupClickserverUrl'),
      ...settings(
        'Money',
        'productGroupMaxCpc',
        'effectiveProductGroupMaxCpc',
        'productGroupMaxBid',
        'productGroupMinBid',
      ),
      ...labels('effectiveLabels'),
    ],
  ),
  type(
    'productTarget',
    targets,
    4,
    G.LIFECYCLE,
    G.ENGINE_STATUS,
    G.ADVERTISER,
    G.ACCOUNT,
    G.CAMPAIGN,
    G.AD_GROUP,
    G.BID_STRATEGY,
    ...METRICS,
    ...SEGMENTS,
    [
      ...own('productTargetId'),
      ...own('productTargetEngineId', 'String', 'engineId'),
      ...settings('String', 'productTargetFilter', 'productTargetLandingPage', 'productTargetClickserverUrl'),
      ...settings(
        'Money',
        'productTargetMaxCpc',
        'effectiveProductTargetMaxCpc',
        'productTargetMaxBid',
        'productTargetMinBid',
      ),
      ...labels('productTargetLabels', 'effectiveLabels'),
    ],
  ),
  type(
    'productAdvertised',
    { of: 'products' },
    4,
    G.LIFECYCLE,
    G.ADVERTISER,
    ...METRICS,
    G.PRODUCT_VISITS,
    ...SEGMENTS,
    G.PRODUCT,
    G.PRODUCT_PLACES,
  ),
  type('productLeadAndCrossSell', { of: 'products' }, 4, G.ADVERTISER, G.FLOODLIGHT_METRICS, ...SEGMENTS, G.PRODUCT, [
    ...sales('lead'),
    ...profits('lead', 'leadGrossProfitFromUnitsSold'),
    ...sales('crossSell'),
    ...profits('crossSell', 'crossSellGrossFromUnitsSold'),
    ...sales('product'),
  ]),
  type('bidStrategy', entities('BID_STRATEGY'), 1, G.LIFECYCLE, G.ADVERTISER, ...METRICS, G.TIME, [
    ...own('bidStrategyId'),
    ...own('bidStrategy', 'String', 'name'),
    ...settings('String', 'bidStrategyGoal'),
    ...settings('Boolean', 'floodlightOptimizationEnabled'),
    ...settings('Number', 'ersTarget', 'roasTarget', 'lowPosition', 'highPosition'),
    ...settings('Money', 'cpaTarget', 'bidStrategyMinBid', 'bidStrategyMaxBid', 'monthlySpendTarget'),
    ...settings('List', 'floodlightActivityTargetIds'),
  ]),
  type(
    'campaignTarget',
    targets,
    3,
    G.LIFECYCLE,
    G.ADVERTISER,
    G.ACCOUNT,
    G.CAMPAIGN,
    ...METRICS,
    ...SEGMENTS,
    own('campaignTargetId'),
    REMARKETING_LIST,
    LOCATION,
    MODIFIERS,
  ),
  type(
    'adGroupTarget',
    targets,
    4,
    G.LIFECYCLE,
    G.ADVERTISER,
    G.ACCOUNT,
    G.CAMPAIGN,
    G.AD_GROUP,
    ...METRICS,
    ...SEGMENTS,
    REMARKETING_LIST,
    LOCATION,
    MODIFIERS,
    [
      ...own('adGroupTargetId'),
      ...missing('attribute', 'ID', 'campaignTargetId'),
      ...settings(
        'String',
        'dynamicSearchAdsTargetConditions',
        'dynamicSearchAdsTargetLandingPageUrl',
        'ageTargetAgeRange',
        'genderTargetGenderType',
        'unclassifiedTargetName',
        'unclassifiedTargetType',
      ),
      ...settings('Money', 'dynamicSearchAdsTargetCpcBid'),
      ...settings('Number', 'dynamicSearchAdsTargetCoverage', 'ageTargetBidModifier', 'genderTargetBidModifier'),
    ],
  ),
  type(
    'negativeCampaignKeyword',
    targets,
    3,
    G.LIFECYCLE,
    G.ENGINE_STATUS,
    G.ADVERTISER,
    G.ACCOUNT,
    G.CAMPAIGN,
    negativeKeyword('negativeCampaignKeyword'),
  ),
  type(
    'negativeAdGroupKeyword',
    targets,
    4,
    G.LIFECYCLE,
    G.ENGINE_STATUS,
    G.ADVERTISER,
    G.ACCOUNT,
    G.CAMPAIGN,
    G.AD_GROUP,
    negativeKeyword('negativeAdGroupKeyword'),
  ),
  type(
    'negativeCampaignTarget',
    targets,
    3,
    G.LIFECYCLE,
    G.ADVERTISER,
    G.ACCOUNT,
    G.CAMPAIGN,
    negativeTarget('negativeCampaignTargetId'),
  ),
  type(
    'negativeAdGroupTarget',
    targets,
    4,
    G.LIFECYCLE,
    G.ADVERTISER,
    G.ACCOUNT,
    G.CAMPAIGN,
    G.AD_GROUP,
    negativeTarget('negativeAdGroupTargetId'),
  ),
  type(
    'feedItem',
    nothing,
    2,
    G.LIFECYCLE,
    G.ENGINE_STATUS,
    G.ADVERTISER,
    G.ACCOUNT,
    G.AD_EXTENSION,
    ...METRICS,
    G.TIME,
    G.FLOODLIGHT_SEGMENTS,
    G.FEED_METRICS,
  ),
  type('floodlightActivity', { of: 'floodlight' }, 1, G.LIFECYCLE, G.ADVERTISER, G.ACTIVITY, [
    field('floodlightGroupConversionType', 'String', 'activity', 'conversionType'),
    ...settingsOf('advertiser', 'ID', 'floodlightConfigurationId'),
  ]),
  type('paidAndOrganic', nothing, 4, G.ADVERTISER, G.ACCOUNT, G.TIME, asSegments([...G.CAMPAIGN, ...G.AD_GROUP]), [
    ...missing('attribute', 'String', 'searchQuery', 'serpType'),
    ...missing('segment', 'ID', 'keywordId'),
    ...missing('segment', 'String', 'keywordText', 'keywordMatchType'),
    ...missing(
      'metric',
      'Integer',
      'paidClicks',
      'organicClicks',
      'paidAndOrganicClicks',
      'paidImpressions',
      'organicQueries',
      'paidAndOrganicQueries',
    ),
    ...missing('metric', 'Number', 'paidCtr', 'organicCtr', 'paidAndOrganicCtr', 'paidAvgPos', 'organicAvgPos'),
    ...missing('metric', 'Money', 'paidCostPerClick'),
  ]),
  type(
    'conversion',
    { of: 'conversions' },
    5,
    G.ADVERTISER,
    G.ACCOUNT,
    G.CAMPAIGN,
    G.AD_GROUP,
    G.EVENT,
    G.ACTIVITY,
    CONVERSION_COLUMNS,
  ),
  type('visit', { of: 'visits' }, 5, G.ADVERTISER, G.ACCOUNT, G.CAMPAIGN, G.AD_GROUP, G.EVENT, VISIT_COLUMNS),
];

export const REPORT_TYPES: ReadonlyMap<string, ReportType> = new Map(
  ALL.map((reportType) => [reportType.name, reportType]),
);

import { describe, expect, test } from '@jest/globals';
import type { Column, Origin } from '#lib/ads/reports/catalogue/column';
import { MEASURES } from '#lib/ads/reports/catalogue/measures';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';

/** What a row is read from, and how far down a scope reaches, written down apart from the catalogue. */
const ROWS: Readonly<Record<string, string>> = {
  advertiser: 'ADVERTISER 1',
  account: 'ACCOUNT 2',
  campaign: 'CAMPAIGN 3',
  adGroup: 'AD_GROUP 4',
  keyword: 'KEYWORD 5',
  ad: 'AD 5',
  productGroup: 'PRODUCT_GROUP 4',
  productTarget: 'targets 4',
  productAdvertised: 'products 4',
  productLeadAndCrossSell: 'products 4',
  bidStrategy: 'BID_STRATEGY 1',
  campaignTarget: 'targets 3',
  adGroupTarget: 'targets 4',
  negativeCampaignKeyword: 'targets 3',
  negativeAdGroupKeyword: 'targets 4',
  negativeCampaignTarget: 'targets 3',
  negativeAdGroupTarget: 'targets 4',
  feedItem: 'nothing 2',
  floodlightActivity: 'floodlight 1',
  paidAndOrganic: 'nothing 4',
  conversion: 'conversions 5 events',
  visit: 'visits 5 events',
};

/** Where the values of columns come from: `relation.field`, and `relation[attributes]`. */
const ORIGINS: Readonly<Record<string, string>> = {
  status: 'row.status',
  creationTimestamp: 'row.created',
  lastModifiedTimestamp: 'row.lastModified',
  engineStatus: 'row.engineStatus',
  agency: 'agency.name',
  agencyId: 'row.agencyId',
  advertiser: 'advertiser.name',
  advertiserId: 'row.advertiserId',
  account: 'account.name',
  accountId: 'row.accountId',
  accountEngineId: 'account.engineId',
  accountType: 'account.engineType',
  campaign: 'campaign.name',
  campaignId: 'row.campaignId',
  campaignStatus: 'campaign.status',
  adGroup: 'adGroup.name',
  adGroupId: 'row.adGroupId',
  adGroupStatus: 'adGroup.status',
  effectiveLabels: 'row[effectiveLabels labels]',
  date: 'start of day',
  weekStart: 'start of week',
  weekEnd: 'end of week',
  monthStart: 'start of month',
  monthEnd: 'end of month',
  quarterStart: 'start of quarter',
  quarterEnd: 'end of quarter',
  yearStart: 'start of year',
  yearEnd: 'end of year',
  deviceSegment: 'part device',
  floodlightGroup: 'part groupName',
  floodlightGroupId: 'part groupId',
  floodlightGroupTag: 'part groupTag',
  floodlightActivity: 'part activityName',
  floodlightActivityId: 'part activityId',
  floodlightActivityTag: 'part activityTag',
  clicksWithFeedItemShowing: 'nowhere',
  costWithFeedItemShowing: 'nowhere',
  ad: 'ad.name',
  isUnattributedAd: 'unknownAd',
};

const ofActivity = {
  floodlightGroup: 'activity.groupName',
  floodlightGroupId: 'activity.groupId',
  floodlightGroupTag: 'activity.groupTag',
  floodlightActivity: 'activity.activityName',
  floodlightActivityId: 'activity.activityId',
  floodlightActivityTag: 'activity.activityTag',
  floodlightGroupConversionType: 'activity.conversionType',
};
const adTexts = Object.fromEntries(
  'Headline Headline2 Headline3 Description1 Description2 DisplayUrl LandingPage Type PromotionLine'
    .split(' ')
    .map((name) => [`ad${name}`, `ad[ad${name}]`]),
);
const ofEvent = {
  keywordId: 'row.keywordId',
  keywordMatchType: 'keyword[keywordMatchType]',
  keywordText: 'keyword[keywordText]',
  productTargetId: 'nowhere',
  feedItemId: 'nowhere',
  feedId: 'nowhere',
  feedType: 'nowhere',
  productGroupId: 'row.productGroupId',
  inventoryAccountId: 'row.inventoryAccountId',
  productId: 'row.productId',
  productCountry: 'row.productCountry',
  productLanguage: 'row.productLanguage',
  productStoreId: 'row.productStoreId',
  productChannel: 'row.productChannel',
  adId: 'row.adId',
  deviceSegment: 'row.device',
};
const ofProduct = { accountId: 'part accountId', campaignId: 'part campaignId', adGroupId: 'part adGroupId' };

/** Of one type; columns that are named in neither place are attributes of the row under their own names. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  advertiser: { dfaNetworkTimeZone: 'row.networkTimeZone', advertiserCurrencyCode: 'row.currencyCode' },
  account: { accountCurrencyCode: 'row.currencyCode', accountTimeZone: 'row.timeZone' },
  campaign: { campaignEngineId: 'row.engineId', campaignLabels: 'row[campaignLabels labels]' },
  adGroup: { adGroupEngineId: 'row.engineId', adGroupLabels: 'row[adGroupLabels labels]' },
  keyword: {
    ...adTexts,
    adId: 'row.adId',
    keywordId: 'row.legacyId',
    keywordEngineId: 'row.engineId',
    keywordLabels: 'row[keywordLabels labels]',
  },
  ad: { ...adTexts, adId: 'row.legacyId', adEngineId: 'row.engineId', adLabels: 'row[adLabels labels]' },
  productGroup: { productGroupId: 'row.legacyId', productGroup: 'row.name' },
  productTarget: {
    productTargetId: 'row.legacyId',
    productTargetEngineId: 'row.engineId',
    productTargetLabels: 'row[productTargetLabels labels]',
  },
  productAdvertised: ofProduct,
  productLeadAndCrossSell: ofProduct,
  bidStrategy: { bidStrategyId: 'row.legacyId', bidStrategy: 'row.name' },
  campaignTarget: { campaignTargetId: 'row.legacyId' },
  adGroupTarget: { adGroupTargetId: 'row.legacyId', campaignTargetId: 'nowhere' },
  negativeCampaignKeyword: { negativeCampaignKeywordId: 'row.legacyId', negativeCampaignKeywordText: 'row.name' },
  negativeAdGroupKeyword: { negativeAdGroupKeywordId: 'row.legacyId', negativeAdGroupKeywordText: 'row.name' },
  negativeCampaignTarget: { negativeCampaignTargetId: 'row.legacyId' },
  negativeAdGroupTarget: { negativeAdGroupTargetId: 'row.legacyId' },
  floodlightActivity: {
    ...ofActivity,
    floodlightConfigurationId: 'advertiser[floodlightConfigurationId]',
  },
  conversion: {
    ...ofActivity,
    ...ofEvent,
    conversionId: 'row.dsConversionId',
    advertiserConversionId: 'row.conversionId',
    conversionType: 'row.type',
    conversionRevenue: 'row.revenue',
    conversionQuantity: 'row.quantity',
    conversionDate: 'row.day',
    conversionTimestamp: 'row.occurredAt',
    conversionLastModifiedTimestamp: 'row.modifiedAt',
    conversionAttributionType: 'row.attributionType',
    conversionVisitTimestamp: 'row.visitAt',
    conversionVisitExternalClickId: 'row.clickId',
    conversionVisitId: 'row.clickId',
    floodlightOriginalRevenue: 'row.originalRevenue',
    floodlightOrderId: 'row.orderId',
    conversionSearchTerm: 'searchTerm',
    floodlightEventRequestString: 'row.eventRequestString',
    floodlightReferrer: 'row.referrer',
  },
  visit: {
    ...ofEvent,
    visitId: 'row.clickId',
    visitDate: 'row.day',
    visitTimestamp: 'row.occurredAt',
    visitSearchQuery: 'row.searchQuery',
    visitNetworkType: 'row.network',
    visitReferrer: 'row.referrer',
    visitExternalClickId: 'row.clickId',
  },
};

function textOf(origin: Origin): string {
  switch (origin.from) {
    case 'field':
      return `${origin.of}.${origin.field}`;
    case 'setting':
      return `${origin.of}[${origin.keys.join(' ')}]`;
    case 'calendar':
      return `${origin.edge} of ${origin.unit}`;
    case 'part':
      return `part ${origin.field}`;
    default:
      return origin.from;
  }
}

describe.each([...REPORT_TYPES.values()].map((type) => [type.name, type] as const))('%s', (name, type) => {
  test('is read from its rows', () => {
    const { rows, depth, isEvents } = type;
    const of = rows.of === 'entities' ? rows.level : rows.of;

    expect(`${of} ${String(depth)}${isEvents ? ' events' : ''}`).toBe(ROWS[name]);
  });

  test('each column has its values from where it should', () => {
    const isOfProducts = name.startsWith('product') && type.rows.of === 'products';
    const isNothing = type.rows.of === 'nothing';
    const expected = ({ name: column }: Column): string => {
      const known = OWN[name]?.[column] ?? ORIGINS[column];
      return known ?? (isOfProducts && column.startsWith('product') ? `row.${column}` : `row[${column}]`);
    };
    const columns = [...type.columns.values()].filter(({ origin, behaviour }) =>
      isNothing ? origin.from !== 'nowhere' && behaviour === 'attribute' : origin.from !== 'measures',
    );

    expect(columns.map((column) => `${column.name}: ${textOf(column.origin)}`)).toEqual(
      columns.map((column) => `${column.name}: ${expected(column)}`),
    );
  });
});

test('nothing that can be imported says what was searched for beside ads', () => {
  const columns = [...(REPORT_TYPES.get('paidAndOrganic')?.columns.values() ?? [])];
  const empty = columns.filter(({ origin }) => origin.from === 'nowhere').map(({ name }) => name);

  expect(empty.toSorted()).toEqual(
    [
      'searchQuery serpType keywordId keywordText keywordMatchType paidClicks organicClicks paidAndOrganicClicks',
      'paidImpressions organicQueries paidAndOrganicQueries paidCtr organicCtr paidAndOrganicCtr paidAvgPos',
      'organicAvgPos paidCostPerClick',
    ]
      .join(' ')
      .split(' ')
      .toSorted(),
  );
  expect(columns.filter(({ behaviour }) => behaviour === 'segment').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['campaign', 'campaignId', 'adGroup', 'adGroupId', 'keywordId', 'keywordText']),
  );
});

describe('metrics are computed from sums', () => {
  const formulaOf = (type: string, name: string): string | undefined => {
    const origin = REPORT_TYPES.get(type)?.columns.get(name)?.origin;
    return origin?.from === 'measures' ? origin.formula : undefined;
  };
  const over = (sum: string, count: string): string => `1e0 * {${sum}} / NULLIF({${count}}, 0)`;

  test.each([
    ['impr', '{impr}'],
    ['clicks', '{clicks}'],
    ['cost', '{cost}'],
    ['avgCpc', over('cost', 'clicks')],
    ['avgCpm', `${over('cost', 'impr')} * 1000`],
    ['ctr', over('clicks', 'impr')],
    ['avgPos', over('positionSum', 'positionImpr')],
    ['adWordsConversions', '{engineConversions}'],
    ['adWordsConversionValue', '{engineValue}'],
    ['adWordsViewThroughConversions', '{viewThrough}'],
    ['qualityScoreAvg', over('qualitySum', 'qualityImpr')],
    ['topOfPageBidAvg', over('topBidSum', 'topBidImpr')],
    ['dfaActions', '{actions}'],
    ['dfaTransactions', '{transactions}'],
    ['dfaWeightedActions', '{weightedActions}'],
    ['dfaRevenue', '{revenue}'],
    ['dfaActionsCrossEnv', '{actionsCrossEnv}'],
    ['dfaTransactionsCrossEnv', '{transactionsCrossEnv}'],
    ['dfaWeightedActionsCrossEnv', '{weightedActionsCrossEnv}'],
    ['dfaRevenueCrossEnv', '{revenueCrossEnv}'],
  ])('%s', (name, formula) => {
    expect(formulaOf('account', name)).toBe(formula);
  });

  test.each([
    ['impr', 'facts', 'impr', 'BIGINT'],
    ['clicks', 'facts', 'clicks', 'BIGINT'],
    ['cost', 'facts', 'costMicros * factor / 1e6', 'DOUBLE'],
    ['positionSum', 'facts', 'positionSum', 'DOUBLE'],
    ['positionImpr', 'facts', 'CASE WHEN positionSum IS NOT NULL THEN impr END', 'BIGINT'],
    ['engineConversions', 'facts', 'engineConversions', 'DOUBLE'],
    ['engineValue', 'facts', 'engineConversionValueMicros * factor / 1e6', 'DOUBLE'],
    ['viewThrough', 'facts', 'viewThroughConversions', 'DOUBLE'],
    ['qualitySum', 'facts', 'qualityScore * impr', 'DOUBLE'],
    ['qualityImpr', 'facts', 'CASE WHEN qualityScore IS NOT NULL THEN impr END', 'BIGINT'],
    ['topBidSum', 'facts', 'topOfPageBidMicros * factor / 1e6 * impr', 'DOUBLE'],
    ['topBidImpr', 'facts', 'CASE WHEN topOfPageBidMicros IS NOT NULL THEN impr END', 'BIGINT'],
    ['visitRecords', 'visits', '1', 'BIGINT'],
    ['productUnits', 'sales', 'quantity', 'DOUBLE'],
    ['productRevenue', 'sales', 'revenue * factor', 'DOUBLE'],
  ])('%s is a sum of %s: %s', (name, source, value, type) => {
    expect(MEASURES[name]).toEqual({ source, value, rollUp: 'sum', type });
  });
});

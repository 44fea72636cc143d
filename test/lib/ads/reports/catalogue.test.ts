import { describe, expect, test } from '@jest/globals';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';

/** The protocol's own lists, written down apart from the catalogue: a type, then the columns that have it. */
const GROUPS: Readonly<Record<string, string>> = {
  LIFE: 'Status: status; Timestamp: creationTimestamp lastModifiedTimestamp',
  ENG: 'String: engineStatus',
  ADV: 'String: agency advertiser; ID: agencyId advertiserId',
  ACC: 'String: account accountEngineId; ID: accountId; Engine type: accountType',
  CAMP: 'String: campaign; ID: campaignId; Status: campaignStatus',
  GRP: 'String: adGroup; ID: adGroupId; Status: adGroupStatus',
  STRAT: 'ID: effectiveBidStrategyId; String: effectiveBidStrategy; Boolean: bidStrategyInherited',
  PERF: 'Integer: impr clicks visits; Money: cost avgCpc avgCpm; Number: ctr avgPos adWordsConversions adWordsConversionValue adWordsViewThroughConversions',
  FLM: 'Number: dfaActions dfaTransactions dfaWeightedActions dfaActionsCrossEnv dfaTransactionsCrossEnv dfaWeightedActionsCrossEnv; Money: dfaRevenue dfaRevenueCrossEnv',
  SHARE:
    'String: searchImpressionShare searchRankLostImpressionShare displayImpressionShare displayRankLostImpressionShare searchAbsoluteTopImpressionShare searchTopImpressionShare searchRankLostAbsoluteTopImpressionShare searchRankLostTopImpressionShare absoluteTopImpressionPercentage topImpressionPercentage',
  BUDGET:
    'String: searchBudgetLostImpressionShare displayBudgetLostImpressionShare searchBudgetLostAbsoluteTopImpressionShare searchBudgetLostTopImpressionShare',
  QUAL: 'Number: qualityScoreAvg; Money: topOfPageBidAvg',
  TIME: 'Date: date weekStart weekEnd monthStart monthEnd quarterStart quarterEnd yearStart yearEnd',
  DEV: 'Device segment: deviceSegment',
  FLS: 'String: floodlightGroup floodlightGroupTag floodlightActivity floodlightActivityTag; ID: floodlightGroupId floodlightActivityId',
  ADTXT:
    'String: ad adHeadline adHeadline2 adHeadline3 adDescription1 adDescription2 adDisplayUrl adLandingPage adType adPromotionLine; ID: adId; Boolean: isUnattributedAd',
  GEO: 'List: deviceTargets countryTargets provinceTargets metroTargets cityTargets effectiveDeviceTargets effectiveCountryTargets effectiveProvinceTargets effectiveMetroTargets effectiveCityTargets',
  EXT: 'String: sitelinkDisplayText sitelinkDescription1 sitelinkDescription2 sitelinkLandingPageUrl sitelinkClickserverUrl locationBusinessName locationCategory locationDetails callPhoneNumber callCountryCode callConversionTracker appId appStore; Boolean: callIsTracked callCallOnly; ID: callConversionTrackerId feedItemId feedId',
  EVT: 'ID: keywordId productTargetId productGroupId adId inventoryAccountId feedItemId feedId; String: keywordMatchType keywordText ad productId productCountry productLanguage productStoreId productChannel feedType; Boolean: isUnattributedAd',
  FEED: 'Integer: clicksWithFeedItemShowing; Money: costWithFeedItemShowing',
  PRODUCT:
    'String: productId productCountry productLanguage productTitle productBrand productGtin productMpn productCategory productCategoryLevel1 productCategoryLevel2 productCategoryLevel3 productCategoryLevel4 productCategoryLevel5 productTypeLevel1 productTypeLevel2 productTypeLevel3 productTypeLevel4 productTypeLevel5 productCustomLabel0 productCustomLabel1 productCustomLabel2 productCustomLabel3 productCustomLabel4 productCondition productAvailability productColor productSize productMaterial productPattern productGender productAgeGroup productLandingPageUrl productStoreId productChannel productChannelExclusivity productItemGroupId; Money: productPrice productSalePrice productCostOfGoodsSold',
  TARGET:
    'ID: campaignTargetId; String: engineRemarketingList locationTargetName; Number: engineRemarketingListBidModifier locationTargetBidModifier',
  NEGATIVE:
    'String: engineRemarketingList dynamicSearchAdsTargetConditions locationTargetName ageTargetAgeRange genderTargetGenderType',
};

const TYPES: Readonly<Record<string, readonly [groups: string, further: string]>> = {
  advertiser: [
    'LIFE ADV FLM PERF SHARE BUDGET QUAL TIME DEV FLS',
    'ID: dfaAdvertiserId dfaNetworkId; String: dfaNetworkTimeZone advertiserCurrencyCode googleAnalyticsTimeZone',
  ],
  account: ['LIFE ADV ACC FLM PERF SHARE BUDGET QUAL TIME DEV FLS', 'String: accountCurrencyCode accountTimeZone'],
  campaign: [
    'LIFE ENG ADV ACC CAMP STRAT GEO FLM PERF SHARE BUDGET QUAL TIME DEV FLS EXT FEED',
    'String: campaignEngineId deliveryMethod bingAdsBudgetType adWordsBidStrategy yahooJapanBidStrategy networkTarget campaignType locationFilter feedType; Date: campaignStartDate campaignEndDate; Money: dailyBudget monthlyBudget; Boolean: keywordNearMatchEnabled; Number: campaignMobileBidAdjustment campaignTabletBidAdjustment campaignDesktopBidAdjustment; List: yahooGeoTargets campaignLabels effectiveLabels languageTargets excludedCountryTargets excludedProvinceTargets excludedMetroTargets excludedCityTargets',
  ],
  adGroup: [
    'LIFE ENG ADV ACC CAMP GRP STRAT GEO FLM PERF SHARE QUAL TIME DEV FLS EXT FEED',
    'String: adGroupEngineId adGroupType adRotation bingAdsLanguage locationFilter feedType; Date: adGroupStartDate adGroupEndDate; Money: adGroupSearchMaxCpc adGroupBroadMaxCpc adGroupExactMaxCpc adGroupPhraseMaxCpc adGroupContentMaxCpc; Number: adGroupMobileBidAdjustment adGroupTabletBidAdjustment adGroupDesktopBidAdjustment; List: bingAdsAdDistributions adGroupLabels effectiveLabels; Boolean: engineRemarketingListTargetAll',
  ],
  keyword: [
    'LIFE ENG ADV ACC CAMP GRP STRAT FLM PERF QUAL TIME DEV FLS ADTXT',
    'ID: keywordId; String: keywordEngineId keywordText keywordMatchType keywordLandingPage keywordClickserverUrl keywordUrlParams bingKeywordParam2 bingKeywordParam3; Money: keywordMaxCpc effectiveKeywordMaxCpc keywordMaxBid keywordMinBid topOfPageBidCurrent; Boolean: isDisplayKeyword; List: keywordLabels effectiveLabels; Integer: qualityScoreCurrent',
  ],
  ad: [
    'LIFE ENG ADV ACC CAMP GRP ADTXT FLM PERF TIME DEV FLS',
    'String: adEngineId adPathField1 adPathField2; List: adLabels effectiveLabels',
  ],
  productGroup: [
    'LIFE ENG ADV ACC CAMP GRP STRAT FLM PERF TIME DEV',
    'ID: productGroupId; String: productGroup productGroupPartitionType productGroupLandingPage productGroupClickserverUrl; Money: productGroupMaxCpc effectiveProductGroupMaxCpc productGroupMaxBid productGroupMinBid; List: effectiveLabels',
  ],
  productTarget: [
    'LIFE ENG ADV ACC CAMP GRP STRAT FLM PERF TIME DEV FLS',
    'ID: productTargetId; String: productTargetFilter productTargetEngineId productTargetLandingPage productTargetClickserverUrl; List: productTargetLabels effectiveLabels; Money: productTargetMaxCpc effectiveProductTargetMaxCpc productTargetMaxBid productTargetMinBid',
  ],
  productAdvertised: ['LIFE ADV FLM PERF TIME DEV FLS PRODUCT', 'ID: accountId campaignId adGroupId'],
  productLeadAndCrossSell: [
    'ADV FLM TIME DEV FLS PRODUCT',
    'ID: accountId campaignId adGroupId; Number: leadUnitsSold leadGrossProfitMargin crossSellUnitsSold crossSellGrossProfitMargin productUnitsSold; Money: leadRevenueFromUnitsSold leadAverageUnitPrice leadCostOfGoodsSold leadGrossProfitFromUnitsSold crossSellRevenueFromUnitsSold crossSellAverageUnitPrice crossSellCostOfGoodsSold crossSellGrossFromUnitsSold productRevenueFromUnitsSold productAverageUnitPrice',
  ],
  bidStrategy: [
    'LIFE ADV FLM PERF TIME',
    'ID: bidStrategyId; String: bidStrategy bidStrategyGoal; Boolean: floodlightOptimizationEnabled; Number: ersTarget roasTarget lowPosition highPosition; Money: cpaTarget bidStrategyMinBid bidStrategyMaxBid monthlySpendTarget; List: floodlightActivityTargetIds',
  ],
  campaignTarget: ['LIFE ADV ACC CAMP FLM PERF TIME DEV FLS TARGET', ''],
  adGroupTarget: [
    'LIFE ADV ACC CAMP GRP FLM PERF TIME DEV FLS TARGET',
    'ID: adGroupTargetId; String: dynamicSearchAdsTargetConditions dynamicSearchAdsTargetLandingPageUrl ageTargetAgeRange genderTargetGenderType unclassifiedTargetName unclassifiedTargetType; Money: dynamicSearchAdsTargetCpcBid; Number: dynamicSearchAdsTargetCoverage ageTargetBidModifier genderTargetBidModifier',
  ],
  negativeCampaignKeyword: [
    'LIFE ENG ADV ACC CAMP',
    'ID: negativeCampaignKeywordId; String: negativeCampaignKeywordText negativeCampaignKeywordMatchType',
  ],
  negativeAdGroupKeyword: [
    'LIFE ENG ADV ACC CAMP GRP',
    'ID: negativeAdGroupKeywordId; String: negativeAdGroupKeywordText negativeAdGroupKeywordMatchType',
  ],
  negativeCampaignTarget: ['LIFE ADV ACC CAMP NEGATIVE', 'ID: negativeCampaignTargetId'],
  negativeAdGroupTarget: ['LIFE ADV ACC CAMP GRP NEGATIVE', 'ID: negativeAdGroupTargetId'],
  feedItem: ['LIFE ENG ADV ACC EXT FLM PERF TIME FLS FEED', ''],
  floodlightActivity: ['LIFE ADV FLS', 'String: floodlightGroupConversionType; ID: floodlightConfigurationId'],
  paidAndOrganic: [
    'ADV ACC TIME CAMP GRP',
    'String: searchQuery serpType keywordText keywordMatchType; ID: keywordId; Integer: paidClicks organicClicks paidAndOrganicClicks paidImpressions organicQueries paidAndOrganicQueries; Number: paidCtr organicCtr paidAndOrganicCtr paidAvgPos organicAvgPos; Money: paidCostPerClick',
  ],
  conversion: [
    'ADV ACC CAMP GRP EVT FLS DEV',
    'Status: status; String: floodlightGroupConversionType advertiserConversionId conversionType conversionAttributionType conversionVisitId conversionVisitExternalClickId conversionSearchTerm floodlightEventRequestString floodlightReferrer floodlightOrderId; ID: conversionId; Money: conversionRevenue; Number: conversionQuantity floodlightOriginalRevenue; Date: conversionDate; Timestamp: conversionTimestamp conversionLastModifiedTimestamp conversionVisitTimestamp',
  ],
  visit: [
    'ADV ACC CAMP GRP EVT DEV',
    'Status: status; String: visitId visitSearchQuery visitNetworkType visitReferrer visitExternalClickId; Date: visitDate; Timestamp: visitTimestamp',
  ],
};

const typesIn = (list: string): [name: string, type: string][] =>
  list
    .split('; ')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [type = '', names = ''] = part.split(': ');
      return names.split(' ').map((name): [string, string] => [name, type]);
    });

const METRIC_GROUPS = ['PERF', 'FLM', 'SHARE', 'BUDGET', 'QUAL', 'FEED'].map((name) => GROUPS[name] ?? '');
const SEGMENT_GROUPS = ['TIME', 'DEV', 'FLS'].map((name) => GROUPS[name] ?? '');
const namesOf = (lists: readonly string[]): Set<string> => new Set(lists.flatMap(typesIn).map(([name]) => name));

describe.each(Object.entries(TYPES))('%s', (name, [groups, further]) => {
  const columns = REPORT_TYPES.get(name)?.columns ?? new Map<string, never>();

  test('has the columns of the protocol, with their types', () => {
    const expected = Object.fromEntries([
      ...groups.split(' ').flatMap((group) => typesIn(GROUPS[group] ?? '')),
      ...typesIn(further),
    ]);

    expect(Object.fromEntries([...columns.values()].map((column) => [column.name, column.type]))).toEqual(expected);
  });

  test('says which of them count, split and describe', () => {
    const isEvents = name === 'conversion' || name === 'visit' || name === 'floodlightActivity';
    const [metrics, segments] = [namesOf(METRIC_GROUPS), namesOf(SEGMENT_GROUPS)];
    for (const column of columns.values()) {
      if (metrics.has(column.name)) expect([column.name, column.behaviour]).toEqual([column.name, 'metric']);
      if (segments.has(column.name))
        expect([column.name, column.behaviour]).toEqual([column.name, isEvents ? 'attribute' : 'segment']);
      if (isEvents) expect([column.name, column.behaviour]).toEqual([column.name, 'attribute']);
    }
  });
});

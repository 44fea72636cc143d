import { describe, expect, test } from '@jest/globals';
import { KINDS } from '#lib/ads/import/kinds';

test('every key consists of columns', () => {
  for (const { columns, key } of KINDS)
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining([...key]));
});

describe('words', () => {
  const wordsOf = (kind: string): Record<string, string> =>
    Object.fromEntries(
      KINDS.filter(({ name }) => name === kind)
        .flatMap(({ columns }) => columns)
        .flatMap(({ name, oneOf }) => (oneOf === undefined ? [] : [[name, oneOf.join(' ')]])),
    );

  test.each([
    [
      'entities',
      {
        level: 'AGENCY ADVERTISER ACCOUNT CAMPAIGN AD_GROUP KEYWORD AD PRODUCT_GROUP TARGET BID_STRATEGY',
        status: 'Active Paused Removed',
      },
    ],
    ['saved_columns', { type: 'String Integer Boolean Date ID Money Number Timestamp' }],
    ['products', { status: 'Active Paused Removed' }],
    ['access', { role: 'READ WRITE' }],
    ['shares_daily', {}],
    ['fx_rates', {}],
    ['facts_daily', { device: 'Desktop Mobile Tablet Other' }],
    ['visits', { device: 'Desktop Mobile Tablet Other' }],
    ['floodlight', { conversionType: 'ACTION TRANSACTION', status: 'Active Paused Removed' }],
    ['custom_variables', { use: 'METRIC DIMENSION' }],
    [
      'tag_conversions',
      {
        type: 'ACTION TRANSACTION',
        state: 'ACTIVE REMOVED',
        deviceType: 'DESKTOP MOBILE TABLET OTHER',
        channel: 'local online',
        adUserDataConsent: 'UNKNOWN GRANTED DENIED',
        origin: 'TAG',
      },
    ],
  ])('that files of %s may hold', (kind, words) => {
    expect(wordsOf(kind)).toEqual(words);
  });
});

/**
 * Written down apart from the kinds: key, how the warehouse is cut, and columns by type;
 * many are on several lines, and `!` is a must.
 */
const FORMS: Readonly<Record<string, readonly [key: string, cut: string, ...columns: readonly string[]]>> = {
  entities: [
    'level legacyId',
    'advertiser',
    'text: level! name! status! engineId engineStatus engineType currencyCode timeZone',
    'id: legacyId! parentLegacyId newId',
    'customer: newCustomerId',
    'time: created lastModified',
    'json: attributes',
  ],
  facts_daily: [
    'date accountId campaignId adGroupId keywordId adId productGroupId device network',
    'month by date',
    'date: date!',
    'id: accountId! campaignId! adGroupId keywordId adId productGroupId',
    'text: device! network',
    'integer: impr! clicks! costMicros! visits engineConversionValueMicros topOfPageBidMicros',
    'number: positionSum engineConversions viewThroughConversions qualityScore',
    'time: updatedAt',
  ],
  shares_daily: [
    'date accountId campaignId adGroupId',
    'month by date',
    'date: date!',
    'id: accountId! campaignId adGroupId',
    'text: searchImpressionShare searchRankLostImpressionShare displayImpressionShare',
    'displayRankLostImpressionShare searchAbsoluteTopImpressionShare searchTopImpressionShare',
    'searchRankLostAbsoluteTopImpressionShare searchRankLostTopImpressionShare absoluteTopImpressionPercentage',
    'topImpressionPercentage searchBudgetLostImpressionShare displayBudgetLostImpressionShare',
    'searchBudgetLostAbsoluteTopImpressionShare searchBudgetLostTopImpressionShare',
  ],
  visits: [
    'clickId',
    'month by timestampMs',
    'text: clickId! device searchQuery network referrer productId productCountry productLanguage productStoreId',
    'productChannel',
    'integer: timestampMs!',
    'id: agencyId! advertiserId! accountId! campaignId! adGroupId keywordId adId',
  ],
  floodlight: [
    'advertiserId activityId',
    'whole',
    'id: advertiserId! groupId! activityId!',
    'text: groupName! groupTag conversionType! activityName! activityTag status',
    'number: weight',
    'boolean: offlinePrimary',
    'time: created lastModified',
  ],
  custom_variables: ['advertiserId name use', 'whole', 'id: advertiserId!', 'text: name! use!'],
  saved_columns: ['advertiserId name', 'whole', 'id: advertiserId!', 'text: name! type!', 'json: definition!'],
  products: [
    'advertiserId inventoryAccountId productId productCountry productLanguage',
    'advertiser',
    'id: advertiserId! inventoryAccountId!',
    'text: productId! productCountry! productLanguage! status currencyCode productTitle productBrand productGtin',
    'productMpn productCategory productCategoryLevel1 productCategoryLevel2 productCategoryLevel3',
    'productCategoryLevel4 productCategoryLevel5 productTypeLevel1 productTypeLevel2 productTypeLevel3',
    'productTypeLevel4 productTypeLevel5 productCustomLabel0 productCustomLabel1 productCustomLabel2',
    'productCustomLabel3 productCustomLabel4 productCondition productAvailability productColor productSize',
    'productMaterial productPattern productGender productAgeGroup productLandingPageUrl productStoreId',
    'productChannel productChannelExclusivity productItemGroupId',
    'time: created lastModified',
    'number: productPrice productSalePrice productCostOfGoodsSold',
  ],
  fx_rates: ['date currencyCode', 'whole', 'date: date!', 'text: currencyCode!', 'number: usdPerUnit!'],
  tag_conversions: [
    'advertiserId conversionTimestamp conversionId floodlightOrderId dsConversionId clickId segmentationId',
    'none',
    'id: agencyId! advertiserId! segmentationId! dsConversionId engineAccountId campaignId adGroupId criterionId',
    'adId productGroupId inventoryAccountId',
    'integer: conversionTimestamp! revenueMicros quantityMillis countMillis',
    'text: segmentationName conversionId clickId type state currencyCode attributionModel floodlightOrderId',
    'deviceType productId productCountry productLanguage channel storeId adUserDataConsent origin searchTerm',
    'eventRequestString referrer',
    'json: customMetric customDimension lineItems',
    'boolean: crossEnv',
  ],
  access: ['subject agencyId advertiserId', 'none', 'text: subject! role', 'id: agencyId! advertiserId'],
};

describe('kinds of files', () => {
  test('are these, in the order in which they are listed', () => {
    expect(KINDS.map(({ name }) => name)).toEqual(Object.keys(FORMS));
  });

  test.each(KINDS.map((kind) => [kind.name, kind] as const))('%s has its key, cut and columns', (name, kind) => {
    const columns = [...Map.groupBy(kind.columns, ({ type }) => type)].map(
      ([type, some]) => `${type}: ${some.map((one) => `${one.name}${one.isRequired ? '!' : ''}`).join(' ')}`,
    );
    const cut = kind.timed === undefined ? kind.cut : `${kind.cut} by ${kind.timed}`;

    const [key, cutBy, ...expected] = FORMS[name] ?? [];

    expect([kind.key.join(' '), cut, columns.join(' ')]).toEqual([key, cutBy, expected.join(' ')]);
  });

  test('columns that must be more than their type says', () => {
    const further = KINDS.flatMap(({ name: kind, columns }) =>
      columns.flatMap(({ name, form, shape, between, longest }) => {
        const rules = [form, shape, between?.join(' to '), longest].filter((rule) => rule !== undefined);
        return rules.length === 0 ? [] : [`${kind}.${name}: ${rules.join(', ')}`];
      }),
    );

    expect(further).toEqual([
      'entities.currencyCode: currency',
      'entities.timeZone: zone',
      'entities.attributes: 4000000',
      'visits.timestampMs: 0 to 253402300799999',
      'custom_variables.name: 512',
      'saved_columns.name: 512',
      'saved_columns.definition: definition',
      'products.currencyCode: currency',
      'fx_rates.currencyCode: currency',
      'tag_conversions.conversionTimestamp: 1356998400000 to 253402300799999',
      'tag_conversions.conversionId: 512',
      'tag_conversions.currencyCode: currency',
      'tag_conversions.floodlightOrderId: 512',
      'tag_conversions.customMetric: metrics',
      'tag_conversions.customDimension: dimensions',
      'tag_conversions.lineItems: lines',
      'access.subject: 512',
    ]);
  });
});

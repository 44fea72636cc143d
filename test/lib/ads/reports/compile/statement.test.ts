import { describe, expect, test } from '@jest/globals';
import type { Conversion } from '#lib/ads/model/conversion';
import { readsRelation } from '#lib/ads/reports/compile/named-in-sql';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { generateReport } from '#lib/ads/reports/run/generate';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { NOW, useWarehouse, VIEWER } from '#test/support/ads/local-warehouse';
import { named, reportQuestion, reportRows, rowsOfWorld } from '#test/support/ads/report-rows';
import { dayAt, reportWorld, type Fact, type ReportWorld } from '#test/support/ads/report-world';

const base = reportWorld();
const [advertiserId] = base.advertiserIds;
const [account, second, third] = base.accountIds;
const below = (level: string, parent: string) =>
  base.entities
    .filter((entity) => entity.level === level && entity.parentLegacyId === parent)
    .map((one) => one.legacyId);
const [campaign = '', emptyCampaign = ''] = below('CAMPAIGN', account);
const [adGroup = '', otherGroup = ''] = below('AD_GROUP', campaign);
const [keyword = '', otherKeyword = ''] = below('KEYWORD', adGroup);
const [ad = '', otherAd = ''] = below('AD', adGroup);
const [farCampaign = ''] = below('CAMPAIGN', second);
const [farGroup = ''] = below('AD_GROUP', farCampaign);
const [farKeyword = ''] = below('KEYWORD', farGroup);

const fact = (day: number, clicks: number, fields: Partial<Fact> = {}): Fact => ({
  date: dayAt(day),
  accountId: account,
  campaignId: campaign,
  adGroupId: adGroup,
  keywordId: keyword,
  adId: ad,
  device: 'Mobile',
  impr: 100,
  clicks,
  costMicros: clicks * 1_000_000,
  positionSum: undefined,
  engineConversions: 0,
  engineConversionValueMicros: 0,
  viewThroughConversions: 0,
  qualityScore: undefined,
  updatedAt: '2026-09-01T00:00:00Z',
  ...fields,
});
const far = { accountId: second, campaignId: farCampaign, adGroupId: farGroup, keywordId: farKeyword, adId: undefined };
const [sale] = base.conversions.filter((one) => one.advertiserId === advertiserId && one.type === 'TRANSACTION');
const converted: Conversion = {
  ...(sale as Conversion),
  conversionId: 'sale',
  state: 'ACTIVE',
  tag: undefined,
  timestampMs: Date.parse(`${dayAt(1)}T10:00:00Z`),
  modifiedMs: Date.parse(`${dayAt(1)}T11:00:00Z`),
  device: 'Mobile',
  legacy: {
    agencyId: base.agencyId,
    advertiserId,
    engineAccountId: account,
    campaignId: campaign,
    adGroupId: adGroup,
    criterionId: keyword,
    adId: ad,
  },
  details: {
    ...(sale as Conversion).details,
    quantityMillis: '2000',
    revenueMicros: '30000000',
    currencyCode: 'EUR',
    customDimension: [{ name: 'product_type', value: 'boots' }],
    customMetric: [{ name: 'sales', value: 2.5 }],
  },
};
const world: ReportWorld = {
  ...base,
  facts: [
    fact(0, 10, { positionSum: 200, qualityScore: 4 }),
    fact(0, 4, { adId: otherAd, device: 'Desktop', positionSum: 300, qualityScore: 8 }),
    fact(1, 1, { keywordId: otherKeyword, adId: undefined }),
    fact(8, 3, far),
    fact(8, 2, { updatedAt: '2026-10-11T00:00:00Z' }),
  ],
  visits: [
    {
      clickId: 'click',
      timestampMs: Date.parse(`${dayAt(1)}T22:30:00Z`),
      agencyId: base.agencyId,
      advertiserId,
      accountId: account,
      campaignId: campaign,
      adGroupId: adGroup,
      keywordId: keyword,
      searchQuery: 'red shoes',
    },
  ],
  conversions: [converted],
};
const local = useWarehouse(world);
const ask = rowsOfWorld(world, { reportType: 'keyword', statisticsCurrency: 'usd', includeRemovedEntities: true });
const rowsOf = (fields: ReportRequest) => ask(fields, local);
const filter = (columnName: string, operator: string, ...values: unknown[]) => ({
  column: { columnName },
  operator,
  values,
});
const clicked = filter('clicks', 'greaterThan', 0);
/** Keywords with clicks, and how many. */
const clicks = async (fields: ReportRequest) =>
  (
    await rowsOf({ columns: named('keywordId', 'clicks'), ...fields, filters: [...(fields.filters ?? []), clicked] })
  ).map((row) => [row['keywordId'], row['clicks']]);
const scope = (fields: object) => ({ reportScope: { agencyId: world.agencyId, advertiserId, ...fields } });

describe('which numbers count', () => {
  test('those of the days, and of the rows that are asked for', async () => {
    expect(await clicks({})).toEqual([
      [keyword, 16],
      [otherKeyword, 1],
      [farKeyword, 3],
    ]);
    expect(await clicks({ timeRange: { startDate: dayAt(1), endDate: dayAt(8) } })).toEqual([
      [keyword, 2],
      [otherKeyword, 1],
      [farKeyword, 3],
    ]);
    expect(await clicks({ timeRange: { startDate: dayAt(2), endDate: dayAt(7) } })).toEqual([]);
  });

  test.each<[string, object, unknown[][]]>([
    ['an account', { engineAccountId: second }, [[farKeyword, 3]]],
    ['a campaign', { engineAccountId: account, campaignId: emptyCampaign }, []],
    ['an ad group', { engineAccountId: account, campaignId: campaign, adGroupId: otherGroup }, []],
    [
      'a keyword',
      { engineAccountId: account, campaignId: campaign, adGroupId: adGroup, keywordId: otherKeyword },
      [[otherKeyword, 1]],
    ],
    ['an ad', { engineAccountId: account, campaignId: campaign, adGroupId: adGroup, adId: otherAd }, [[keyword, 4]]],
  ])('those of the scope: %s', async (_, fields, expected) => {
    expect(await clicks(scope(fields))).toEqual(expected);
  });

  test('filters on segments act before anything is summed', async () => {
    expect(await clicks({ filters: [filter('deviceSegment', 'equals', 'Mobile')] })).toEqual([
      [keyword, 12],
      [otherKeyword, 1],
      [farKeyword, 3],
    ]);
    expect(await clicks({ filters: [filter('date', 'greaterThan', dayAt(0))] })).toEqual([
      [keyword, 2],
      [otherKeyword, 1],
      [farKeyword, 3],
    ]);
  });

  test.each([
    ['by its id', filter('adId', 'equals', otherAd), [[keyword, 4]]],
    ['by its name', filter('ad', 'equals', 'Ad 0'), [[keyword, 12]]],
    ['by its headline', filter('adHeadline', 'equals', 'Headline 1'), [[keyword, 4]]],
    [
      'that is not known',
      filter('isUnattributedAd', 'equals', true),
      [
        [otherKeyword, 1],
        [farKeyword, 3],
      ],
    ],
    ['that is known', filter('isUnattributedAd', 'equals', false), [[keyword, 16]]],
  ])('those of an ad %s', async (_, condition, expected) => {
    expect(await clicks({ filters: [condition] })).toEqual(expected);
  });

  test('filters on attributes choose rows, filters on metrics what is left of the sums', async () => {
    expect(await clicks({ filters: [filter('keywordText', 'startsWith', '+boots')] })).toEqual([[otherKeyword, 1]]);
    expect(await clicks({ filters: [filter('clicks', 'lessThan', 4)] })).toEqual([
      [otherKeyword, 1],
      [farKeyword, 3],
    ]);
    expect(await clicks({ filters: [filter('impr', 'equals', 300)] })).toEqual([[keyword, 16]]);
  });

  test('a metric has days of its own', async () => {
    const on = (day: number) => ({ startDate: dayAt(day), endDate: dayAt(day) });
    const rows = await rowsOf({
      columns: [
        ...named('keywordId', 'clicks'),
        { columnName: 'clicks', headerText: 'before', ...on(0) },
        { columnName: 'clicks', headerText: 'after', ...on(8) },
      ],
      timeRange: { startDate: dayAt(1), endDate: dayAt(8) },
      filters: [{ ...clicked, column: { columnName: 'clicks', ...on(0) } }],
    });

    expect(rows).toEqual([{ keywordId: keyword, clicks: 2, before: 14, after: 2 }]);
  });

  test('what has changed since a moment', async () => {
    const columns = named('keywordId', 'date', 'clicks');
    const since = (timestamp: string, nowRows: readonly object[]) =>
      rowsOf({ columns, timeRange: { changedMetricsSinceTimestamp: timestamp } }).then((rows) => {
        expect(rows).toEqual(nowRows);
      });

    await since('2026-10-11T00:00:00Z', [{ keywordId: keyword, date: dayAt(8), clicks: 2 }]);
    await since('2026-10-11T00:00:01Z', []);
  });

  test('removed rows on demand', async () => {
    const count = async (includeRemovedEntities: boolean) =>
      (await rowsOf({ columns: named('keywordId'), includeRemovedEntities })).length;

    expect(await count(true)).toBe(base.entities.filter((one) => one.level === 'KEYWORD').length - 12);
    expect((await count(true)) - (await count(false))).toBe(4);
  });
});

describe('how rows are split', () => {
  test('by days and devices', async () => {
    expect(await rowsOf({ columns: named('keywordId', 'date', 'deviceSegment', 'clicks') })).toEqual([
      { keywordId: keyword, date: dayAt(0), deviceSegment: 'Desktop', clicks: 4 },
      { keywordId: keyword, date: dayAt(0), deviceSegment: 'Mobile', clicks: 10 },
      { keywordId: keyword, date: dayAt(8), deviceSegment: 'Mobile', clicks: 2 },
      { keywordId: otherKeyword, date: dayAt(1), deviceSegment: 'Mobile', clicks: 1 },
      { keywordId: farKeyword, date: dayAt(8), deviceSegment: 'Mobile', clicks: 3 },
    ]);
  });

  test('by ads, of which some are not known', async () => {
    const columns = named('keywordId', 'adId', 'ad', 'isUnattributedAd', 'clicks', 'dfaTransactions');

    expect(await rowsOf({ columns })).toEqual([
      { keywordId: keyword, adId: ad, ad: 'Ad 0', isUnattributedAd: false, clicks: 12, dfaTransactions: 2 },
      { keywordId: keyword, adId: otherAd, ad: 'Ad 1', isUnattributedAd: false, clicks: 4, dfaTransactions: 0 },
      { keywordId: otherKeyword, isUnattributedAd: true, clicks: 1, dfaTransactions: 0 },
      { keywordId: farKeyword, isUnattributedAd: true, clicks: 3, dfaTransactions: 0 },
    ]);
  });

  test('by weeks, months, quarters and years: their first and last days', async () => {
    const names = ['week', 'month', 'quarter', 'year'].flatMap((unit) => [`${unit}Start`, `${unit}End`]);
    const rows = await rowsOf({
      columns: named('campaignId', ...names, 'clicks'),
      reportType: 'campaign',
      timeRange: { startDate: dayAt(0), endDate: dayAt(1) },
    });

    expect(rows).toEqual([
      {
        campaignId: campaign,
        weekStart: '2026-08-31',
        weekEnd: '2026-09-06',
        monthStart: '2026-09-01',
        monthEnd: '2026-09-30',
        quarterStart: '2026-07-01',
        quarterEnd: '2026-09-30',
        yearStart: '2026-01-01',
        yearEnd: '2026-12-31',
        clicks: 15,
      },
    ]);
  });

  test('by activities and dimensions, which engines do not know', async () => {
    const columns = [
      ...named('keywordId', 'floodlightActivity', 'floodlightGroupTag', 'clicks', 'dfaTransactions'),
      { customDimensionName: 'product_type' },
    ];

    expect(await rowsOf({ columns })).toEqual([
      {
        keywordId: keyword,
        floodlightActivity: 'Purchase',
        floodlightGroupTag: 'purchase',
        product_type: 'boots',
        dfaTransactions: 2,
      },
    ]);
  });

  test('without metrics there are rows where there is data', async () => {
    expect(
      await rowsOf({ columns: named('date', 'keywordId'), filters: [filter('keywordId', 'equals', keyword)] }),
    ).toEqual([0, 1, 2, 8].map((day) => ({ date: dayAt(day), keywordId: keyword })));
  });
});

describe('what is computed', () => {
  test('ratios and averages are of sums', async () => {
    const [row] = await rowsOf({
      columns: named('ctr', 'avgCpc', 'avgCpm', 'avgPos', 'qualityScoreAvg'),
      filters: [filter('keywordId', 'equals', keyword)],
      statisticsCurrency: 'advertiser',
    });

    expect(row).toEqual({
      ctr: expect.closeTo(16 / 300, 5),
      avgCpc: 1,
      avgCpm: expect.closeTo((16 / 300) * 1000, 5),
      avgPos: 2.5,
      qualityScoreAvg: 6,
    });
  });

  test('saved columns and custom metrics', async () => {
    const rows = await rowsOf({
      columns: [
        ...named('keywordId'),
        { savedColumnName: 'Cost per sale' },
        { savedColumnName: 'Boot sales' },
        { customMetricName: 'sales' },
      ],
      filters: [{ column: { savedColumnName: 'Boot sales' }, operator: 'greaterThan', values: [0] }],
      statisticsCurrency: 'advertiser',
    });

    expect(rows).toEqual([{ keywordId: keyword, 'Cost per sale': 8, 'Boot sales': 30, sales: 2.5 }]);
  });

  test('shares are of their own level, and of no finer part', async () => {
    const share = async (reportType: string, ...more: string[]) =>
      (await rowsOf({ reportType, columns: named('accountId', 'searchImpressionShare', ...more) }))
        .filter((row) => row['accountId'] === account)
        .flatMap((row) => (row['searchImpressionShare'] === undefined ? [] : [row['searchImpressionShare']]));

    expect(await share('account')).toEqual(['50.00%']);
    expect(await share('account', 'date')).toEqual(['45%', '55%']);
    expect(await share('account', 'deviceSegment')).toEqual([]);
    expect(await share('campaign')).toEqual(['< 10%']);
    expect(await share('adGroup')).toEqual([]);
  });

  test('a bid strategy has what follows it', async () => {
    expect(
      await rowsOf({ reportType: 'bidStrategy', columns: named('bidStrategy', 'clicks', 'dfaTransactions') }),
    ).toEqual([
      { bidStrategy: 'Strategy 0', clicks: 17, dfaTransactions: 2 },
      { bidStrategy: 'Strategy 1', clicks: 3, dfaTransactions: 0 },
    ]);
  });

  test('amounts are exchanged at the rate of their day, settings at the last one', async () => {
    const rate = (day: number, code: string) =>
      world.rates.findLast(({ date, currencyCode }) => currencyCode === code && date <= dayAt(day))?.usdPerUnit ?? NaN;
    const rows = await rowsOf({
      reportType: 'campaign',
      columns: named('campaignId', 'cost', 'dfaRevenue', 'dailyBudget'),
      filters: [filter('cost', 'greaterThan', 0)],
    });

    expect(rows).toEqual([
      {
        campaignId: campaign,
        cost: expect.closeTo(14 * rate(0, 'EUR') + rate(1, 'EUR') + 2 * rate(8, 'EUR'), 5),
        dfaRevenue: expect.closeTo(30 * rate(1, 'EUR'), 5),
        dailyBudget: expect.closeTo(10 * rate(39, 'EUR'), 5),
      },
      {
        campaignId: farCampaign,
        cost: expect.closeTo(3 * rate(8, 'GBP'), 5),
        dfaRevenue: 0,
        dailyBudget: expect.closeTo(10 * rate(39, 'GBP'), 5),
      },
    ]);
  });

  test('in the currency of the account nothing is exchanged', async () => {
    expect(
      await rowsOf({
        ...scope({ engineAccountId: account }),
        reportType: 'campaign',
        columns: named('campaign', 'cost', 'dfaRevenue', 'dailyBudget'),
        statisticsCurrency: 'account',
      }),
    ).toEqual([
      { campaign: 'Campaign 0.0', cost: 17, dfaRevenue: 30, dailyBudget: 10 },
      { campaign: 'Campaign 0.1', cost: 0, dfaRevenue: 0, dailyBudget: 11 },
    ]);
  });
});

describe('targets are listed by their type', () => {
  test.each([
    ['campaignTarget', 'locationTargetName', ['Berlin', 'Berlin', 'Berlin', 'Berlin']],
    ['adGroupTarget', 'ageTargetAgeRange', Array.from({ length: 8 }, () => '25-34')],
    ['negativeCampaignKeyword', 'negativeCampaignKeywordText', ['free', 'free', 'free', 'free']],
    ['negativeAdGroupKeyword', 'negativeAdGroupKeywordText', []],
  ])('%s', async (reportType, column, values) => {
    expect((await rowsOf({ reportType, columns: named(column) })).map((row) => row[column])).toEqual(values);
  });
});

describe('a report at once', () => {
  const generate = async (fields: ReportRequest) =>
    (
      await generateReport(
        {
          reportType: 'account',
          reportScope: { agencyId: world.agencyId },
          columns: named('accountId', 'clicks'),
          timeRange: { startDate: world.firstDay, endDate: world.lastDay },
          statisticsCurrency: 'usd',
          ...fields,
        },
        {
          stores: {
            ...local.stores,
            warehouse: local.warehouse,
            reportSettings: { generateMs: 60_000 },
          } as Partial<ReportStores> as ReportStores,
          caller: { email: VIEWER },
          clock: { now: () => NOW },
        },
      )
    ).rows;
  const row = (accountId: string, count: number) => ({ accountId, clicks: count });
  const all = [row(account, 17), row(second, 3), row(third, 0)];

  test('is in the order of its ids, or in that which is asked for', async () => {
    const by = (columnName: string, sortOrder: string) =>
      generate({ orderBy: [{ column: { columnName }, sortOrder }] });

    expect(await generate({})).toEqual(all);
    expect(await by('clicks', 'ascending')).toEqual(all.toReversed());
    expect(await by('accountId', 'descending')).toEqual(all.toReversed());
    expect(await by('clicks', 'descending')).toEqual(all);
  });

  test('empty cells come last, in either order', async () => {
    const columns = named('accountId', 'ctr');
    const by = async (sortOrder: string) =>
      (await generate({ columns, orderBy: [{ column: { columnName: 'ctr' }, sortOrder }] }))?.map(
        (one) => one['accountId'],
      );

    expect(await by('ascending')).toEqual([second, account, third]);
    expect(await by('descending')).toEqual([account, second, third]);
  });

  test('has a page of its rows', async () => {
    expect(await generate({ startRow: 1, rowCount: 1 })).toEqual([row(second, 3)]);
    expect(await generate({ startRow: 3 })).toEqual([]);
    expect(await generate({ rowCount: 0 })).toEqual([]);
  });

  test.each([
    [{ startRow: -1 }, 'startRow is 0 to 50000.'],
    [{ startRow: 50_001 }, 'startRow is 0 to 50000.'],
    [{ rowCount: -1 }, 'rowCount is 0 to 10000.'],
    [{ rowCount: 10_001 }, 'rowCount is 0 to 10000.'],
  ])('%j: %s', async (fields, message) => {
    await expect(generate(fields)).rejects.toThrow(message);
  });

  test('is grouped by the columns that say so, and the others are left out', async () => {
    const grouped = (...columns: readonly object[]) => generate({ columns: [...columns] });
    const by = (columnName: string) => ({ columnName, groupByColumn: true });

    expect(await grouped(by('advertiser'), ...named('accountId', 'clicks'))).toEqual([
      { advertiser: 'Garden', clicks: 0 },
      { advertiser: 'Shoes', clicks: 20 },
    ]);
    expect(await grouped(...named('clicks', 'accountId'), by('date'))).toEqual([
      { clicks: 14, date: dayAt(0) },
      { clicks: 1, date: dayAt(1) },
      { clicks: 5, date: dayAt(8) },
    ]);
  });
});

describe('reports of other rows', () => {
  test('an advertiser has what its accounts have, in a scope of its own or of its agency', async () => {
    const of = (fields: ReportRequest) =>
      reportRows(
        {
          reportType: 'advertiser',
          columns: named('advertiser', 'clicks', 'dfaTransactions'),
          timeRange: { startDate: world.firstDay, endDate: world.lastDay },
          statisticsCurrency: 'usd',
          ...fields,
        },
        local,
      );
    const shoes = { advertiser: 'Shoes', clicks: 20, dfaTransactions: 2 };

    expect(await of({})).toEqual([shoes, { advertiser: 'Garden', clicks: 0, dfaTransactions: 0 }]);
    expect(await of(scope({}))).toEqual([shoes]);
  });

  test('activities', async () => {
    const columns = named('floodlightActivity', 'floodlightGroupTag', 'floodlightGroupConversionType', 'advertiser');

    expect(await rowsOf({ reportType: 'floodlightActivity', columns })).toEqual([
      {
        floodlightActivity: 'Purchase',
        floodlightGroupTag: 'purchase',
        floodlightGroupConversionType: 'TRANSACTION',
        advertiser: 'Shoes',
      },
      {
        floodlightActivity: 'Signup',
        floodlightGroupTag: 'signup',
        floodlightGroupConversionType: 'ACTION',
        advertiser: 'Shoes',
      },
    ]);
  });

  test('visits, on the days of their account', async () => {
    const columns = named('visitId', 'visitDate', 'visitTimestamp', 'visitSearchQuery', 'keywordText', 'deviceSegment');

    expect(await rowsOf({ reportType: 'visit', columns })).toEqual([
      {
        visitId: 'click',
        visitDate: dayAt(2),
        visitTimestamp: `${dayAt(1)}T22:30:00.000Z`,
        visitSearchQuery: 'red shoes',
        keywordText: 'red shoes',
        deviceSegment: 'Other',
      },
    ]);
    expect(
      await rowsOf({ reportType: 'visit', columns, timeRange: { startDate: dayAt(0), endDate: dayAt(1) } }),
    ).toEqual([]);
  });

  test('conversions, with what they brought in both currencies', async () => {
    const columns = named(
      'advertiserConversionId',
      'conversionDate',
      'conversionRevenue',
      'floodlightOriginalRevenue',
      'conversionQuantity',
      'conversionType',
      'floodlightActivity',
    );
    const rate = world.rates.findLast(
      ({ date, currencyCode }) => currencyCode === 'EUR' && date <= dayAt(1),
    )?.usdPerUnit;

    expect(await rowsOf({ reportType: 'conversion', columns })).toEqual([
      {
        advertiserConversionId: 'sale',
        conversionDate: dayAt(1),
        conversionRevenue: expect.closeTo(30 * (rate ?? NaN), 5),
        floodlightOriginalRevenue: 30,
        conversionQuantity: 2,
        conversionType: 'TRANSACTION',
        floodlightActivity: 'Purchase',
      },
    ]);
  });
});

describe('a report reads the files that its columns need, and no others', () => {
  const RELATIONS = ['entities', 'facts_daily', 'conversions', 'floodlight', 'fx_rates', 'visits', 'products'];

  test.each([
    ['settings', ['status'], []],
    ['numbers', ['clicks'], ['facts_daily']],
    ['amounts in other currencies', ['cost'], ['facts_daily', 'fx_rates']],
    ['counted conversions', ['dfaActions'], ['conversions']],
    ['weighted conversions', ['dfaWeightedActions'], ['conversions', 'floodlight']],
    ['conversions by activity', ['floodlightActivity', 'dfaActions'], ['conversions', 'floodlight']],
    ['amounts of conversions', ['dfaRevenue'], ['conversions', 'fx_rates']],
  ])('%s', async (_what, columns, expected) => {
    const request = {
      reportType: 'campaign',
      columns: named('campaignId', ...columns),
      timeRange: { startDate: world.firstDay, endDate: world.lastDay },
      statisticsCurrency: 'usd',
      ...scope({}),
    };

    const { statement } = await reportQuestion(request, local);

    expect(RELATIONS.filter((name) => readsRelation(statement.text, name))).toEqual(['entities', ...expected]);
  });
});

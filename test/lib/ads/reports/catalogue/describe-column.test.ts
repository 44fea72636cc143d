import { describe, expect, test } from '@jest/globals';
import { describeReport } from '#lib/ads/reports/catalogue/describe-column';
import { METRIC_MEANINGS } from '#lib/ads/reports/catalogue/metric-meanings';
import type { ReportType } from '#lib/ads/reports/catalogue/report-type';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';

const typeOf = (name: string): ReportType => REPORT_TYPES.get(name) as ReportType;

describe('columns of reports', () => {
  test.each([...REPORT_TYPES.keys()])('every column of %s has a meaning and an example', (name) => {
    const described = describeReport(typeOf(name));

    expect(described.map(({ column }) => column)).toEqual([...typeOf(name).columns.keys()]);
    expect(described.filter(({ meaning, example }) => meaning === '' || example === '')).toEqual([]);
  });

  test('every metric that is computed, but the shares, says how', () => {
    const computed = [...REPORT_TYPES.values()]
      .flatMap(({ columns }) => [...columns.values()])
      .filter(({ origin, type }) => origin.from === 'measures' && type !== 'String')
      .map(({ name }) => name);

    expect(computed.filter((name) => METRIC_MEANINGS[name] === undefined)).toEqual([]);
  });

  test('units: amounts, fractions, shares', () => {
    const columns = new Map(describeReport(typeOf('account')).map((column) => [column.column, column]));

    expect(columns.get('ctr')).toEqual({
      column: 'ctr',
      type: 'Number',
      behaviour: 'metric',
      unit: 'fraction (0.0123 is 1.23 %)',
      meaning: 'clicks over impressions',
      example: '0.0123',
    });
    expect(columns.get('cost')?.unit).toBe('units of the currency that statisticsCurrency names');
    expect(columns.get('searchImpressionShare')?.example).toBe('45.2%');
    expect(columns.get('weekEnd')?.meaning).toBe('last day of the week');
    expect(columns.get('accountTimeZone')?.meaning).toBe('time zone of the account');
  });

  test.each([
    ['account', 'accountId', 'account id of the account'],
    ['account', 'agency', 'name of the agency'],
    ['account', 'advertiser', 'name of the advertiser'],
    ['account', 'creationTimestamp', 'when it was made: moment of the account'],
    ['account', 'lastModifiedTimestamp', 'when it was changed last: moment of the account'],
    ['account', 'accountEngineId', "the engine's own id of the account"],
    ['account', 'date', 'the day'],
    ['account', 'weekStart', 'first day of the week'],
    ['account', 'yearEnd', 'last day of the year'],
    ['account', 'deviceSegment', 'device of what is counted'],
    ['account', 'floodlightGroup', 'group name of what is counted'],
    ['account', 'cost', 'cost'],
    ['account', 'visits', 'visits that the engine counted; else those recorded; else clicks'],
    [
      'account',
      'searchImpressionShare',
      'search impression share; of several that differ, the mean of those that are numbers',
    ],
    ['adGroup', 'campaign', 'name of the campaign'],
    ['adGroup', 'adGroupId', 'ad group id of the ad group'],
    ['adGroup', 'adGroupLabels', 'attribute adGroupLabels or labels of the ad group, as imported'],
    ['keyword', 'keywordId', 'id of the keyword'],
    ['keyword', 'ad', 'name of the ad'],
    ['keyword', 'isUnattributedAd', 'whether the ad is not known'],
    ['keyword', 'adHeadline', 'attribute adHeadline of the ad, as imported'],
    ['campaign', 'clicksWithFeedItemShowing', 'always empty: nothing that can be imported has it'],
    ['conversion', 'keywordText', 'attribute keywordText of the keyword, as imported'],
    ['conversion', 'floodlightActivity', 'activity name of the Floodlight activity'],
    ['conversion', 'conversionId', "the service's own id of the conversion"],
    ['conversion', 'advertiserConversionId', 'id in the upload of the conversion'],
    ['conversion', 'conversionTimestamp', 'moment of the conversion'],
    ['conversion', 'conversionLastModifiedTimestamp', 'moment of the last change of the conversion'],
    ['conversion', 'conversionVisitTimestamp', 'moment of the click of the conversion'],
    ['conversion', 'conversionSearchTerm', 'what was searched for, by the tag or else by the visit'],
  ])('%s.%s: %s', (type, name, meaning) => {
    expect(describeReport(typeOf(type)).find(({ column }) => column === name)?.meaning).toBe(meaning);
  });

  test('metrics say what they count', () => {
    const sold = (role: string) =>
      ['UnitsSold', 'RevenueFromUnitsSold', 'AverageUnitPrice', 'CostOfGoodsSold', 'GrossProfitMargin'].map(
        (name) => METRIC_MEANINGS[`${role}${name}`],
      );

    expect(sold('lead')).toEqual([
      'units sold of the product that was advertised',
      'revenue of the product that was advertised',
      'revenue for each unit of the product that was advertised',
      'cost of the units sold of the product that was advertised',
      'gross profit over revenue of the product that was advertised',
    ]);
    expect(sold('crossSell')[0]).toBe('units sold of other products, bought after a click on this one');
    expect(sold('product')[0]).toBe('units sold of this product, whatever was advertised');
    expect(METRIC_MEANINGS).toMatchObject({
      leadGrossProfitFromUnitsSold: 'revenue less cost of the units sold of the product that was advertised',
      crossSellGrossFromUnitsSold:
        'revenue less cost of the units sold of other products, bought after a click on this one',
      impr: 'impressions',
      clicks: 'clicks',
      avgCpc: 'cost for each click',
      avgCpm: 'cost for a thousand impressions',
      avgPos: 'average position, weighted by impressions',
      adWordsConversions: 'conversions that the engine counted',
      adWordsConversionValue: 'their value',
      adWordsViewThroughConversions: 'conversions after an impression without a click',
      qualityScoreAvg: 'quality score, weighted by impressions',
      topOfPageBidAvg: 'bid that would reach the top of the page, weighted by impressions',
      dfaActions: 'conversions of type ACTION, by quantity',
      dfaTransactions: 'conversions of type TRANSACTION, by quantity',
      dfaWeightedActions: 'conversions by quantity, times the weight of their activity',
      dfaRevenue: 'revenue of transactions',
      dfaRevenueCrossEnv: 'revenue of transactions, those on another device than the click included',
    });
  });

  test('every type of value has its example and its unit', () => {
    const all = [...REPORT_TYPES.values()].flatMap(describeReport);
    const seen = new Map(
      all
        .filter(({ example }) => example !== '45.2%' && example !== '0.0123')
        .map(({ type, example, unit }) => [type, `${example} ${unit}`.trim()]),
    );

    expect(Object.fromEntries(seen)).toEqual({
      ID: '71700000087192405',
      String: 'Summer shoes',
      'Engine type': 'Google AdWords',
      Status: 'Active',
      'Device segment': 'Mobile',
      Integer: '40',
      Number: '2.5',
      Money: '12.5 units of the currency that statisticsCurrency names',
      Date: '2026-03-14 YYYY-MM-DD',
      Timestamp: '2026-03-01T12:30:00.000Z ISO 8601, UTC',
      Boolean: 'true',
      List: '["brand","summer"]',
    });
    const unitsOf = (found: string) => [
      ...new Set(all.filter(({ example }) => example === found).map(({ unit }) => unit)),
    ];
    expect(unitsOf('45.2%')).toEqual(['text, as the engine writes it']);
    expect(unitsOf('0.0123')).toEqual(['fraction (0.0123 is 1.23 %)']);
    const fractions = all.filter(({ example }) => example === '0.0123').map(({ column }) => column);
    expect(new Set(fractions)).toEqual(
      new Set([
        'ctr',
        'leadGrossProfitMargin',
        'crossSellGrossProfitMargin',
        'paidCtr',
        'organicCtr',
        'paidAndOrganicCtr',
      ]),
    );
  });
});

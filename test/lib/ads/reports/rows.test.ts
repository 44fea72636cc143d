import { describe, expect, test } from '@jest/globals';
import type { Conversion } from '#lib/ads/model/conversion';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { NOW, useWarehouse } from '#test/support/ads/local-warehouse';
import { named, reportRows, rowsOfWorld } from '#test/support/ads/report-rows';
import { dayAt, reportWorld } from '#test/support/ads/report-world';

const base = reportWorld();
const [group] = base.entities.filter(({ level }) => level === 'PRODUCT_GROUP');
const [first] = base.conversions.filter(
  ({ advertiserId, state }) => advertiserId === base.advertiserIds[0] && state === 'ACTIVE',
);
if (group === undefined || first === undefined)
  throw new Error('The world has neither product groups nor conversions.');
const ofGroup: Conversion = {
  ...first,
  conversionId: 'by-product-group',
  legacy: { ...first.legacy, criterionId: group.legacyId },
  details: { ...first.details, clickId: 'old-click' },
};
const world = {
  ...base,
  entities: [
    ...base.entities.map((entity) =>
      entity.level === 'CAMPAIGN'
        ? { ...entity, attributes: { ...entity.attributes, dailyBudget: 'NaN', sitelinkDisplayText: 'Sizes' } }
        : entity,
    ),
    {
      level: 'BID_STRATEGY',
      legacyId: '99000000000001',
      parentLegacyId: base.advertiserIds[0],
      name: 'Cheap',
      status: 'Active',
      attributes: { cpaTarget: 10 },
    },
  ],
  conversions: [...base.conversions, ofGroup],
  // The click of a conversion may be of a month that the report does not ask for.
  visits: [
    ...base.visits,
    {
      ...base.visits[0],
      clickId: 'old-click',
      timestampMs: Date.parse('2026-07-10T10:00:00Z'),
      searchQuery: 'boots for rain',
    },
  ],
};
const local = useWarehouse(world);

const ask = rowsOfWorld(world, { reportType: 'account', statisticsCurrency: 'usd' });
const rowsOf = (fields: ReportRequest, from = local) => ask(fields, from);

describe('rows of reports', () => {
  test('days that no column counts have no rows', async () => {
    const rows = await rowsOf({
      columns: [
        ...named('date', 'clicks'),
        { columnName: 'clicks', headerText: 'later', startDate: dayAt(20), endDate: dayAt(20) },
      ],
      timeRange: { startDate: dayAt(3), endDate: dayAt(4) },
    });

    expect(new Set(rows.map((row) => row['date']))).toEqual(new Set([dayAt(3), dayAt(4), dayAt(20)]));
    for (const row of rows) expect(row[row['date'] === dayAt(20) ? 'clicks' : 'later']).toBe(0);
  });

  test('a metric with days of its own can be split without a time range of the report', async () => {
    const rows = await rowsOf({
      columns: [...named('date'), { columnName: 'clicks', startDate: dayAt(7), endDate: dayAt(8) }],
      timeRange: {},
    });

    expect(new Set(rows.map((row) => row['date']))).toEqual(new Set([dayAt(7), dayAt(8)]));
  });

  test('where no amount is asked for, a missing exchange rate does not matter', async () => {
    const unrated = {
      ...local,
      warehouse: { ...local.warehouse, ratedCurrencies: () => Promise.resolve(new Set<string>()) },
    };
    const report = (columnName: string) =>
      reportRows(
        {
          reportType: 'account',
          reportScope: { agencyId: world.agencyId },
          columns: named('accountId', columnName),
          timeRange: { startDate: world.firstDay, endDate: world.lastDay },
          statisticsCurrency: 'usd',
        },
        unrated,
      );

    expect(await report('clicks')).toHaveLength(3);
    expect(await report('dfaActions')).toHaveLength(3);
    await expect(report('cost')).rejects.toThrow('no exchange rate between EUR and USD');
    await expect(report('dfaRevenue')).rejects.toThrow('no exchange rate between');
  });

  test('a setting that is no number is an empty cell, and settings of extensions are those of the row', async () => {
    const rows = await rowsOf({
      reportType: 'campaign',
      columns: named('campaignId', 'dailyBudget', 'sitelinkDisplayText'),
    });

    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toEqual({ campaignId: row['campaignId'], sitelinkDisplayText: 'Sizes' });
  });

  test('amounts of a bid strategy are in the currency of the advertiser', async () => {
    const target = async (statisticsCurrency: string) =>
      (
        await rowsOf({ reportType: 'bidStrategy', columns: named('bidStrategy', 'cpaTarget'), statisticsCurrency })
      ).find((row) => row['bidStrategy'] === 'Cheap')?.['cpaTarget'];
    const rate = world.rates.findLast(({ currencyCode }) => currencyCode === 'EUR')?.usdPerUnit ?? NaN;

    expect(await target('advertiser')).toBe(10);
    expect(await target('usd')).toBeCloseTo(10 * rate, 6);
  });

  test.each(['floodlightActivity', 'advertiser', 'bidStrategy', 'productAdvertised'])(
    'where no file says when a row of %s was made or changed, the import does',
    async (reportType) => {
      const columns = named('creationTimestamp', 'lastModifiedTimestamp');
      const [importedAt, later] = [NOW.toISOString(), new Date(NOW.getTime() + 1).toISOString()];
      const since = (changedAttributesSinceTimestamp: string) =>
        rowsOf({ reportType, columns, timeRange: { changedAttributesSinceTimestamp } });

      const rows = await rowsOf({ reportType, columns });

      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toEqual({ creationTimestamp: importedAt, lastModifiedTimestamp: importedAt });
      expect(await since(importedAt)).toHaveLength(rows.length);
      expect(await since(later)).toEqual([]);
    },
  );

  test('a conversion by a product group has no keyword, and the words of its click', async () => {
    const columns = named('advertiserConversionId', 'keywordId', 'productGroupId', 'conversionSearchTerm');
    const rows = await rowsOf({ reportType: 'conversion', columns });
    const rowOf = (id: string) => rows.find((row) => row['advertiserConversionId'] === id);

    expect(rowOf('by-product-group')).toEqual({
      advertiserConversionId: 'by-product-group',
      productGroupId: group.legacyId,
      conversionSearchTerm: 'boots for rain',
    });
    expect(rowOf(first.conversionId)).toEqual({
      advertiserConversionId: first.conversionId,
      keywordId: first.legacy.criterionId,
    });
  });

  test('a conversion without a device is shown under the segment that it is counted in', async () => {
    const unknown = world.conversions.filter(
      ({ advertiserId, device, details }) =>
        advertiserId === world.advertiserIds[0] && device === undefined && details.deviceType === undefined,
    );
    const others = await rowsOf({
      reportType: 'conversion',
      columns: named('advertiserConversionId', 'deviceSegment'),
      filters: [{ column: { columnName: 'deviceSegment' }, operator: 'equals', values: ['Other'] }],
      includeRemovedEntities: true,
    });

    expect(unknown.length).toBeGreaterThan(0);
    expect(others.map((row) => row['advertiserConversionId'])).toEqual(
      expect.arrayContaining(unknown.map(({ conversionId }) => conversionId)),
    );
  });

  test('in a report on keywords, ads split the rows, and each part has the columns of its ad', async () => {
    const adOf = new Map(world.entities.filter(({ level }) => level === 'AD').map((ad) => [ad.legacyId, ad]));
    const mine = new Set<string>(world.accountIds.slice(0, 2));
    const shownKeywords = new Set(
      world.entities.filter(({ level, status }) => level === 'KEYWORD' && status !== 'Removed').map((e) => e.legacyId),
    );
    const clicks = new Map<string, number>();
    for (const fact of world.facts)
      if (mine.has(fact.accountId) && shownKeywords.has(fact.keywordId ?? '')) {
        const key = `${fact.keywordId ?? ''} ${fact.adId ?? ''}`;
        clicks.set(key, (clicks.get(key) ?? 0) + fact.clicks);
      }

    const columns = named('keywordId', 'ad', 'adId', 'adHeadline', 'isUnattributedAd', 'clicks');
    const rows = await rowsOf({ reportType: 'keyword', columns });

    const expected = [...clicks].map(([key, sum]) => {
      const [keywordId, adId = ''] = key.split(' ');
      const ad = adOf.get(adId);
      return ad === undefined
        ? { keywordId, isUnattributedAd: true, clicks: sum }
        : {
            keywordId,
            ad: ad.name,
            adId,
            adHeadline: ad.attributes?.['adHeadline'],
            isUnattributedAd: false,
            clicks: sum,
          };
    });
    expect(expected.length).toBeGreaterThan(40);
    expect(rows).toHaveLength(expected.length);
    expect(rows).toEqual(expect.arrayContaining(expected));
  });

  test('lists are compared as lists', async () => {
    const labelled = (operator: string, value: unknown) =>
      rowsOf({
        reportType: 'campaign',
        columns: named('campaignId'),
        filters: [{ column: { columnName: 'campaignLabels' }, operator, values: [value] }],
      });

    expect(await labelled('equals', '["brand", "summer"]')).toHaveLength(2);
    expect(await labelled('notEquals', ['brand', 'summer'])).toHaveLength(2);
    expect(await labelled('containsElement', 'bran')).toHaveLength(0);
  });
});

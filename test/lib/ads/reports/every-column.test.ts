import { describe, expect, test } from '@jest/globals';
import type { ReportType } from '#lib/ads/reports/catalogue/report-type';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';
import { useWarehouse } from '#test/support/ads/local-warehouse';
import { reportRows } from '#test/support/ads/report-rows';
import { reportWorld } from '#test/support/ads/report-world';

const world = reportWorld();
const local = useWarehouse(world);

const ask = (type: ReportType, columns: readonly string[], filters: object[] = []) =>
  reportRows(
    {
      reportType: type.name,
      columns: columns.map((columnName) => ({ columnName })),
      filters,
      reportScope: { agencyId: world.agencyId, advertiserId: world.advertiserIds[0] },
      timeRange: { startDate: world.firstDay, endDate: world.lastDay },
      statisticsCurrency: 'usd',
      includeRemovedEntities: true,
    },
    local,
  );

/** Types whose rows the world has. */
const WITH_ROWS = [
  'advertiser',
  'account',
  'campaign',
  'adGroup',
  'keyword',
  'ad',
  'productGroup',
  'productAdvertised',
  'productLeadAndCrossSell',
  'bidStrategy',
  'campaignTarget',
  'adGroupTarget',
  'negativeCampaignKeyword',
  'floodlightActivity',
  'conversion',
  'visit',
];

test('there are 22 report types', () => {
  expect([...REPORT_TYPES.keys()].sort()).toEqual(
    [
      'account',
      'ad',
      'adGroup',
      'adGroupTarget',
      'advertiser',
      'bidStrategy',
      'campaign',
      'campaignTarget',
      'conversion',
      'feedItem',
      'floodlightActivity',
      'keyword',
      'negativeAdGroupKeyword',
      'negativeAdGroupTarget',
      'negativeCampaignKeyword',
      'negativeCampaignTarget',
      'paidAndOrganic',
      'productAdvertised',
      'productGroup',
      'productLeadAndCrossSell',
      'productTarget',
      'visit',
    ].sort(),
  );
});

describe.each([...REPORT_TYPES.values()].map((type) => [type.name, type] as const))(
  'every column of %s',
  (name, type) => {
    const attributes = [...type.columns.values()]
      .filter(({ behaviour }) => behaviour !== 'segment')
      .map((column) => column.name);
    const segments = [...type.columns.values()]
      .filter(({ behaviour }) => behaviour === 'segment')
      .map((column) => column.name);

    test('attributes and metrics together', async () => {
      const rows = await ask(type, attributes);

      expect(rows.length > 0).toBe(WITH_ROWS.includes(name));
      for (const row of rows) expect(Object.keys(row).every((header) => attributes.includes(header))).toBe(true);
    });

    test('with all segments at once', async () => {
      if (segments.length === 0) return;
      const rows = await ask(type, [...attributes, ...segments]);

      expect(Array.isArray(rows)).toBe(true);
    });

    test('each one can be filtered by', async () => {
      const filters = [...type.columns.keys()].map((columnName) => ({
        column: { columnName },
        operator: 'isNull',
        values: [],
      }));
      for (let first = 0; first < filters.length; first += 100)
        await ask(type, attributes.slice(0, 3), filters.slice(first, first + 100));

      expect(filters).toHaveLength(type.columns.size);
    });
  },
);

import { describe, expect, test } from '@jest/globals';
import type { ReportType } from '#lib/ads/reports/catalogue/report-type';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';
import { ColumnOracle } from '#test/support/ads/columns/oracle';
import type { Split } from '#test/support/ads/columns/pieces';
import { columnWorld } from '#test/support/ads/columns/world';
import { useWarehouse } from '#test/support/ads/local-warehouse';
import { reportRows, type ReportRow } from '#test/support/ads/report-rows';

const world = columnWorld();
const oracle = new ColumnOracle(world);
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

/** Nothing that can be imported has such rows. */
const WITHOUT_ROWS = ['feedItem', 'paidAndOrganic'];

/** Segments that go together, so that there are several pieces in a row. */
const TIME = /^(date|(week|month|quarter|year)(Start|End))$/;
const splitOf = (name: string): Split => {
  if (TIME.test(name)) return 'time';
  return name.startsWith('floodlight') ? 'floodlight' : 'part';
};

/** Amounts come with six digits after the point. */
const isSame = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number'
    ? Math.abs(a - b) <= 2e-6 + 1e-9 * Math.abs(b)
    : JSON.stringify(a) === JSON.stringify(b);

/** Cells that are not what they should be; rows are told apart by what is not a metric. */
function differences(type: ReportType, rows: readonly ReportRow[], expected: readonly ReportRow[]): unknown[] {
  const names = [...type.columns.values()].filter(({ behaviour }) => behaviour !== 'metric').map(({ name }) => name);
  const sorted = (all: readonly ReportRow[]): ReportRow[] =>
    all
      .map((row) => [JSON.stringify(names.map((name) => row[name] ?? null)), row] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, row]) => row);
  const wanted = sorted(expected);
  return sorted(rows).flatMap((row, index) =>
    [...type.columns.keys()]
      .filter((name) => !isSame(row[name], wanted[index]?.[name]))
      .map((name) => ({ index, name, found: row[name], expected: wanted[index]?.[name] })),
  );
}

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
    /** Metrics, and what tells rows apart: segmented reports have many rows. */
    const counted = [...type.columns.values()]
      .filter(({ behaviour, name: column }) =>
        behaviour === 'attribute' ? /Id$|^productTitle$/.test(column) : behaviour === 'metric',
      )
      .map((column) => column.name);
    const segments = [...type.columns.values()]
      .filter(({ behaviour }) => behaviour === 'segment')
      .map((column) => column.name);

    test('attributes and metrics are what plain TypeScript makes of the same facts', async () => {
      const rows = await ask(type, attributes);

      const expected = oracle.answer(name, attributes, 'none', []);
      expect(differences(type, rows, expected).slice(0, 9)).toEqual([]);
      expect(rows).toHaveLength(expected.length);
      expect(rows.length > 0).toBe(!WITHOUT_ROWS.includes(name));
    });

    test('metrics are so by each group of segments, too', async () => {
      for (const split of ['time', 'part', 'floodlight'] as const) {
        const some = segments.filter((segment) => splitOf(segment) === split);
        if (some.length === 0) continue;
        const rows = await ask(type, [...counted, ...some]);

        const expected = oracle.answer(name, counted, split, some);
        expect({ split, wrong: differences(type, rows, expected).slice(0, 9) }).toEqual({ split, wrong: [] });
        expect({ split, rows: rows.length }).toEqual({ split, rows: expected.length });
        expect(rows.length > 0).toBe(!WITHOUT_ROWS.includes(name));
      }
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

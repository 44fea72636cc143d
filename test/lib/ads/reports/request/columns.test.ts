import { describe, expect, test } from '@jest/globals';
import type { SavedColumn } from '#lib/ads/model/saved-column';
import type { ReportType } from '#lib/ads/reports/catalogue/report-type';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';
import { ColumnResolver, nameOf, type ColumnSpec, type Definitions } from '#lib/ads/reports/request/columns';

const WINDOW = { first: '2026-03-01', last: '2026-03-02' };
const saved = (name: string, definition: SavedColumn['definition']): SavedColumn => ({
  advertiserId: '2',
  name,
  type: 'Money',
  definition,
});
const floodlight = (more: object) => ({ kind: 'floodlight', metric: 'revenue', ...more });
const DEFINITIONS: Definitions = {
  setup: {
    activities: [],
    variables: [
      { advertiserId: '2', name: 'sales', use: 'METRIC' },
      { advertiserId: '2', name: 'units', use: 'METRIC' },
      { advertiserId: '2', name: 'colour', use: 'DIMENSION' },
      { advertiserId: '2', name: 'size', use: 'DIMENSION' },
    ],
  },
  savedColumns: [
    saved('CPA', { kind: 'formula', formula: 'cost / dfaActions' }),
    saved('empty', { kind: 'formula' }),
    saved('bad', { kind: 'formula', formula: 'cost / nothing' }),
    saved('text', { kind: 'formula', formula: 'searchImpressionShare + account' }),
    saved('all revenue', floodlight({})),
    saved('orders', floodlight({ metric: 'transactions', activityIds: ['7', 8] })),
    saved('red', floodlight({ dimensionFilter: { name: 'colour', value: 'red' } })),
    saved('red or blue', floodlight({ activityIds: ['7'], dimensionFilter: { name: 'size', values: ['L', 'XL'] } })),
    saved('no value', floodlight({ dimensionFilter: { name: 'colour' } })),
    saved('unknown', { kind: 'floodlight', metric: 'impr' }),
  ],
};
const resolver = (type = 'account', definitions: Definitions | undefined = DEFINITIONS, window = WINDOW) =>
  new ColumnResolver(REPORT_TYPES.get(type) as ReportType, definitions, window);
const resolve = (spec: ColumnSpec, type?: string) => resolver(type).resolve(spec, 'columns[0]');
const message = (run: () => unknown): string => {
  try {
    run();
    return 'taken';
  } catch (error) {
    return /Details: \[(.*)\]$/s.exec((error as Error).message)?.[1] ?? String(error);
  }
};

describe('a column of the catalogue', () => {
  test('has its own name in the output, or the one that was asked for', () => {
    expect(resolve({ columnName: 'clicks' })).toMatchObject({ name: 'clicks', header: 'clicks', isGrouped: false });
    expect(resolve({ columnName: 'clicks', headerText: '' }).header).toBe('clicks');
    expect(resolve({ columnName: 'clicks', headerText: 'Klicks' })).toMatchObject({ name: 'clicks', header: 'Klicks' });
    expect(resolve({ columnName: 'accountId', groupByColumn: true }).isGrouped).toBe(true);
  });

  test('metrics have days, the others none', () => {
    const own = { startDate: '2026-01-01', endDate: '2026-01-02' };

    expect(resolve({ columnName: 'clicks' }).window).toEqual(WINDOW);
    expect(resolve({ columnName: 'clicks', ...own }).window).toEqual({ first: '2026-01-01', last: '2026-01-02' });
    expect(resolve({ columnName: 'accountId' }).window).toBeUndefined();
    expect(resolve({ columnName: 'date' }).window).toBeUndefined();
    expect(
      new ColumnResolver(REPORT_TYPES.get('account') as ReportType, undefined, undefined).resolve(
        { columnName: 'clicks', ...own },
        'columns[0]',
      ).window,
    ).toEqual({ first: '2026-01-01', last: '2026-01-02' });
  });

  test.each<[string, ColumnSpec, string?]>([
    [
      'columns[0] takes exactly one of columnName, savedColumnName, customMetricName, customDimensionName.',
      { columnName: '' },
    ],
    [
      'columns[0] takes exactly one of columnName, savedColumnName, customMetricName, customDimensionName.',
      { columnName: 'clicks', savedColumnName: 'CPA' },
    ],
    ["columns[0]: there is no column 'keywordText' in account reports.", { columnName: 'keywordText' }],
    [
      'columns[0]: only metrics have days of their own.',
      { columnName: 'accountId', startDate: '2026-01-01', endDate: '2026-01-02' },
    ],
    [
      'columns[0]: platformSource goes with custom dimensions and is floodlight.',
      { columnName: 'clicks', platformSource: 'floodlight' },
    ],
    [
      'columns[0]: platformSource goes with custom dimensions and is floodlight.',
      { customDimensionName: 'colour', platformSource: 'engine' },
    ],
    [
      'columns[0]: productReportPerspective is for product reports.',
      { columnName: 'clicks', productReportPerspective: 'sold' },
    ],
    [
      'columns[0]: productReportPerspective is sold or advertised.',
      { columnName: 'productId', productReportPerspective: 'bought' },
      'productAdvertised',
    ],
    ["columns[0]: there is no saved column 'nothing'.", { savedColumnName: 'nothing' }],
    ["columns[0]: there is no custom metric 'colour'.", { customMetricName: 'colour' }],
    ["columns[0]: there is no custom dimension 'sales'.", { customDimensionName: 'sales' }],
    [
      'columns[0]: saved columns are metrics, which conversion reports have none of.',
      { savedColumnName: 'CPA' },
      'conversion',
    ],
    [
      'columns[0]: saved columns are metrics, which negativeCampaignKeyword reports have none of.',
      { savedColumnName: 'CPA' },
      'negativeCampaignKeyword',
    ],
    ["columns[0]: there is no metric 'nothing' in account reports.", { savedColumnName: 'bad' }],
    ['columns[0]: The formula ends too early.', { savedColumnName: 'empty' }],
    ["columns[0]: there is no metric 'account' in account reports.", { savedColumnName: 'text' }],
    ['columns[0]: the saved column is of a kind that reports do not know.', { savedColumnName: 'unknown' }],
  ])('%s', (...[expected, spec, type]) => {
    expect(message(() => resolve(spec, type))).toBe(expected);
  });

  test.each<[ColumnSpec, string?]>([
    [{ customDimensionName: 'colour', platformSource: 'floodlight' }],
    [{ columnName: 'productId', productReportPerspective: 'sold' }, 'productLeadAndCrossSell'],
    [{ columnName: 'productId', productReportPerspective: 'advertised' }, 'productAdvertised'],
  ])('%j is taken', (...[spec, type]) => {
    expect(message(() => resolve(spec, type))).toBe('taken');
  });

  test('what an advertiser defined needs a scope of one advertiser', () => {
    expect(
      message(() =>
        new ColumnResolver(REPORT_TYPES.get('account') as ReportType, undefined, WINDOW).resolve(
          { customMetricName: 'sales' },
          'columns[3]',
        ),
      ),
    ).toBe("columns[3]: 'sales' belongs to an advertiser, so the scope must be one advertiser or lower.");
  });
});

describe('custom variables', () => {
  test('metrics are summed, each by its place', () => {
    const all = resolver();
    const names = ['units', 'sales', 'units'];
    const columns = names.map((customMetricName) => all.resolve({ customMetricName }, ''));

    expect(columns.map(({ name, type, behaviour, origin }) => ({ name, type, behaviour, origin }))).toEqual(
      [0, 1, 0].map((place, index) => ({
        name: names[index],
        type: 'Number',
        behaviour: 'metric',
        origin: { from: 'measures', formula: `{custom${String(place)}}` },
      })),
    );
    expect(all.customMetrics).toEqual(['units', 'sales']);
    expect(all.measures).toEqual({
      custom0: { source: 'conversions', value: { text: 'metrics[1]', values: [] }, rollUp: 'sum', type: 'DOUBLE' },
      custom1: { source: 'conversions', value: { text: 'metrics[2]', values: [] }, rollUp: 'sum', type: 'DOUBLE' },
    });
  });

  test('dimensions split rows', () => {
    const all = resolver();
    const names = ['size', 'colour', 'size'];

    expect(names.map((customDimensionName) => all.resolve({ customDimensionName }, ''))).toEqual(
      [0, 1, 0].map((place, index) =>
        expect.objectContaining({
          name: names[index],
          type: 'String',
          behaviour: 'segment',
          origin: { from: 'dimension', index: place },
        }),
      ),
    );
    expect(all.customDimensions).toEqual(['size', 'colour']);
  });

  test('in a report on conversions both describe the row', () => {
    expect(resolve({ customMetricName: 'sales' }, 'conversion')).toMatchObject({
      type: 'Number',
      behaviour: 'attribute',
      origin: { from: 'customValue', index: 0 },
    });
    expect(resolve({ customDimensionName: 'colour' }, 'conversion')).toMatchObject({
      behaviour: 'attribute',
      origin: { from: 'dimension', index: 0 },
    });
  });
});

describe('saved columns', () => {
  test('formulas over metrics', () => {
    expect(resolve({ savedColumnName: 'CPA' })).toMatchObject({
      name: 'CPA',
      type: 'Money',
      behaviour: 'metric',
      origin: { from: 'formula', formula: { text: '1e0 * ({cost}) / NULLIF(({actions}), 0)', values: [] } },
    });
  });

  const QUANTITY = "CASE WHEN type = 'TRANSACTION' AND NOT isCrossEnv THEN COALESCE(quantityMillis, 1000) / 1e3 END";
  const SIZES = 'dimensions[1] IN (CAST(? AS VARCHAR), CAST(? AS VARCHAR))';
  const revenue =
    "CASE WHEN NOT isCrossEnv THEN CASE WHEN type = 'TRANSACTION' THEN revenueMicros * factor / 1e6 END END";

  test.each([
    ['all revenue', `CASE WHEN TRUE THEN ${revenue} END`, [], []],
    ['orders', `CASE WHEN (activityId IN (CAST(? AS BIGINT), CAST(? AS BIGINT))) THEN ${QUANTITY} END`, ['7', '8'], []],
    ['red', `CASE WHEN (dimensions[1] IN (CAST(? AS VARCHAR))) THEN ${revenue} END`, ['red'], ['colour']],
    [
      'red or blue',
      `CASE WHEN (activityId IN (CAST(? AS BIGINT))) AND (${SIZES}) THEN ${revenue} END`,
      ['7', 'L', 'XL'],
      ['size'],
    ],
    ['no value', `CASE WHEN (FALSE) THEN ${revenue} END`, [], ['colour']],
  ])('%s: a Floodlight metric of some activities and values', (savedColumnName, text, values, dimensions) => {
    const all = resolver();
    const column = all.resolve({ savedColumnName }, '');

    expect(column.origin).toEqual({ from: 'formula', formula: { text: '{saved0}', values: [] } });
    expect(all.measures['saved0']).toMatchObject({ source: 'conversions', rollUp: 'sum', value: { text, values } });
    expect(all.customDimensions).toEqual(dimensions);
  });

  test('each has a measure of its own', () => {
    const all = resolver();
    for (const savedColumnName of ['red', 'orders']) all.resolve({ savedColumnName }, '');

    expect(Object.keys(all.measures)).toEqual(['saved0', 'saved1']);
  });
});

test('columns are the same when they have the same name of the same kind', () => {
  expect(nameOf({ columnName: 'x' })).toBe(nameOf({ columnName: 'x', headerText: 'y' }));
  expect(nameOf({ columnName: 'x' })).not.toBe(nameOf({ savedColumnName: 'x' }));
  expect(nameOf({ columnName: 'x', savedColumnName: '' })).toBe('columnName x');
});

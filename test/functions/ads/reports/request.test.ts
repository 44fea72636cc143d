/** @modules own */
import '#test/support/ads/own-bucket';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Conversion } from '#lib/ads/model/conversion';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { Oracle } from '#test/support/ads/report-oracle';
import { dayAt, type ReportWorld } from '#test/support/ads/report-world';
import { useReportOrders } from '#test/support/ads/use-report-orders';

const { service, order, file, made, refusal } = useReportOrders();
let world: ReportWorld;
beforeAll(() => {
  ({ world } = service);
});

const columns = (...names: string[]) => names.map((columnName) => ({ columnName }));
async function rowsOf(fields: ReportRequest = {}): Promise<Record<string, string>[]> {
  const { id } = await made(fields);
  return parse((await file(id)).text, { columns: true });
}
const sum = (rows: readonly Record<string, string>[], name: string): number =>
  rows.reduce((total, row) => total + Number(row[name]), 0);
const line = (...ids: string[]) =>
  Object.fromEntries(ids.map((id, index) => [['agencyId', 'advertiserId', 'engineAccountId'][index], id]));

describe('doubleclicksearch.reports.request', () => {
  test('ADS-35 an id of 16 URL-safe characters, not ready, the request with its defaults', async () => {
    const { status, body } = await order();

    expect(status).toBe(200);
    expect(body.id).toMatch(/^[\w-]{16}$/);
    expect(body).toMatchObject({
      kind: 'doubleclicksearch#report',
      isReportReady: false,
      request: { reportType: 'keyword', includeRemovedEntities: false, verifySingleTimeZone: false },
    });
    expect(body).not.toHaveProperty('files');
    expect((await order()).body.id).not.toBe(body.id);
  });

  test('ADS-38, ADS-61 csv keeps every character, tsv turns tabs and line ends into blanks, other formats are refused', async () => {
    const texts = new Set((await rowsOf({ columns: columns('keywordText') })).map((row) => row['keywordText']));
    expect(texts).toEqual(new Set(['red shoes', '+boots, "wide"', 'émoji 🥾\nline']));

    const { id } = await made({ columns: columns('keywordId', 'keywordText'), downloadFormat: 'TSV' });
    const download = await file(id);
    expect(download.headers['content-type']).toBe('text/tab-separated-values; charset=UTF-8');
    const lines = download.text
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t'));
    expect(lines[0]).toEqual(['keywordId', 'keywordText']);
    expect(new Set(lines.slice(1).map((cells) => `${String(cells.length)} ${String(cells[1])}`))).toEqual(
      new Set(['2 red shoes', '2 +boots, "wide"', '2 émoji 🥾 line']),
    );
    expect(await refusal({ downloadFormat: 'xml' })).toContain('csv or tsv');
    await made({ downloadFormat: 'CSV' });
  });

  test('ADS-39 rows are cut into files, each with the header', async () => {
    const { files, rowCount, id } = await made({
      columns: columns('keywordText', 'keywordId'),
      includeRemovedEntities: true,
      maxRowsPerFile: 15,
    });
    expect(rowCount).toBe(36);
    expect(files).toHaveLength(3);
    const parts = await Promise.all(
      [0, 1, 2].map(async (part) => parse((await file(id, { fragment: part })).text) as string[][]),
    );
    expect(parts.map(([header, ...rows]) => [header?.join(), rows.length])).toEqual([
      ['keywordText,keywordId', 15],
      ['keywordText,keywordId', 15],
      ['keywordText,keywordId', 6],
    ]);
    expect(new Set(parts.flatMap((part) => part.slice(1).map((row) => row[1]))).size).toBe(36);
    for (const maxRowsPerFile of [9, 100_000_001]) await refusal({ maxRowsPerFile });
    expect(await refusal({ maxRowsPerFile: undefined })).toContain('maxRowsPerFile is required');
  });

  test('ADS-42 a report without rows is a file with the header only', async () => {
    const { id, rowCount, files } = await made({ reportType: 'feedItem', columns: columns('feedItemId', 'clicks') });

    expect({ rowCount, files: files.length }).toEqual({ rowCount: 0, files: 1 });
    expect((await file(id)).text).toBe('feedItemId,clicks\n');
  });

  const keyword = () => world.entities.find(({ level }) => level === 'KEYWORD')?.legacyId ?? '';
  test.each([
    ['equals', 'keywordId', () => [keyword()], 1],
    ['notEquals', 'keywordId', () => [keyword()], 29],
    ['in', 'keywordText', () => ['red shoes', 'nothing'], 12],
    ['equals', 'keywordText', () => ['Red Shoes'], 0],
    ['lessThan', 'keywordMaxCpc', () => ['1.2'], 20],
    ['greaterThan', 'creationTimestamp', () => ['2026-01-01T07:59:59Z'], 30],
    ['lessThanOrEqual', 'keywordText', () => ['+'], 0],
    ['greaterThanOrEqual', 'keywordText', () => ['red shoes'], 18],
    ['isNull', 'keywordLandingPage', () => [], 30],
    ['isNotNull', 'keywordText', () => [], 30],
    ['startsWith', 'keywordText', () => ['+bo', 'ém'], 18],
    ['containsSubstring', 'keywordText', () => ['"wide', 'shoes'], 24],
    ['doesNotContainSubstring', 'keywordText', () => ['"wide', 'shoes'], 6],
  ] as const)('ADS-43 %s on %s', async (operator, columnName, values, expected) => {
    const rows = await rowsOf({
      columns: columns('keywordId'),
      filters: [{ column: { columnName }, operator, values: [...values()] }],
    });
    expect(rows).toHaveLength(expected);
  });

  test('ADS-43 containsElement, and operators that do not fit', async () => {
    const labels = { reportType: 'campaign', columns: columns('campaignId', 'campaignLabels') };
    const rows = await rowsOf({
      ...labels,
      filters: [{ column: { columnName: 'campaignLabels' }, operator: 'containsElement', values: ['summer', 'x'] }],
    });
    expect(rows.map((row) => row['campaignLabels'])).toEqual(Array.from({ length: 3 }, () => '["brand","summer"]'));
    const on = (columnName: string, operator: string, ...values: string[]) =>
      refusal({ filters: [{ column: { columnName }, operator, values }] });
    expect(await on('clicks', 'between', '1', '2')).toContain("no operator 'between'");
    expect(await on('keywordText', 'equals', 'a', 'b')).toContain('takes 1 values');
    expect(await on('clicks', 'equals', 'many')).toContain('no value of');
    expect(await on('clicks', 'startsWith', '1')).toContain('does not go with');
    expect(await on('keywordId', 'containsElement', '1')).toContain('does not go with');
  });

  test('ADS-44 a metric filter sees the aggregated row, whether or not the metric is shown', async () => {
    const many = 330;
    const clicksOf = (keywordId: string) =>
      world.facts.filter((fact) => fact.keywordId === keywordId).reduce((total, fact) => total + fact.clicks, 0);
    const expected = world.entities
      .filter(({ level, status, legacyId }) => level === 'KEYWORD' && status !== 'Removed' && clicksOf(legacyId) > many)
      .map(({ legacyId }) => legacyId);

    const rows = await rowsOf({
      columns: columns('keywordId'),
      filters: [{ column: { columnName: 'clicks' }, operator: 'greaterThan', values: [String(many)] }],
    });

    expect(expected.length).toBeGreaterThan(0);
    expect(rows.map((row) => row['keywordId']).sort()).toEqual(expected.sort());
  });

  test('ADS-45 an account scope returns only its keywords', async () => {
    const rows = await rowsOf({
      columns: columns('accountId', 'keywordId'),
      reportScope: line(world.agencyId, world.advertiserIds[0], world.accountIds[1]),
    });
    const mine = world.entities.filter(
      ({ level, status, legacyId }) =>
        level === 'KEYWORD' &&
        status !== 'Removed' &&
        world.facts.some(({ accountId, keywordId }) => accountId === world.accountIds[1] && keywordId === legacyId),
    );
    expect(mine.length).toBeGreaterThan(0);
    expect(rows.map((row) => [row['accountId'], row['keywordId']]).sort()).toEqual(
      mine.map(({ legacyId }) => [world.accountIds[1], legacyId]).sort(),
    );
  });

  test('ADS-48 segments have rows only where there is data, and add up to the unsegmented report', async () => {
    const plain = await rowsOf({ reportType: 'campaign', columns: columns('campaignId', 'clicks', 'dfaRevenue') });
    for (const segment of ['date', 'monthStart', 'deviceSegment']) {
      const split = await rowsOf({
        reportType: 'campaign',
        columns: columns('campaignId', segment, 'clicks', 'dfaRevenue'),
      });
      expect(split.length).toBeGreaterThan(plain.length);
      expect(sum(split, 'clicks')).toBe(sum(plain, 'clicks'));
      expect(sum(split, 'dfaRevenue')).toBeCloseTo(sum(plain, 'dfaRevenue'), 2);
    }
    const byActivity = await rowsOf({
      reportType: 'campaign',
      columns: columns('campaignId', 'floodlightActivity', 'clicks', 'dfaRevenue'),
    });
    expect(new Set(byActivity.map((row) => row['clicks']))).toEqual(new Set(['']));
    expect(sum(byActivity, 'dfaRevenue')).toBeCloseTo(sum(plain, 'dfaRevenue'), 2);
  });

  test('ADS-49 removed keywords come on demand', async () => {
    expect(await rowsOf({ columns: columns('keywordId') })).toHaveLength(30);
    expect(await rowsOf({ columns: columns('keywordId'), includeRemovedEntities: true })).toHaveLength(36);
    expect(await rowsOf({ columns: columns('keywordId'), includeDeletedEntities: true })).toHaveLength(36);
  });

  test('ADS-51 a row for each conversion, custom dimensions as plain columns', async () => {
    const report: ReportRequest = {
      reportType: 'conversion',
      reportScope: line(world.agencyId, world.advertiserIds[0]),
      columns: [
        ...columns(
          'conversionId',
          'advertiserConversionId',
          'conversionType',
          'conversionRevenue',
          'status',
          'floodlightActivity',
          'conversionDate',
        ),
        { customDimensionName: 'product_type' },
      ],
      statisticsCurrency: 'advertiser',
    };
    const mine = world.conversions.filter(({ advertiserId }) => advertiserId === world.advertiserIds[0]);
    const rows = await rowsOf({ ...report, includeRemovedEntities: true });
    const inEuros = mine.find(
      ({ details, state }) =>
        details.currencyCode === 'EUR' && state === 'ACTIVE' && details.customDimension !== undefined,
    );
    const inRange = mine.filter(({ timestampMs }) => timestampMs < Date.parse('2026-10-10T22:00:00Z'));
    expect(rows).toHaveLength(inRange.length);
    expect(rows.find((row) => row['advertiserConversionId'] === inEuros?.conversionId)).toMatchObject({
      conversionId: inEuros?.dsConversionId,
      conversionType: 'TRANSACTION',
      status: 'Active',
      floodlightActivity: 'Purchase',
      product_type: inEuros?.details.customDimension?.[0]?.value,
      conversionRevenue: String(Number(inEuros?.details.revenueMicros) / 1e6),
    });
    expect(await refusal({ ...report, timeRange: {} })).toContain('need a timeRange');
    expect(
      await refusal({ ...report, timeRange: { changedAttributesSinceTimestamp: '2026-09-01T00:00:00Z' } }),
    ).toContain('not for conversion');
  });

  test('ADS-52 imported visits, on the days of their account', async () => {
    const rows = await rowsOf({
      reportType: 'visit',
      columns: columns('visitId', 'status', 'visitDate', 'visitSearchQuery', 'accountId'),
    });
    expect(rows).toHaveLength(world.visits.length);
    // 23:30 UTC is the next day in Berlin.
    expect(rows[0]).toEqual({
      visitId: world.visits[0]?.['clickId'],
      status: 'Active',
      visitDate: dayAt(1),
      visitSearchQuery: 'query 0',
      accountId: world.accountIds[0],
    });
  });

  test('ADS-53, ADS-54 saved columns, custom metrics and dimensions', async () => {
    const scope = line(world.agencyId, world.advertiserIds[0]);
    const [row = {}] = await rowsOf({
      reportType: 'advertiser',
      reportScope: scope,
      columns: [
        ...columns('cost', 'dfaTransactions'),
        { savedColumnName: 'Cost per sale' },
        { savedColumnName: 'Boot sales' },
        { customMetricName: 'sales' },
      ],
      statisticsCurrency: 'advertiser',
    });
    expect(Number(row['Cost per sale'])).toBeCloseTo(Number(row['cost']) / Number(row['dfaTransactions']), 4);
    const mine = world.conversions.filter(
      ({ advertiserId, state, timestampMs }) =>
        advertiserId === world.advertiserIds[0] &&
        state === 'ACTIVE' &&
        timestampMs < Date.parse('2026-10-10T22:00:00Z'),
    );
    expect(Number(row['sales'])).toBeCloseTo(
      mine.reduce((total, { details }) => total + (details.customMetric?.[0]?.value ?? 0), 0),
      4,
    );
    const oracle = new Oracle(world);
    const inEuros = ({ details: { revenueMicros = '0', currencyCode = 'EUR' }, timestampMs }: Conversion) => {
      const day = new Date(timestampMs).toLocaleDateString('sv', { timeZone: 'Europe/Berlin' });
      return (Number(revenueMicros) / 1e6) * (oracle.usdPerUnit(currencyCode, day) / oracle.usdPerUnit('EUR', day));
    };
    const boots = mine.filter(
      ({ details, tag }) =>
        tag === undefined && details.segmentationName === 'Purchase' && details.customDimension?.[0]?.value === 'boots',
    );
    expect(boots.length).toBeGreaterThan(0);
    expect(Number(row['Boot sales'])).toBeCloseTo(
      boots.reduce((total, conversion) => total + inEuros(conversion), 0),
      3,
    );

    const groups = await rowsOf({
      reportType: 'adGroup',
      reportScope: scope,
      columns: [...columns('adGroupId', 'dfaActions'), { customDimensionName: 'product_type' }],
    });
    expect(new Set(groups.map((group) => group['product_type']))).toEqual(new Set(['boots', 'shoes', '']));
    const unsplit = await rowsOf({
      reportType: 'adGroup',
      reportScope: scope,
      columns: columns('adGroupId', 'dfaActions'),
    });
    expect(sum(groups, 'dfaActions')).toBeCloseTo(sum(unsplit, 'dfaActions'), 4);
    expect(sum(unsplit, 'dfaActions')).toBeGreaterThan(0);
    const filtered = await rowsOf({
      reportType: 'account',
      reportScope: scope,
      columns: columns('accountId'),
      filters: [{ column: { savedColumnName: 'Boot sales' }, operator: 'greaterThan', values: ['0'] }],
    });
    expect(filtered).toHaveLength(2);
    expect(await refusal({ reportScope: scope, columns: [{ savedColumnName: 'cost per sale' }] })).toContain(
      'no saved column',
    );
    expect(await refusal({ columns: [{ savedColumnName: 'Cost per sale' }] })).toContain('one advertiser or lower');
    expect(await refusal({ reportScope: scope, columns: [{ customMetricName: 'product_type' }] })).toContain(
      'no custom metric',
    );
  });

  test('ADS-56, ADS-57 parents are the sums of their children, ratios are worked out from sums', async () => {
    const scope = line(world.agencyId, world.advertiserIds[0], world.accountIds[0]);
    const metrics = columns('impr', 'clicks', 'cost', 'dfaActions', 'dfaRevenue', 'ctr', 'avgCpc', 'avgCpm', 'avgPos');
    const report = (reportType: string, id: string, extra: ReportRequest = {}) =>
      rowsOf({
        reportType,
        reportScope: scope,
        columns: [...columns(id), ...metrics],
        includeRemovedEntities: true,
        ...extra,
      });
    const [accounts, campaigns, groups] = [
      await report('account', 'accountId'),
      await report('campaign', 'campaignId'),
      await report('adGroup', 'adGroupId'),
    ];
    for (const name of ['impr', 'clicks', 'cost', 'dfaActions', 'dfaRevenue']) {
      expect(sum(campaigns, name)).toBeCloseTo(sum(accounts, name), 3);
      expect(sum(groups, name)).toBeCloseTo(sum(accounts, name), 3);
    }
    for (const row of [...accounts, ...campaigns, ...groups]) {
      expect(Number(row['ctr'])).toBeCloseTo(Number(row['clicks']) / Number(row['impr']), 5);
      expect(Number(row['avgCpc'])).toBeCloseTo(Number(row['cost']) / Number(row['clicks']), 5);
      expect(Number(row['avgCpm'])).toBeCloseTo((Number(row['cost']) / Number(row['impr'])) * 1000, 4);
    }
    const positions = (key: 'accountId' | 'campaignId' | 'adGroupId', id: unknown) =>
      world.facts.filter((fact) => fact[key] === id && fact.positionSum !== undefined);
    for (const [key, rows] of [
      ['accountId', accounts],
      ['campaignId', campaigns],
      ['adGroupId', groups],
    ] as const) {
      for (const row of rows) {
        const known = positions(key, row[key]);
        expect(Number(row['avgPos'])).toBeCloseTo(
          known.reduce((total, fact) => total + (fact.positionSum ?? 0), 0) /
            known.reduce((total, fact) => total + fact.impr, 0),
          5,
        );
      }
    }
    // What is known for the ad group only is missing from its keywords.
    const keywords = await report('keyword', 'keywordId');
    const unknown = world.facts.filter(
      ({ accountId, keywordId }) => accountId === world.accountIds[0] && keywordId === undefined,
    );
    expect(unknown.length).toBeGreaterThan(0);
    for (const name of ['impr', 'clicks'] as const)
      expect(sum(keywords, name) + unknown.reduce((total, fact) => total + fact[name], 0)).toBe(sum(accounts, name));
    // Every conversion knows its keyword.
    for (const name of ['dfaActions', 'dfaRevenue']) expect(sum(keywords, name)).toBeCloseTo(sum(accounts, name), 3);
    const [empty = {}] = await report('account', 'accountId', {
      timeRange: { startDate: '2020-01-01', endDate: '2020-01-01' },
    });
    expect([empty['clicks'], empty['ctr'], empty['avgCpc'], empty['avgCpm'], empty['avgPos']]).toEqual([
      '0',
      '',
      '',
      '',
      '',
    ]);
  });

  test('shares are shown as they came, or as their mean', async () => {
    const rows = await rowsOf({
      reportType: 'account',
      reportScope: line(world.agencyId, world.advertiserIds[0], world.accountIds[0]),
      columns: [
        ...columns('searchImpressionShare'),
        { columnName: 'searchImpressionShare', headerText: 'first', startDate: dayAt(0), endDate: dayAt(0) },
      ],
    });
    expect(rows).toEqual([{ searchImpressionShare: '50.00%', first: '45%' }]);
  });
});

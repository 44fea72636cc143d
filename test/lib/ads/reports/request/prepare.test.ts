import { describe, expect, test } from '@jest/globals';
import type { Conversion } from '#lib/ads/model/conversion';
import type { Entity } from '#lib/ads/model/entity';
import type { ConversionRow } from '#lib/ads/reports/plan/conversion-rows';
import type { ScopeRows, Warehouse } from '#lib/ads/reports/plan/warehouse';
import { locateReport, prepare, questionOf } from '#lib/ads/reports/request/prepare';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import type { AdsStores, ConversionWindow } from '#lib/ads/stores/all';
import { duckDialect } from '#lib/stores/duckdb/report-dialect';
import type { SomeStores } from '#test/support/ads/local-warehouse';

const NOW = new Date('2026-03-15T12:00:00Z');
const ROWS: ScopeRows = {
  agencyCurrency: 'GBP',
  advertisers: [
    { agencyId: '1', advertiserId: '2', currencyCode: 'EUR', timeZone: 'Europe/Berlin' },
    { agencyId: '1', advertiserId: '22', currencyCode: undefined, timeZone: 'Asia/Tokyo' },
  ],
  accounts: [
    { advertiserId: '2', accountId: '3', currencyCode: 'CHF', timeZone: 'Europe/Zurich' },
    { advertiserId: '2', accountId: '33', currencyCode: undefined, timeZone: undefined },
  ],
};
const conversion = (dsConversionId: string, engineAccountId: string, currencyCode?: string): Conversion => ({
  advertiserId: '2',
  conversionId: dsConversionId,
  timestampMs: Date.parse('2026-03-01T12:00:00Z'),
  dsConversionId,
  modifiedMs: 0,
  type: 'TRANSACTION',
  state: 'ACTIVE',
  legacy: { agencyId: '1', advertiserId: '2', engineAccountId },
  details: { currencyCode, customMetric: [{ name: 'sales', value: 2 }] },
});

const listed: ConversionWindow[] = [];
const CONVERSIONS = [conversion('1', '3', 'EUR'), conversion('2', '33', 'JPY'), conversion('3', '3')];
const defined: string[] = [];
const stores = {
  grants: { listFor: () => Promise.resolve([{ subject: 'ann@example.com', agencyId: '1', role: 'READ' as const }]) },
  entities: {
    findAll: (refs) =>
      Promise.resolve(
        refs.map(() => ({ legacy: { agencyId: '1', advertiserId: '2', engineAccountId: '3' } }) as Entity),
      ),
  },
  advertisers: {
    setup(advertiserId) {
      defined.push(`setup ${advertiserId}`);
      return Promise.resolve({ activities: [], variables: [{ advertiserId, name: 'sales', use: 'METRIC' }] });
    },
    savedColumns(advertiserId) {
      defined.push(`columns ${advertiserId}`);
      return Promise.resolve([]);
    },
  },
  conversions: {
    async *list(window) {
      listed.push(window);
      await Promise.resolve();
      if (window.advertiserId === '2') yield* CONVERSIONS;
    },
  },
} as SomeStores<AdsStores> as AdsStores;

const named = (...names: readonly string[]) => names.map((columnName) => ({ columnName }));
const BASE: ReportRequest = {
  reportType: 'account',
  columns: named('accountId', 'clicks'),
  reportScope: { agencyId: '1' },
  timeRange: { startDate: '2026-03-01', endDate: '2026-03-02' },
  statisticsCurrency: 'usd',
};
const warehouse = (rows: ScopeRows = ROWS, rated: readonly string[] = []) =>
  ({
    dialect: duckDialect,
    scopeRows: () => Promise.resolve(rows),
    ratedCurrencies: () => Promise.resolve(new Set(rated)),
  }) as Partial<Warehouse> as Warehouse;
const prepared = (fields: ReportRequest) =>
  prepare({ ...BASE, ...fields }, 'request', { stores, email: 'ann@example.com', clock: { now: () => NOW } });
const locate = async (fields: ReportRequest, rows?: ScopeRows) => locateReport(await prepared(fields), warehouse(rows));

async function question(fields: ReportRequest, rated: readonly string[] = [], rows: ScopeRows = ROWS) {
  const ready = await prepared(fields);
  const { reportAccounts } = await locateReport(ready, warehouse(rows));
  return questionOf(ready.plan, reportAccounts, stores, warehouse(rows, rated), {});
}
async function conversionsOf(fields: ReportRequest, rated: readonly string[] = ['EUR', 'JPY', 'CHF']) {
  const rows: ConversionRow[] = [];
  for await (const row of (await question(fields, rated)).conversions()) rows.push(row);
  return rows;
}

describe('what an advertiser has defined', () => {
  test('is looked up where a column asks for it, in a scope of one advertiser', async () => {
    const reportScope = { agencyId: '1', advertiserId: '2' };
    defined.length = 0;

    await prepared({ reportScope });
    expect(defined).toEqual([]);
    const { plan } = await prepared({ reportScope, columns: [{ customMetricName: 'sales' }] });
    expect([defined, plan.customMetrics]).toEqual([['setup 2', 'columns 2'], ['sales']]);
    await expect(prepared({ columns: [{ customMetricName: 'sales' }] })).rejects.toThrow('belongs to an advertiser');
    expect(defined).toHaveLength(2);
  });
});

describe('zones', () => {
  const zurich = { ...ROWS, advertisers: ROWS.advertisers.slice(0, 1) };

  test.each([
    ['engine numbers are by the days of the account', ['clicks'], 'Europe/Zurich'],
    ['shares, too', ['searchImpressionShare'], 'Europe/Zurich'],
    ['Floodlight numbers are by those of the network', ['dfaActions'], 'Europe/Berlin'],
    ['both have no zone in common', ['clicks', 'dfaActions'], undefined],
    ['visits are of the account', ['visits'], 'Europe/Zurich'],
    ['without numbers, those of the account', ['accountId'], 'Europe/Zurich'],
    ['an activity is of the network, and clicks are of the account', ['floodlightActivity', 'clicks'], undefined],
    ['an activity alone is of the network', ['floodlightActivity'], 'Europe/Berlin'],
  ])('%s', async (_, columns, zone) => {
    expect((await locate({ columns: named(...columns) }, zurich)).timeZone).toBe(zone);
  });

  test.each([
    ['conversion', 'conversionId', 'Europe/Berlin'],
    ['visit', 'visitId', 'Europe/Zurich'],
  ])('a %s report', async (reportType, column, zone) => {
    expect((await locate({ reportType, columns: named(column) }, zurich)).timeZone).toBe(zone);
  });

  test('filters count as columns', async () => {
    const filters = [{ column: { columnName: 'dfaActions' }, operator: 'isNotNull' }];

    expect((await locate({ filters }, zurich)).timeZone).toBeUndefined();
  });

  test('several are refused where one is asked for, and told in order', async () => {
    const columns = named('dfaActions', 'clicks');

    await expect(locate({ columns, verifySingleTimeZone: true })).rejects.toThrow(
      'Details: [The numbers come from several time zones: Asia/Tokyo, Europe/Berlin, Europe/Zurich.]',
    );
    expect((await locate({ columns })).timeZone).toBeUndefined();
    expect((await locate({ verifySingleTimeZone: true })).timeZone).toBe('Europe/Zurich');
    expect((await locate({ verifySingleTimeZone: true }, { ...ROWS, accounts: [] })).timeZone).toBeUndefined();
  });
});

describe('the currency', () => {
  const scope = { agencyId: '1', advertiserId: '2', engineAccountId: '3' };
  const currencyOf = async (statisticsCurrency: string, rows: ScopeRows = ROWS, reportScope = scope) =>
    (await locate({ statisticsCurrency, reportScope }, rows)).reportAccounts.currencyCode;

  test.each([
    ['usd', 'USD'],
    ['agency', 'GBP'],
    ['advertiser', 'EUR'],
    ['account', 'CHF'],
  ])('%s is %s', async (asked, code) => {
    expect(await currencyOf(asked)).toBe(code);
  });

  test('an account without one has that of its advertiser, and what has none is in dollars', async () => {
    const accounts = ROWS.accounts.map((account) => ({ ...account, currencyCode: undefined }));

    expect(await currencyOf('account', { ...ROWS, accounts })).toBe('EUR');
    expect(await currencyOf('agency', { ...ROWS, agencyCurrency: undefined })).toBe('USD');
    expect(await currencyOf('advertiser', { ...ROWS, advertisers: ROWS.advertisers.slice(1) })).toBe('USD');
  });
});

describe('amounts that cannot be exchanged', () => {
  const between = (code: string, other: string) => `There is no exchange rate between ${code} and ${other}.`;

  test('stop the report where accounts have them', async () => {
    await expect(question({ columns: named('cost') })).rejects.toThrow(between('CHF', 'USD'));
    await expect(question({ columns: named('cost') }, ['EUR'])).rejects.toThrow(between('CHF', 'USD'));
    await expect(question({ columns: named('cost') }, ['CHF'])).resolves.toBeDefined();
    await expect(question({ columns: named('clicks') })).resolves.toBeDefined();
    await expect(question({ columns: named('accountId'), reportType: 'account' })).resolves.toBeDefined();
  });

  test('one account in another currency is enough', async () => {
    const [francs] = ROWS.accounts;
    const rows = { ...ROWS, accounts: [francs, { ...francs, accountId: '34', currencyCode: 'USD' }] } as ScopeRows;

    await expect(question({ columns: named('cost') }, ['CHF'], rows)).resolves.toBeDefined();
    await expect(question({ columns: named('cost') }, [], rows)).rejects.toThrow(between('CHF', 'USD'));
  });

  test('budgets and bids are amounts, too', async () => {
    const budget = { reportType: 'campaign', columns: named('dailyBudget') };

    await expect(question(budget)).rejects.toThrow(between('CHF', 'USD'));
    await expect(question(budget, ['CHF'])).resolves.toBeDefined();
  });

  test('need rates of both currencies, unless they are the same', async () => {
    const inPounds = { columns: named('cost'), statisticsCurrency: 'agency' };
    const francs = { ...ROWS, agencyCurrency: 'CHF' };

    await expect(question(inPounds, ['CHF'])).rejects.toThrow(between('CHF', 'GBP'));
    await expect(question(inPounds, ['CHF', 'GBP'])).resolves.toBeDefined();
    await expect(question(inPounds, [], francs)).resolves.toBeDefined();
    const dollars = { ...ROWS, accounts: [{ ...ROWS.accounts[0], currencyCode: 'USD' }] } as ScopeRows;
    await expect(question(inPounds, ['GBP'], dollars)).resolves.toBeDefined();
    await expect(question(inPounds, [], dollars)).rejects.toThrow(between('USD', 'GBP'));
  });

  test('stop it at the conversion that has one', async () => {
    await expect(conversionsOf({ columns: named('dfaRevenue') }, ['EUR'])).rejects.toThrow(between('JPY', 'USD'));
    expect(await conversionsOf({ columns: named('dfaRevenue') }, ['EUR', 'JPY'])).toHaveLength(3);
    expect(await conversionsOf({ columns: named('dfaActions') }, [])).toHaveLength(3);
    const conversions = { reportType: 'conversion', columns: named('conversionRevenue') };
    await expect(conversionsOf(conversions, ['EUR'])).rejects.toThrow(between('JPY', 'USD'));
    expect(await conversionsOf({ reportType: 'conversion', columns: named('conversionId') }, [])).toHaveLength(3);
  });
});

describe('what is read', () => {
  test('advertisers, and the days of all columns and filters together', async () => {
    const { advertiserIds, window } = await question({
      columns: [...named('clicks'), { columnName: 'impr', startDate: '2026-01-05', endDate: '2026-01-06' }],
      filters: [
        { column: { columnName: 'clicks', startDate: '2026-04-01', endDate: '2026-04-02' }, operator: 'isNotNull' },
      ],
    });

    expect([advertiserIds, window]).toEqual([['2', '22'], { first: '2026-01-05', last: '2026-04-02' }]);
    expect((await question({ columns: named('accountId'), timeRange: {} })).window).toBeUndefined();
  });

  test('clicks may be 91 days older than the conversions that show them', async () => {
    const windowOf = async (reportType: string, column: string) =>
      (await question({ reportType, columns: named(column) })).window?.first;

    expect(await windowOf('conversion', 'conversionSearchTerm')).toBe('2025-11-30');
    expect(await windowOf('conversion', 'conversionId')).toBe('2026-03-01');
    expect(await windowOf('visit', 'visitSearchQuery')).toBe('2026-03-01');
  });

  test('conversions of each advertiser, on the days of its network', async () => {
    listed.length = 0;
    const rows = await conversionsOf({ columns: named('dfaActions') });

    expect(rows.map((row) => [row['dsConversionId'], row['day'], row['metrics']])).toEqual(
      ['1', '2', '3'].map((id) => [id, '2026-03-01', []]),
    );
    expect(listed).toEqual([
      {
        advertiserId: '2',
        fromMs: Date.parse('2026-02-28T23:00:00Z'),
        untilMs: Date.parse('2026-03-02T23:00:00Z'),
      },
      {
        advertiserId: '22',
        fromMs: Date.parse('2026-02-28T15:00:00Z'),
        untilMs: Date.parse('2026-03-02T15:00:00Z'),
      },
    ]);
  });

  test('those of the account of the scope alone, with the values that the report looks at', async () => {
    const reportScope = { agencyId: '1', advertiserId: '2', engineAccountId: '3' };
    const rows = await conversionsOf({ reportScope, columns: [{ customMetricName: 'sales' }] });

    expect(rows.map((row) => [row['dsConversionId'], row['metrics']])).toEqual([
      ['1', [2]],
      ['3', [2]],
    ]);
  });

  test('no conversions where no days are asked for, and none after nobody waits', async () => {
    expect(await conversionsOf({ columns: named('accountId'), timeRange: {} })).toEqual([]);
    const ready = await prepared({});
    const { reportAccounts } = await locateReport(ready, warehouse());
    const signal = AbortSignal.abort(new Error('enough'));
    const { conversions, signal: given } = await questionOf(
      ready.plan,
      reportAccounts,
      stores,
      warehouse(),
      {},
      signal,
    );
    const read = async () => {
      for await (const row of conversions()) expect(row).toBeUndefined();
    };
    await expect(read()).rejects.toThrow('enough');
    expect(given).toBe(signal);
  });
});

/** @modules own */
import '#test/support/ads/own-bucket';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { handler } from '#functions/ads/reports/index';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { Oracle } from '#test/support/ads/report-oracle';
import { accountReport } from '#test/support/ads/report-service';
import { dayAt, type ReportWorld } from '#test/support/ads/report-world';
import { useReportService } from '#test/support/ads/use-report-service';
import { requestsTo, type ErrorBody } from '#test/support/ask';

const ask = requestsTo(handler);
const service = useReportService();
let world: ReportWorld;

beforeAll(() => {
  ({ world } = service);
});

interface Body {
  readonly kind: string;
  readonly rowCount: number;
  readonly rows: Record<string, unknown>[];
  readonly request: ReportRequest;
  readonly statisticsCurrencyCode?: string;
  readonly statisticsTimeZone?: string;
}

const post = <T = Body>(body: object, as = service.viewer) =>
  ask<T>('POST', '/doubleclicksearch/v2/reports/generate', { as, body });
const generate = (fields: ReportRequest = {}, as = service.viewer) => post(accountReport(world, fields), as);
const columns = (...names: string[]) => names.map((columnName) => ({ columnName }));
const scopeOf = (...ids: string[]) =>
  Object.fromEntries(
    ids.map((id, index) => [['agencyId', 'advertiserId', 'engineAccountId', 'campaignId'][index], id]),
  );

async function refusal(body: object, as = service.viewer): Promise<string> {
  const { status, body: answer } = await post<ErrorBody>(body, as);
  expect({ status, reason: answer.error.errors[0]?.['reason'] }).toEqual({ status: 400, reason: 'requestValidation' });
  return answer.error.message;
}

describe('doubleclicksearch.reports.generate', () => {
  test('ADS-28 an account report by day: sums of facts and conversions, without id and files', async () => {
    const { status, body } = await generate({
      columns: columns('accountId', 'date', 'clicks', 'dfaRevenue'),
      timeRange: { startDate: dayAt(3), endDate: dayAt(5) },
    });

    expect(status).toBe(200);
    const expected = new Oracle(world).answer({
      level: 'ACCOUNT',
      scope: { agencyId: world.agencyId },
      first: dayAt(3),
      last: dayAt(5),
      currency: 'USD',
      segments: ['date'],
      includesRemoved: true,
      usesFacts: true,
      usesConversions: true,
    });
    const total = (name: string) => expected.reduce((sum, { metrics }) => sum + (metrics[name] ?? 0), 0);
    expect(body.rows).toHaveLength(expected.length);
    expect(body.rows.reduce((sum, row) => sum + Number(row['clicks']), 0)).toBe(total('clicks'));
    expect(body.rows.reduce((sum, row) => sum + Number(row['dfaRevenue']), 0)).toBeCloseTo(total('dfaRevenue'), 3);
    expect(body).toMatchObject({ kind: 'doubleclicksearch#report', rowCount: expected.length });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['id']));
    expect(body).not.toHaveProperty('files');
    expect(body).not.toHaveProperty('isReportReady');
  });

  test('ADS-29 other types are asynchronous, and names have a case', async () => {
    expect(await refusal(accountReport(world, { reportType: 'keyword', columns: columns('keywordId') }))).toContain(
      'reports.request',
    );
    expect(await refusal(accountReport(world, { reportType: 'Advertiser' }))).toContain("no report type 'Advertiser'");
  });

  test('ADS-30 without a scope: exactly the advertisers that the caller may see', async () => {
    const all = { reportType: 'advertiser', columns: columns('agencyId', 'advertiserId'), statisticsCurrency: 'usd' };

    expect((await post(all)).body.rows).toEqual(
      world.advertiserIds.map((advertiserId) => ({ agencyId: world.agencyId, advertiserId })),
    );
    expect((await post(all, service.gardener)).body.rows).toEqual([
      { agencyId: world.agencyId, advertiserId: world.advertiserIds[1] },
    ]);
    expect((await post(all, 'nobody@example.org')).body.rows).toEqual([]);
  });

  test('ADS-31 startRow and rowCount', async () => {
    const all = (await generate()).body.rows;
    expect(all).toHaveLength(3);
    expect((await generate({ startRow: 1, rowCount: 1 })).body.rows).toEqual([all[1]]);
    expect((await generate({ rowCount: 0 })).body.rows).toEqual([]);
    for (const fields of [{ rowCount: 10_001 }, { startRow: 50_001 }, { startRow: -1 }, { rowCount: -1 }])
      await refusal(accountReport(world, fields));
    expect((await generate()).body.request).toMatchObject({ startRow: 0, rowCount: 10_000 });
  });

  test('ADS-32 orderBy', async () => {
    const clicks = (
      await generate({
        columns: columns('accountId', 'date', 'clicks'),
        orderBy: [{ column: { columnName: 'clicks' }, sortOrder: 'descending' }],
      })
    ).body.rows.map((row) => Number(row['clicks']));

    expect(clicks.length).toBeGreaterThan(30);
    expect(clicks).toEqual([...clicks].sort((a, b) => b - a));
    expect(await refusal(accountReport(world, { orderBy: [{ column: { columnName: 'impr' } }] }))).toContain(
      "'impr' is not among the columns",
    );
  });

  test('ADS-32 orderBy tells columns apart by their headers and days, and needs no days of its own', async () => {
    const columns = [
      { columnName: 'accountId' },
      { columnName: 'clicks', startDate: dayAt(0), endDate: dayAt(9) },
      { columnName: 'clicks', headerText: 'one day', startDate: dayAt(1), endDate: dayAt(1) },
    ];
    const sorted = async (column: object) =>
      (await generate({ columns, timeRange: {}, orderBy: [{ column, sortOrder: 'descending' }] })).body.rows;

    for (const [column, header] of [
      [{ columnName: 'clicks' }, 'clicks'],
      [{ columnName: 'clicks', headerText: 'one day' }, 'one day'],
      [{ columnName: 'clicks', startDate: dayAt(1), endDate: dayAt(1) }, 'one day'],
    ] as const) {
      const values = (await sorted(column)).map((row) => Number(row[header]));
      expect(values).toHaveLength(3);
      expect(values).toEqual([...values].sort((a, b) => b - a));
    }
    expect(
      await refusal(
        accountReport(world, {
          columns,
          timeRange: {},
          orderBy: [{ column: { columnName: 'clicks', headerText: 'two days' } }],
        }),
      ),
    ).toContain("'clicks' is not among the columns");
  });

  test('ADS-33 headers and days of a column', async () => {
    const { body } = await generate({
      columns: [
        ...columns('accountId', 'clicks'),
        { columnName: 'clicks', headerText: 'first day', startDate: dayAt(0), endDate: dayAt(0) },
      ],
    });
    const ofDay = (accountId: unknown, day?: string) =>
      world.facts
        .filter((fact) => fact.accountId === accountId && (day === undefined || fact.date === day))
        .reduce((sum, fact) => sum + fact.clicks, 0);

    expect(body.rows).toEqual(
      world.accountIds.map((accountId) => ({
        accountId,
        clicks: ofDay(accountId),
        'first day': ofDay(accountId, dayAt(0)),
      })),
    );
    expect(await refusal(accountReport(world, { columns: columns('clicks', 'clicks') }))).toContain("header 'clicks'");
    expect(
      await refusal(
        accountReport(world, { columns: [{ columnName: 'accountId', startDate: dayAt(0), endDate: dayAt(0) }] }),
      ),
    ).toContain('only metrics');
    expect(await refusal(accountReport(world, { columns: [{ columnName: 'clicks', startDate: dayAt(0) }] }))).toContain(
      'come together',
    );
  });

  test('ADS-34 ids are strings, numbers numbers, empty cells are not there', async () => {
    const { body } = await generate({
      columns: columns('accountId', 'accountEngineId', 'clicks', 'cost', 'ctr', 'searchBudgetLostImpressionShare'),
      timeRange: { startDate: '2020-01-01', endDate: '2020-01-02' },
    });

    expect(body.rows[0]).toEqual({ accountId: world.accountIds[0], accountEngineId: 'e-0', clicks: 0, cost: 0 });
  });

  test('ADS-45 gaps, foreign lines and missing rights', async () => {
    expect(
      await refusal(
        accountReport(world, { reportScope: { agencyId: world.agencyId, engineAccountId: world.accountIds[0] } }),
      ),
    ).toContain('lacks advertiserId');
    expect(
      await refusal(
        accountReport(world, { reportScope: scopeOf(world.agencyId, world.advertiserIds[1], world.accountIds[0]) }),
      ),
    ).toContain('not of the same line');
    expect(
      (
        await post<ErrorBody>(
          accountReport(world, { reportScope: scopeOf(world.agencyId, world.advertiserIds[0]) }),
          service.gardener,
        )
      ).body.error,
    ).toMatchObject({
      code: 403,
      message: `User does not have permission to view advertiser ${String(world.advertiserIds[0])}.`,
      errors: [{ reason: 'forbidden' }],
    });
    expect((await generate({}, service.gardener)).body.rows.map((row) => row['accountId'])).toEqual([
      world.accountIds[2],
    ]);
    expect(
      (
        await generate({ reportScope: scopeOf(world.agencyId, world.advertiserIds[0], world.accountIds[1]) })
      ).body.rows.map((row) => row['accountId']),
    ).toEqual([world.accountIds[1]]);
    expect(
      await refusal(
        accountReport(world, {
          reportScope: { ...scopeOf(world.agencyId, world.advertiserIds[0], world.accountIds[0]), campaignId: '5' },
        }),
      ),
    ).toContain('below the rows');
    expect(await refusal(accountReport(world, { reportScope: {} }))).toContain('at least agencyId');
  });

  test('ADS-45 ids that come as numbers keep all their digits', async () => {
    const body =
      '{"reportType":"account","reportScope":{"agencyId":20700000000000125,"advertiserId":21700000000011523},"columns":[{"columnName":"account"}],"statisticsCurrency":"usd"}';
    const answer = await ask<ErrorBody>('POST', '/doubleclicksearch/v2/reports/generate', {
      as: service.viewer,
      body,
      headers: { 'content-type': 'application/json' },
    });

    expect(answer.body.error.message).toContain('advertiser 21700000000011523.');
  });

  test('ADS-46 currencies by the scope, converted by the rate of the day', async () => {
    const account = scopeOf(world.agencyId, world.advertiserIds[0], world.accountIds[1]);
    expect(
      await refusal(
        accountReport(world, {
          statisticsCurrency: 'account',
          reportScope: scopeOf(world.agencyId, world.advertiserIds[0]),
        }),
      ),
    ).toContain('engineAccountId');
    const cost = async (statisticsCurrency: string) => {
      const { body } = await generate({ columns: columns('cost'), reportScope: account, statisticsCurrency });
      return { code: body.statisticsCurrencyCode, cost: Number(body.rows[0]?.['cost']) };
    };
    const oracle = new Oracle(world);
    const sum = (to: string) =>
      world.facts
        .filter(({ accountId }) => accountId === world.accountIds[1])
        .reduce(
          (total, { costMicros, date }) =>
            total +
            (costMicros / 1e6) * (to === 'GBP' ? 1 : oracle.usdPerUnit('GBP', date) / oracle.usdPerUnit(to, date)),
          0,
        );
    for (const [name, code] of [
      ['usd', 'USD'],
      ['agency', 'GBP'],
      ['advertiser', 'EUR'],
      ['account', 'GBP'],
    ] as const) {
      expect(await cost(name)).toEqual({ code, cost: expect.closeTo(sum(code), 4) });
    }
  });

  test('ADS-47 one zone is named, several are refused on demand', async () => {
    expect((await generate()).body).not.toHaveProperty('statisticsTimeZone');
    expect(await refusal(accountReport(world, { verifySingleTimeZone: true }))).toContain(
      'America/New_York, Europe/Berlin, Europe/London',
    );
    const one = await generate({
      reportScope: scopeOf(world.agencyId, world.advertiserIds[0], world.accountIds[0]),
      verifySingleTimeZone: true,
    });
    expect(one.body.statisticsTimeZone).toBe('Europe/Berlin');
  });

  test('groupByColumn: one row for each value, sums over its rows', async () => {
    const { body } = await generate({
      columns: [{ columnName: 'accountType', groupByColumn: true }, ...columns('account', 'clicks', 'ctr')],
    });
    const ofAccounts = (...indexes: number[]) => {
      const facts = world.facts.filter(({ accountId }) =>
        indexes.some((index) => world.accountIds[index] === accountId),
      );
      const [clicks, impr] = [
        facts.reduce((sum, fact) => sum + fact.clicks, 0),
        facts.reduce((sum, fact) => sum + fact.impr, 0),
      ];
      return { clicks, ctr: expect.closeTo(clicks / impr, 6) };
    };

    expect(body.rows).toEqual([
      { accountType: 'Bing Ads', ...ofAccounts(1) },
      { accountType: 'Google AdWords', ...ofAccounts(0, 2) },
    ]);
  });

  test('ADS-55 limits and contradictions', async () => {
    const many = Array.from({ length: 301 }, (_, index) => ({ columnName: 'clicks', headerText: `h${String(index)}` }));
    expect(await refusal(accountReport(world, { columns: many }))).toContain('at most 300 columns');
    expect(
      await refusal(accountReport(world, { filters: many.map((column) => ({ column, operator: 'isNull' })) })),
    ).toContain('at most 300 filters');
    expect(
      await refusal(accountReport(world, { columns: [{ columnName: 'clicks', savedColumnName: 'x' }] })),
    ).toContain('exactly one of');
    expect(await refusal(accountReport(world, { columns: [] }))).toContain('at least one column');
    expect(await refusal(accountReport(world, { columns: columns('actions') }))).toContain("no column 'actions'");
    expect(await refusal({ ...accountReport(world), timeRange: {} })).toContain('needs a time range');
    expect(await refusal({ ...accountReport(world), statisticsCurrency: undefined })).toContain(
      'statisticsCurrency is required',
    );
  });
});

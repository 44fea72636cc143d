import { describe, expect, test } from '@jest/globals';
import type { Chart } from '#lib/ads/reports/page/chart';
import { makeFiles } from '#lib/ads/reports/page/make-files';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { NOW, useWarehouse } from '#test/support/ads/local-warehouse';
import { named } from '#test/support/ads/report-rows';
import type { ReportWorld } from '#test/support/ads/report-world';
import { dayAt, reportWorld } from '#test/support/ads/report-world';

const base = reportWorld();
const [fact] = base.facts;
if (fact === undefined) throw new Error('The world has no facts.');
const [account, other] = base.accountIds;
const factOn = (day: number, accountId: string | undefined, clicks: number, costMicros: number): typeof fact => ({
  ...fact,
  date: dayAt(day),
  accountId: accountId ?? '',
  impr: 100,
  clicks,
  costMicros,
});
const world: ReportWorld = {
  ...base,
  entities: base.entities.map((entity) => (entity.legacyId === other ? { ...entity, name: '=1+1' } : entity)),
  facts: [factOn(0, account, 2, 1_000_000), factOn(1, account, 3, 0), factOn(1, other, 5, 0)],
  visits: [],
  conversions: [],
};
const local = useWarehouse(world);

async function make(fields: ReportRequest, guardsFormulas = false) {
  const steps: number[] = [];
  const chunks: Uint8Array[] = [];
  const stores = { ...local.stores, warehouse: local.warehouse, reportSettings: { guardsFormulas } } as ReportStores;
  const made = await makeFiles(
    {
      reportType: 'account',
      reportScope: { agencyId: world.agencyId, advertiserId: world.advertiserIds[0] },
      timeRange: { startDate: dayAt(0), endDate: dayAt(1) },
      ...fields,
    },
    {
      stores,
      clock: { now: () => NOW },
      library: { script: '', style: '' },
      csvName: 'clicks.csv',
      async writeCsv(bytes) {
        for await (const chunk of bytes) chunks.push(chunk);
      },
      onStep: (step) => steps.push(step),
    },
  );
  const data = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(made.page)?.[1];
  const chart = data === undefined ? undefined : (JSON.parse(data) as Chart);
  return { ...made, chart, csv: Buffer.concat(chunks).toString(), steps };
}
const seconds = (day: number): number => Date.parse(`${dayAt(day)}T00:00:00Z`) / 1000;
const names = [account, other].map((id) => world.entities.find(({ legacyId }) => legacyId === id)?.name);

describe('a report as files', () => {
  test('a table, and a page that tells of it', async () => {
    const { csv, page, title, rows, steps } = await make({ columns: named('accountId', 'date', 'clicks') });

    expect(csv).toBe(
      [
        'accountId,date,clicks',
        `${account ?? ''},${dayAt(0)},2`,
        `${account ?? ''},${dayAt(1)},3`,
        `${other ?? ''},${dayAt(1)},5`,
        '',
      ].join('\n'),
    );
    expect([title, rows, steps]).toEqual(['Account report', 3, [1, 2, 3]]);
    expect(page).toContain(
      [
        `<p class="notes">${dayAt(0)} to ${dayAt(1)}`,
        'amounts in USD',
        'days of several time zones',
        'all of it in clicks.csv',
        '3 rows</p>',
      ].join(' · '),
    );
  });

  test('one zone is named, and the currency that was asked for', async () => {
    const { page } = await make({
      columns: named('accountId', 'cost'),
      reportScope: { agencyId: world.agencyId, advertiserId: world.advertiserIds[0], engineAccountId: account },
      statisticsCurrency: 'account',
    });
    const entity = world.entities.find(({ legacyId }) => legacyId === account);

    expect(page).toContain(`amounts in ${entity?.currencyCode ?? ''} · ${entity?.timeZone ?? ''} · all of it`);
    expect(page).toContain(`<small>${entity?.currencyCode ?? ''}</small>`);
  });

  test.each([
    ['productLeadAndCrossSell', 'productId', 'Product lead and cross sell report'],
    ['adGroup', 'adGroupId', 'Ad group report'],
  ])('%s: %s, a %s', async (reportType, column, title) => {
    expect((await make({ reportType, columns: named(column) })).title).toBe(title);
  });

  test('without days it says nothing of them, and draws nothing', async () => {
    const { page, chart } = await make({ columns: named('accountId'), timeRange: {} });

    expect(page).toContain('<p class="notes">amounts in USD ·');
    expect(chart).toBeUndefined();
  });

  test('a text that looks like a formula is guarded where the stage says so', async () => {
    const columns = named('account');

    expect((await make({ columns })).csv).toContain('\n=1+1\n');
    expect((await make({ columns }, true)).csv).toContain("\n'=1+1\n");
  });

  test('what nobody may ask for is refused', async () => {
    await expect(make({ columns: named('nothing') })).rejects.toMatchObject({ code: 400 });
  });
});

describe('the chart of a report', () => {
  test('a line for each value of the first column with a few, a gap where there is none', async () => {
    const { chart } = await make({ columns: named('account', 'date', 'clicks', 'cost') });

    expect(chart).toMatchObject({
      days: [seconds(0), seconds(1)],
      lines: expect.arrayContaining(names),
    });
    const clicks = chart?.metrics[0]?.lines ?? [];
    expect(chart?.metrics.map(({ name, unit }) => [name, unit])).toEqual([
      ['clicks', undefined],
      ['cost', 'USD'],
    ]);
    expect(names.map((name) => clicks[chart?.lines.indexOf(name ?? '') ?? -1])).toEqual([
      [2, 3],
      [null, 5],
    ]);
  });

  test('one line where nothing splits it; ratios are of sums', async () => {
    const { chart } = await make({ columns: named('accountId', 'date', 'clicks', 'ctr') });

    expect(chart).toMatchObject({
      days: [seconds(0), seconds(1)],
      lines: [''],
      metrics: [
        { name: 'clicks', lines: [[2, 8]] },
        { name: 'ctr', lines: [[0.02, 0.04]] },
      ],
    });
  });

  test('a column of one value does not split it', async () => {
    const { chart } = await make({ columns: named('advertiser', 'date', 'clicks') });

    expect(chart?.lines).toEqual(['']);
  });

  test('filters on what is counted do not hide days; others do', async () => {
    const filters = [{ column: { columnName: 'clicks' }, operator: 'greaterThan', values: [4] }];
    const some = [{ column: { columnName: 'accountId' }, operator: 'equals', values: [other] }];

    expect((await make({ columns: named('date', 'clicks'), filters })).chart?.metrics[0]?.lines).toEqual([[2, 8]]);
    expect((await make({ columns: named('date', 'clicks'), filters: some })).chart).toMatchObject({
      days: [seconds(1)],
      metrics: [{ lines: [[5]] }],
    });
  });

  test.each([
    ['without numbers', ['account', 'date']],
    ['without days', ['account', 'clicks']],
    ['of texts alone', ['date', 'searchImpressionShare']],
  ])('%s there is none', async (_, columns) => {
    expect((await make({ columns: named(...columns) })).chart).toBeUndefined();
  });
});

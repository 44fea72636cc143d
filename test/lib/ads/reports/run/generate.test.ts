import { describe, expect, test } from '@jest/globals';
import type { Warehouse } from '#lib/ads/reports/plan/warehouse';
import { generateReport } from '#lib/ads/reports/run/generate';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { NOW, VIEWER, useWarehouse } from '#test/support/ads/local-warehouse';
import { reportWorld } from '#test/support/ads/report-world';

const world = reportWorld();
const local = useWarehouse(world);

const generate = (warehouse: Warehouse, generateMs: number) =>
  generateReport(
    {
      reportType: 'account',
      reportScope: { agencyId: world.agencyId },
      columns: [{ columnName: 'accountId' }, { columnName: 'dfaRevenue' }],
      timeRange: { startDate: world.firstDay, endDate: world.lastDay },
      statisticsCurrency: 'usd',
    },
    {
      stores: {
        ...local.stores,
        warehouse,
        reportSettings: { generateMs, leastRowsPerFile: 1, mostRows: 1, guardsFormulas: false },
      } as ReportStores,
      caller: { email: VIEWER },
      clock: { now: () => NOW },
    },
  );

describe('reports.generate', () => {
  test('a report that takes too long is 503, and says what to do instead', async () => {
    const slow: Warehouse = {
      ...local.warehouse,
      rows: ({ signal }) =>
        new Promise((_, reject) => {
          const interrupt = () => {
            reject(new Error('interrupted'));
          };
          if (signal?.aborted === true) interrupt();
          else signal?.addEventListener('abort', interrupt);
        }),
    };

    await expect(generate(slow, 20)).rejects.toMatchObject({
      code: 503,
      message: expect.stringContaining('reports.request'),
    });
  });

  test('an amount without an exchange rate stops the report', async () => {
    await expect(
      generate({ ...local.warehouse, ratedCurrencies: () => Promise.resolve(new Set(['EUR'])) }, 20_000),
    ).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining('no exchange rate between GBP and USD'),
    });
  });

  test('within its time it is answered', async () => {
    expect((await generate(local.warehouse, 20_000)).rows).toHaveLength(3);
  });
});

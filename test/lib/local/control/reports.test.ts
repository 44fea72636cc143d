import { expect, test } from '@jest/globals';
import { SAMPLE } from '#lib/ads/sample/sample-accounts';
import { askAs, useAlmanac } from '#test/support/stack/use-almanac';

const REPORTS = 'doubleclicksearch/v2/reports';
const almanac = useAlmanac({ services: ['ads'], seed: 'sample', clock: { now: '2026-11-02T09:00:00Z', frozen: true } });

const ask = (method: string, path: string, body?: object) =>
  askAs(almanac.current, SAMPLE.manager, [method, path, body]);

test('a report that was asked for is ready when the clock has moved on, and gone after a reset', async () => {
  const { body } = await ask('POST', REPORTS, {
    reportType: 'campaign',
    reportScope: { agencyId: SAMPLE.agencyId },
    columns: [{ columnName: 'campaign' }, { columnName: 'clicks' }],
    statisticsCurrency: 'usd',
    maxRowsPerFile: 1_000_000,
    downloadFormat: 'csv',
    timeRange: { startDate: '2026-10-01', endDate: '2026-10-31' },
  });
  expect(body).toMatchObject({ isReportReady: false });
  const path = `${REPORTS}/${String(body['id'])}`;

  await almanac.current.clock.advance('PT10M');
  expect((await ask('GET', path)).body).toMatchObject({ isReportReady: true, rowCount: expect.any(Number) });

  await almanac.current.reset();
  expect((await ask('GET', path)).status).toBe(404);
});

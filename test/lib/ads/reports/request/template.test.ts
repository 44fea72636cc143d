import { expect, test } from '@jest/globals';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';
import { readRequest } from '#lib/ads/reports/request/request';
import { requestTemplate } from '#lib/ads/reports/request/template';

const NOW = Date.parse('2026-03-15T12:00:00Z');

test.each([...REPORT_TYPES.values()])('the template of $name reports is a request that is taken', (type) => {
  const reading = readRequest(requestTemplate(type, NOW), 'request', NOW);

  expect(reading.plan(undefined).columns.length).toBeGreaterThan(0);
});

test('it asks for the last two weeks, up to yesterday', () => {
  const campaigns = REPORT_TYPES.get('campaign');
  expect(campaigns && requestTemplate(campaigns, NOW)).toMatchObject({
    reportType: 'campaign',
    columns: ['date', 'account', 'campaign', 'status', 'impr', 'clicks', 'cost'].map((columnName) => ({ columnName })),
    timeRange: { startDate: '2026-03-01', endDate: '2026-03-14' },
  });
});

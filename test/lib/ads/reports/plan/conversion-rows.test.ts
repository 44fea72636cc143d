import { expect, test } from '@jest/globals';
import type { Conversion } from '#lib/ads/model/conversion';
import { conversionRow } from '#lib/ads/reports/plan/conversion-rows';

const conversion = (details: Conversion['details']): Conversion => ({
  advertiserId: '2',
  conversionId: 'a',
  timestampMs: Date.UTC(2026, 2, 14),
  dsConversionId: '1',
  modifiedMs: Date.UTC(2026, 2, 14),
  type: 'ACTION',
  state: 'ACTIVE',
  legacy: { agencyId: '1', advertiserId: '2' },
  details,
});

test('a metric that a conversion names twice counts with both values, one that it does not name is absent', () => {
  const { metrics } = conversionRow(
    conversion({
      customMetric: [
        { name: 'sales', value: 1.5 },
        { name: 'other', value: 8 },
        { name: 'sales', value: 2 },
      ],
    }),
    {
      timeZone: 'UTC',
      customMetrics: ['sales', 'nothing'],
      customDimensions: [],
    },
  );

  expect(metrics).toEqual([3.5, null]);
});

test('a dimension without text is as absent as one without a name: both are the same empty cell', () => {
  const { dimensions } = conversionRow(
    conversion({
      customDimension: [
        { name: 'colour', value: '' },
        { name: 'size', value: '0' },
      ],
    }),
    { timeZone: 'UTC', customMetrics: [], customDimensions: ['colour', 'size', 'nothing'] },
  );

  expect(dimensions).toEqual([null, '0', null]);
});

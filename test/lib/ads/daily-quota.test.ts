import { describe, expect, test } from '@jest/globals';
import { dailyQuota } from '#lib/ads/daily-quota';

const { startOf, bucketOf } = dailyQuota({ generate: 3, request: 2, other: 1 });

describe('dailyQuota', () => {
  test.each([
    ['in winter', '2026-01-10T07:59:59Z', '2026-01-09T08:00:00Z'],
    ['at midnight', '2026-01-10T08:00:00Z', '2026-01-10T08:00:00Z'],
    ['in summer', '2026-07-10T07:00:00Z', '2026-07-10T07:00:00Z'],
    ['when clocks change', '2026-03-08T20:00:00Z', '2026-03-08T08:00:00Z'],
  ])('the day begins at midnight Pacific, %s', (_, at, start) => {
    expect(startOf(new Date(at))).toEqual(new Date(start));
  });

  test.each([
    ['doubleclicksearch.reports.generate', { bucket: 'generate', ceiling: 3 }],
    ['doubleclicksearch.reports.request', { bucket: 'request', ceiling: 2 }],
    ['doubleclicksearch.reports.get', { bucket: 'other', ceiling: 1 }],
    ['doubleclicksearch.conversion.insert', { bucket: 'other', ceiling: 1 }],
  ])('%s', (operationId, bucket) => {
    expect(bucketOf(operationId)).toEqual(bucket);
  });
});

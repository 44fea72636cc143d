import { describe, expect, test } from '@jest/globals';
import { sampleData } from '#lib/ads/sample/sample-data';

const now = new Date('2026-03-14T10:00:00Z');
const { files, conversions } = sampleData(now);
const rowsOf = (name: string): string[][] =>
  (files.find((file) => file.name === name)?.lines ?? []).slice(1).map((line) => line.split(','));
const countOf = (level: string): number => rowsOf('entities.csv').filter(([found]) => found === level).length;

describe('sampleData', () => {
  test('is one agency with two advertisers, three accounts, a dozen campaigns, 24 ad groups and 120 keywords', () => {
    expect(['AGENCY', 'ADVERTISER', 'ACCOUNT', 'CAMPAIGN', 'AD_GROUP', 'KEYWORD'].map(countOf)).toEqual([
      1, 2, 3, 12, 24, 120,
    ]);
  });

  test('has facts for the 90 days that end yesterday', () => {
    const days = new Set(rowsOf('facts_daily.csv').map(([date]) => date));

    expect(days.size).toBe(90);
    expect([...days].sort().at(-1)).toBe('2026-03-13');
  });

  test('is the same every time', () => {
    expect(sampleData(now)).toEqual({ files, conversions });
  });

  test('has an id for everything only once', () => {
    const ids = rowsOf('entities.csv').map(([level, id]) => `${level ?? ''} ${id ?? ''}`);

    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(conversions.map(({ conversionId }) => conversionId)).size).toBe(conversions.length);
  });

  test('conversions come after their clicks, and fit into one batch', () => {
    const clicks = new Map(rowsOf('visits.csv').map(([clickId = '', timestamp]) => [clickId, Number(timestamp)]));

    expect(conversions.length).toBeGreaterThan(50);
    expect(conversions.length).toBeLessThanOrEqual(2_000);
    for (const { clickId, timestampMs } of conversions)
      expect(timestampMs).toBeGreaterThanOrEqual(clicks.get(clickId) ?? Infinity);
  });
});

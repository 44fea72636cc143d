import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { entities, factsDaily, floodlight, tagConversions, visits, type Kind } from '#lib/ads/import/kinds';
import { UnreadableFile } from '#lib/ads/import/report';
import { monthKey } from '#lib/ads/import/warehouse-keys';
import { importDependencies } from '#lib/runtime/ads/import';
import { importTogether } from '#lib/stores/duckdb/importer';
import { stores } from '#test/support/ads/advertising';
import { entityLines, folder, HEADER, newAdsIds, placeOf, rowsAt, type AdsIds } from '#test/support/ads/import-files';

const AT = Date.parse('2026-03-02T12:00:00Z');

/** In an order in which nothing finds what it looks up. */
function filesOf(w: AdsIds, click: string): Map<Kind, string> {
  const activityId = `8${w.customer}`;
  const rows = {
    tag_conversions: {
      agencyId: w.agency,
      advertiserId: w.advertiser,
      conversionTimestamp: AT,
      conversionId: 'order-1',
      segmentationId: activityId,
      clickId: click,
    },
    facts_daily: { date: '2026-03-01', ...placeOf(w), device: 'Desktop', impr: 9, clicks: 2, costMicros: 5 },
    visits: { clickId: click, timestampMs: AT - 1_000, ...placeOf(w) },
    floodlight: {
      advertiserId: w.advertiser,
      groupId: '1',
      groupName: 'Sales',
      groupTag: 'sales',
      conversionType: 'TRANSACTION',
      activityId,
      activityName: 'Purchase',
      activityTag: 'buy',
      weight: 1,
      status: 'Active',
    },
  };
  const kinds = [tagConversions, factsDaily, visits, floodlight];
  const paths = new Map(kinds.map((kind) => [kind, join(folder, `${kind.name}-${click}.ndjson`)]));
  for (const [{ name }, path] of paths) writeFileSync(path, JSON.stringify(rows[name as keyof typeof rows]));
  const path = join(folder, `entities-${click}.csv`);
  writeFileSync(path, [HEADER, ...entityLines(w)].join('\n'));
  return paths.set(entities, path);
}

describe('files that are imported together', () => {
  test('find what the others bring, whatever their order', async () => {
    const w = newAdsIds();

    const reports = await importTogether(filesOf(w, `together-${w.customer}`), importDependencies);

    expect(reports.map(({ kind, rows, badLines }) => [kind, rows, badLines])).toEqual([
      ['tag_conversions', 1, 0],
      ['facts_daily', 1, 0],
      ['visits', 1, 0],
      ['floodlight', 1, 0],
      ['entities', 7, 0],
    ]);
    expect(await rowsAt(monthKey(factsDaily, { advertiserId: w.advertiser, month: '2026-03' }), 'impr')).toEqual([
      { impr: '9' },
    ]);
    const [conversion] = await stores.conversions.findAll([
      { advertiserId: w.advertiser, conversionId: 'order-1', timestampMs: AT },
    ]);
    expect(conversion).toMatchObject({
      type: 'TRANSACTION',
      legacy: { campaignId: w.campaign, criterionId: w.keyword },
      modern: { campaignId: '901', criterionId: '701' },
      details: { segmentationName: 'Purchase' },
    });
  });

  test('bring nothing when one of them cannot be read, and all of it the next time', async () => {
    const w = newAdsIds();
    const click = `half-${w.customer}`;
    const files = filesOf(w, click);

    await expect(
      importTogether(new Map([...files, [visits, join(folder, 'visits-nowhere.csv')]]), importDependencies),
    ).rejects.toBeInstanceOf(UnreadableFile);
    expect(await stores.entities.find({ space: 'legacy', kind: 'CAMPAIGN', id: w.campaign })).toBeUndefined();

    await importTogether(files, importDependencies);

    expect(await stores.visits.findAll([click])).toMatchObject([{ timestampMs: AT - 1_000 }]);
  });
});

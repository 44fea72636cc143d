import { describe, expect, test } from '@jest/globals';
import { useWarehouse, type LocalWarehouse } from '#test/support/ads/local-warehouse';
import { named, rowsOfWorld } from '#test/support/ads/report-rows';
import { dayAt, reportWorld } from '#test/support/ads/report-world';

const world = reportWorld();
const [fact] = world.facts;
const [visit] = world.visits;
if (fact === undefined || visit === undefined) throw new Error('The world has neither facts nor visits.');

const recorded = [{ ...visit, timestampMs: Date.parse(`${dayAt(5)}T12:00:00Z`), device: undefined }];
const factsOf = (visits: number | undefined) => [{ ...fact, date: dayAt(1), device: 'Mobile', clicks: 7, visits }];
const byEngine = useWarehouse({ ...world, facts: factsOf(3), visits: recorded, conversions: [] });
const byRecords = useWarehouse({ ...world, facts: factsOf(undefined), visits: recorded, conversions: [] });
const byClicks = useWarehouse({ ...world, facts: factsOf(undefined), visits: [], conversions: [] });

const ask = rowsOfWorld(world, { reportType: 'account', statisticsCurrency: 'usd' });
const splitVisits = (from: LocalWarehouse, ...more: readonly string[]) =>
  ask({ columns: named('date', 'deviceSegment', 'visits', ...more) }, from);
const row = (day: number, deviceSegment: string, visits: number) => ({ date: dayAt(day), deviceSegment, visits });

describe('a split report has a row only where what it counts is', () => {
  test("the engine's visits: none for those that were recorded besides", async () => {
    expect(await splitVisits(byEngine)).toEqual([row(1, 'Mobile', 3)]);
  });

  test('recorded visits: none for the facts that have no count of them', async () => {
    expect(await splitVisits(byRecords)).toEqual([row(5, 'Other', 1)]);
    expect(await splitVisits(byRecords, 'clicks')).toEqual([
      { ...row(1, 'Mobile', 0), clicks: 7 },
      { ...row(5, 'Other', 1), clicks: 0 },
    ]);
  });

  test('clicks where there is neither', async () => {
    expect(await splitVisits(byClicks)).toEqual([row(1, 'Mobile', 7)]);
  });
});

test('a visit without a device is shown under the segment that it is counted in', async () => {
  const rows = await ask({ reportType: 'visit', columns: named('visitId', 'deviceSegment') }, byRecords);

  expect(rows).toEqual([{ visitId: visit['clickId'], deviceSegment: 'Other' }]);
});

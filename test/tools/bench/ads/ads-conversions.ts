import type { Conversion } from '#lib/ads/model/conversion';
import { batchOf, KEYWORD, putAdvertiser, START, TOP } from '#test/tools/bench/deployed/advertiser';
import type { Bench, Report } from '#test/tools/measure/bench';
import { reportSample, request, sampleMany, sampleOnce } from '#test/tools/measure/measure';
import { openBenchStack } from '#test/tools/measure/stack';

const EMAIL = 'ads-bench@example.com';
const DEEP_ROW = 50_000;
const PAGE = 1_000;
const ROUNDS = 5;

const stored = (row: number): Conversion => ({
  advertiserId: TOP.advertiserId,
  conversionId: `row-${String(row)}`,
  timestampMs: Date.UTC(2025, 0, 1) + row,
  dsConversionId: String(1_000_000 + row),
  modifiedMs: START,
  type: 'ACTION',
  state: 'ACTIVE',
  legacy: KEYWORD,
  details: { segmentationType: 'FLOODLIGHT', segmentationId: '8', segmentationName: 'Signup' },
});

async function run(report: Report): Promise<void> {
  const { token } = await openBenchStack();
  const [{ handler }, { ads }] = await Promise.all([
    import('#functions/ads/conversion/index'),
    import('#lib/runtime/ads/serve'),
  ]);
  const { stores } = ads;
  const as = await token(EMAIL);
  await putAdvertiser(stores, EMAIL);

  for (const size of [200, 2_000]) {
    report.progress(`batches of ${String(size)}`);
    const sample = await sampleMany(
      handler,
      (round) =>
        request('POST', '/doubleclicksearch/v2/conversion', as, batchOf(size, `${String(size)}-${String(round)}`)),
      ROUNDS,
    );
    report.row(`conversion.insert of ${String(size)}`, (size / sample.totalMs) * 1000, 'conversions a second');
    report.row(`conversion.insert of ${String(size)}: database calls`, sample.calls, 'calls');
    report.row(`conversion.insert of ${String(size)}: consumed capacity`, sample.capacity, 'units');
    report.row(`conversion.insert of ${String(size)}: round trips`, sample.roundTrips, 'in a row');
    report.row(`conversion.insert of ${String(size)}: own time`, sample.ownMs, 'ms');
  }

  for (let row = 0; row < DEEP_ROW + PAGE; row += PAGE) {
    report.progress(`storing conversions, ${String(row)} of ${String(DEEP_ROW + PAGE)}`);
    await stores.conversions.addAll(Array.from({ length: PAGE }, (_, index) => stored(row + index)));
  }
  const page = (startRow: number) =>
    request(
      'GET',
      `/doubleclicksearch/v2/agency/1/advertiser/2/engine/3/conversion?startDate=20250101&endDate=20250102&rowCount=${String(PAGE)}&startRow=${String(startRow)}`,
      as,
    );
  reportSample(report, 'conversion.get of 1000 at row 0', await sampleMany(handler, () => page(0), ROUNDS));
  // A client that asks for row 50,000 has read the page before it.
  await sampleOnce(handler, page(DEEP_ROW - PAGE));
  reportSample(report, 'conversion.get of 1000 at row 50,000', await sampleMany(handler, () => page(DEEP_ROW), ROUNDS));
}

export const adsConversions: Bench = { name: 'ads-conversions', usesStack: true, run };

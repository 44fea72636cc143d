import { describe, expect, test } from '@jest/globals';
import { operations } from '#functions/ads/conversion/index';
import { dailyQuota } from '#lib/ads/daily-quota';
import { watchMeters, type Meter } from '#lib/api/process/meter';
import { serve } from '#lib/middleware/serve';
import { ads } from '#lib/runtime/ads/serve';
import { config } from '#lib/runtime/process/config';
import { dynamoBookmarks } from '#lib/stores/dynamodb/ads/bookmarks';
import { documents } from '#lib/stores/dynamodb/client/client';
import { conversionsOf, purchase, purchaseByClick } from '#test/support/ads/advertising';
import type { ConversionList } from '#test/support/ads/conversions';
import { useAdvertising } from '#test/support/ads/use-advertising';
import { requestsTo } from '#test/support/ask';

/** A process leases its share of the day now and then; that is counted elsewhere. */
const ask = requestsTo(serve(operations, { ...ads, daily: dailyQuota({ generate: 0, request: 0, other: 0 }) }));
const URL = '/doubleclicksearch/v2/conversion';

const world = useAdvertising();

/** The database gives 1 MB at a time: some 1,200 of these conversions. */
const ONE_PIECE = 1_100;
const TWO_PIECES = 2_200;

const newProcess = () =>
  requestsTo(
    serve(operations, {
      ...ads,
      daily: dailyQuota({ generate: 0, request: 0, other: 0 }),
      stores: { ...ads.stores, bookmarks: dynamoBookmarks(documents, config.adsTable, { now: () => new Date() }) },
    }),
  );

const [otherProcess, thirdProcess] = [newProcess(), newProcess()];

async function roundTripsOf(method: string, url: string, body?: object, send = ask): Promise<number> {
  const meters: Meter[] = [];
  const { status, text } = await watchMeters(
    (meter) => meters.push(meter),
    () => send(method, url, { as: world.manager, ...(body !== undefined && { body }) }),
  );
  if (status >= 300) throw new Error(text);
  return Math.max(...meters.map(({ roundTrips }) => roundTrips));
}

const keywords = (from: number, to: number, account = world.accounts[0]) => ({
  conversion: Array.from({ length: to - from }, (_, index) =>
    purchase(account, `trip-${String(from + index)}`, {
      conversionTimestamp: String(Date.now() - 60_000 + from + index),
    }),
  ),
});

describe('calls to the database that wait for one another', () => {
  test('insert on keywords: 2', async () => {
    expect(await roundTripsOf('POST', URL, keywords(0, 20))).toBe(2);
  });

  test('insert by click: 3', async () => {
    const conversion = [purchaseByClick(world.accounts[0], await world.click(world.accounts[0]), 'trip-click')];

    expect(await roundTripsOf('POST', URL, { conversion })).toBe(3);
  });

  test('get: 2 on the first page, 1 on those that follow', async () => {
    await ask('POST', URL, { as: world.manager, body: keywords(20, 60) });

    const trips = [];
    for (const startRow of ['0', '20', '40'])
      trips.push(await roundTripsOf('GET', conversionsOf(world.accounts[0], { startRow, rowCount: '20' })));

    expect(trips).toEqual([2, 1, 1]);
  });

  test('get of a deep page: 2, or one for each MB before it; 1 for the next, 2 in another process', async () => {
    const [, account] = world.accounts;
    for (let from = 0; from < TWO_PIECES; from += 100)
      await ask('POST', URL, { as: world.manager, body: keywords(from, from + 100, account) });
    const page = (startRow: number) => conversionsOf(account, { startRow: String(startRow), rowCount: '20' });

    expect(await roundTripsOf('GET', page(ONE_PIECE - 100))).toBe(2);
    expect(await roundTripsOf('GET', page(TWO_PIECES - 100))).toBe(3);
    expect(await roundTripsOf('GET', page(TWO_PIECES - 80))).toBe(1);
    expect(await roundTripsOf('GET', page(TWO_PIECES - 60), undefined, otherProcess)).toBe(2);
    // A process that has read nothing yet begins at what the others have noted.
    const { body } = await thirdProcess<ConversionList>('GET', page(TWO_PIECES - 40), { as: world.manager });
    expect(body.conversion?.map(({ conversionId }) => conversionId)).toEqual(
      Array.from({ length: 20 }, (_, index) => `trip-${String(TWO_PIECES - 40 + index)}`),
    );
  });
});

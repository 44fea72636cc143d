/** Conversions, entities and visits that versions before 0.3 wrote. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { config } from '#lib/runtime/process/config';
import { documents } from '#lib/stores/dynamodb/client/client';
import { rewriteAdsItem } from '#lib/stores/dynamodb/rewrite/ads-items';
import { rewriteTable } from '#lib/stores/dynamodb/rewrite/rewrite-table';
import { conversionsOf, purchase, purchaseByClick } from '#test/support/ads/advertising';
import { ask, conversionRequests, type ConversionList } from '#test/support/ads/conversions';
import { useAdvertising } from '#test/support/ads/use-advertising';
import { itemsOf, makeFormer } from '#test/support/database/former-forms';

const world = useAdvertising();
const { insert } = conversionRequests(() => world);

/** The table is shared with other tests: everything of this world has one of its ids in its key. */
let isOurs: (pk: string) => boolean;
beforeAll(() => {
  const ids = world.accounts.flatMap(({ legacy, modern }) => [
    ...Object.values(legacy),
    ...Object.values(modern ?? {}),
  ]);
  isOurs = (pk) => ids.some((id) => id.length > 6 && pk.endsWith(id)) || pk.startsWith('VISIT#click-');
});

const listed = async () =>
  (await ask<ConversionList>('GET', conversionsOf(world.accounts[0]), { as: world.manager })).body.conversion ?? [];
const formsOf = async (): Promise<string[]> => {
  const items = await itemsOf(config.adsTable, (pk) => pk.startsWith('CONVERSIONS#') && isOurs(pk));
  return items.map(({ legacy }) => (legacy === undefined ? 'text' : 'map'));
};

describe('what an earlier version wrote for the ads service', () => {
  test('is found, filtered, attributed to and changed; a change gives it the new form', async () => {
    const [berlin, munich] = world.accounts;
    const clickId = await world.click(berlin);
    const metrics = { customMetric: [{ name: 'sales', value: 1e300 }] };
    await insert([purchase(berlin, 'first', metrics), purchase(munich, 'elsewhere')]);
    const before = await listed();
    expect(before.map(({ conversionId }) => conversionId)).toEqual(['first']);

    expect(await makeFormer(config.adsTable, isOurs)).toBeGreaterThan(5);
    expect(await formsOf()).toEqual(['map', 'map']);

    expect(await listed()).toEqual(before);
    expect((await insert([purchaseByClick(berlin, clickId, 'by click')])).status).toBe(200);
    const again = await insert<{ error: unknown }>([{ ...purchase(berlin, 'first'), ...before[0] }]);
    expect(again.status).toBe(400);
    const changed = { ...purchase(berlin, 'first'), ...before[0], revenueMicros: '7' };
    const updated = await ask<ConversionList>('PUT', '/doubleclicksearch/v2/conversion', {
      as: world.manager,
      body: { conversion: [changed] },
    });
    expect(updated.body.conversion).toMatchObject([{ revenueMicros: '7', ...metrics }]);
    expect((await formsOf()).toSorted()).toEqual(['map', 'text', 'text']);
  });

  test('is rewritten by the job', async () => {
    await makeFormer(config.adsTable, isOurs);
    const before = await listed();

    await Array.fromAsync(
      rewriteTable(documents, config.adsTable, (item) =>
        isOurs(String(item['pk'])) ? rewriteAdsItem(item) : undefined,
      ),
    );

    expect(await formsOf()).toEqual(['text', 'text', 'text']);
    expect(await listed()).toEqual(before);
    const left = await itemsOf(config.adsTable, isOurs);
    expect(left.filter(({ legacy }) => legacy !== undefined)).toEqual([]);
  });
});

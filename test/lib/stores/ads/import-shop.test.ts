import { describe, expect, test } from '@jest/globals';
import { handler } from '#functions/ads/conversion/index';
import { products } from '#lib/ads/import/kinds';
import { advertiserKey } from '#lib/ads/import/warehouse-keys';
import type { Conversion, ConversionFields } from '#lib/ads/model/conversion';
import { stores } from '#test/support/ads/advertising';
import {
  clockAt,
  importText,
  HEADER,
  entityLines,
  rowsAt,
  newAdsIds,
  type AdsIds,
  placeOf,
} from '#test/support/ads/import-files';
import { requestsTo } from '#test/support/ask';
import { someone } from '#test/support/people';

const ask = requestsTo(handler);
const MOMENT = Date.UTC(2026, 1, 1, 12);

async function conversionsOf({ advertiser }: AdsIds): Promise<Conversion[]> {
  const found: Conversion[] = [];
  for await (const conversion of stores.conversions.list({
    advertiserId: advertiser,
    fromMs: 0,
    untilMs: Date.UTC(2030, 0, 1),
  }))
    found.push(conversion);
  return found;
}

describe('importing products', () => {
  const header =
    'advertiserId,inventoryAccountId,productId,productCountry,productLanguage,productTitle,productPrice,currencyCode';

  test('items of a feed lie in a file of their advertiser, and a later file replaces what it restates', async () => {
    const [w, other] = [newAdsIds(), newAdsIds()];
    const row = ({ advertiser }: AdsIds, id: string, title: string, price: string) =>
      `${advertiser},5,${id},DE,de,${title},${price},EUR`;

    await importText(
      'products-1.csv',
      [
        header,
        row(w, 'sku-1', '"Boots, ""wide"" 🥾"', '59.9'),
        row(w, 'sku-2', 'Sandals', '20'),
        row(other, 'sku-1', 'Pots', '7'),
      ].join('\n'),
    );
    const report = await importText(
      'products-2.csv',
      [header, row(w, 'sku-2', 'Sandals', '18.5'), row(w, 'sku-3', 'Laces', 'cheap')].join('\n'),
    );

    expect(report).toMatchObject({
      kind: 'products',
      rows: 1,
      badLines: 1,
      problems: [{ line: 3, problem: 'productPrice is not a number: cheap' }],
    });
    expect(await rowsAt(advertiserKey(products, w.advertiser), 'productId, productTitle, productPrice')).toEqual([
      { productId: 'sku-1', productTitle: 'Boots, "wide" 🥾', productPrice: 59.9 },
      { productId: 'sku-2', productTitle: 'Sandals', productPrice: 18.5 },
    ]);
    expect(await rowsAt(advertiserKey(products, other.advertiser), 'productTitle')).toEqual([{ productTitle: 'Pots' }]);
  });
});

describe('importing conversions of tags', () => {
  const line = (w: AdsIds, fields: Readonly<Record<string, unknown>> = {}) =>
    JSON.stringify({
      agencyId: w.agency,
      advertiserId: w.advertiser,
      conversionTimestamp: MOMENT,
      segmentationId: '12',
      floodlightOrderId: 'order-1',
      ...fields,
    });
  const setUp = async (w: AdsIds): Promise<void> => {
    await importText('entities.csv', [HEADER, ...entityLines(w)].join('\n'));
    await importText(
      'floodlight.csv',
      `advertiserId,groupId,groupName,conversionType,activityId,activityName\n${w.advertiser},11,Shop,TRANSACTION,12,Purchase\n`,
    );
    await importText(
      'visits.ndjson',
      JSON.stringify({
        clickId: `c-${w.customer}`,
        timestampMs: MOMENT - 60_000,
        ...placeOf(w),
        device: 'Tablet',
      }),
    );
  };

  test('a click leads to the keyword in both spaces, and the order is the id', async () => {
    const w = newAdsIds();
    await setUp(w);

    const product = { productId: 'sku-1', productCountry: 'CH', productLanguage: 'de' };
    const lineItems = [{ ...product, quantityMillis: '2000', revenueMicros: '119800000' }];
    await importText(
      'tag_conversions.ndjson',
      line(w, {
        clickId: `c-${w.customer}`,
        revenueMicros: 119_800_000,
        currencyCode: 'EUR',
        crossEnv: true,
        lineItems,
        customMetric: [{ name: 'sales', value: 2 }],
      }),
    );

    const [stored] = await conversionsOf(w);
    expect(stored).toMatchObject({
      conversionId: 'order-1',
      timestampMs: MOMENT,
      type: 'TRANSACTION',
      state: 'ACTIVE',
      device: 'Tablet',
      visitMs: MOMENT - 60_000,
      legacy: {
        agencyId: w.agency,
        advertiserId: w.advertiser,
        engineAccountId: w.account,
        campaignId: w.campaign,
        adGroupId: w.group,
        criterionId: w.keyword,
        adId: w.ad,
      },
      modern: { customerId: w.customer, campaignId: '901', adGroupId: '801', criterionId: '701', adId: '601' },
      details: {
        segmentationName: 'Purchase',
        revenueMicros: '119800000',
        customMetric: [{ name: 'sales', value: 2 }],
      },
      tag: { isCrossEnv: true, lineItems },
    });
    expect(stored?.dsConversionId).toMatch(/^\d{10,19}$/);
  });

  test('the same file twice leaves everything as it was; one that says something else replaces it under the same id', async () => {
    const w = newAdsIds();
    await setUp(w);
    await importText('tag_conversions.ndjson', line(w, { quantityMillis: 1000 }));
    const [first] = await conversionsOf(w);

    await importText('tag_conversions.ndjson', line(w, { quantityMillis: 1000 }), clockAt('2026-03-15T10:00:00Z'));
    expect(await conversionsOf(w)).toEqual([first]);

    await importText('tag_conversions.ndjson', line(w, { quantityMillis: 3000 }), clockAt('2026-03-16T10:00:00Z'));
    const restated = await conversionsOf(w);
    expect(restated).toHaveLength(1);
    expect(restated[0]).toMatchObject({
      dsConversionId: first?.dsConversionId,
      details: { quantityMillis: '3000' },
      modifiedMs: Date.UTC(2026, 2, 16, 10),
    });
  });

  test('clients read them beside the uploaded ones and may change them; the same file again does not undo that', async () => {
    const w = newAdsIds();
    await setUp(w);
    const as = someone('manager');
    await stores.grants.put({ subject: as, agencyId: w.agency, role: 'WRITE' });
    const file = line(w, { clickId: `c-${w.customer}`, revenueMicros: 5_000_000, currencyCode: 'EUR', crossEnv: true });
    await importText('tag_conversions.ndjson', file);
    const listed = async (): Promise<ConversionFields[]> => {
      const { body } = await ask<{ conversion?: ConversionFields[] }>(
        'GET',
        `/doubleclicksearch/v2/agency/${w.agency}/advertiser/${w.advertiser}/engine/${w.account}/conversion?startDate=20260201&endDate=20260201&startRow=0&rowCount=10`,
        { as },
      );
      return body.conversion ?? [];
    };

    const [first = {}, ...others] = await listed();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      conversionId: 'order-1',
      criterionId: w.keyword,
      revenueMicros: '5000000',
      segmentationType: 'FLOODLIGHT',
      state: 'ACTIVE',
    });
    expect(Object.keys(first)).not.toContain('tag');

    const { status } = await ask('PUT', '/doubleclicksearch/v2/conversion', {
      as,
      body: {
        conversion: [
          { dsConversionId: first.dsConversionId, state: 'REMOVED', revenueMicros: '5000000', currencyCode: 'EUR' },
        ],
      },
    });
    expect(status).toBe(200);
    await importText('tag_conversions.ndjson', file, clockAt('2026-03-15T10:00:00Z'));

    expect((await listed()).map(({ state }) => state)).toEqual(['REMOVED']);
  });

  test('two orders of one moment are two conversions of the service', async () => {
    const w = newAdsIds();
    await importText('tag_conversions.ndjson', `${line(w)}\n${line(w, { floodlightOrderId: 'order-2' })}`);

    const stored = await conversionsOf(w);
    expect(new Set(stored.map(({ conversionId }) => conversionId))).toEqual(new Set(['order-1', 'order-2']));
    expect(new Set(stored.map(({ dsConversionId }) => dsConversionId)).size).toBe(2);
  });

  test('without an order the id of the service stands for the id of the advertiser', async () => {
    const w = newAdsIds();

    await importText(
      'tag_conversions.csv',
      `agencyId,advertiserId,conversionTimestamp,segmentationId,dsConversionId\n${w.agency},${w.advertiser},${String(MOMENT)},12,777\n${w.agency},${w.advertiser},${String(MOMENT)},12,\n`,
    );

    const stored = await conversionsOf(w);
    expect(stored).toHaveLength(2);
    for (const { conversionId, dsConversionId } of stored) expect(conversionId).toBe(dsConversionId);
    expect(stored.map(({ dsConversionId }) => dsConversionId)).toContain('777');
  });

  test('an uploaded conversion of the same id and time stays as it is', async () => {
    const w = newAdsIds();
    await setUp(w);
    const uploaded: Conversion = {
      advertiserId: w.advertiser,
      conversionId: 'order-1',
      timestampMs: MOMENT,
      dsConversionId: '5',
      modifiedMs: MOMENT,
      type: 'ACTION',
      state: 'ACTIVE',
      legacy: { agencyId: w.agency, advertiserId: w.advertiser },
      details: {},
    };
    await stores.conversions.addAll([uploaded]);

    await importText('tag_conversions.ndjson', line(w));

    expect(await conversionsOf(w)).toEqual([uploaded]);
  });

  test('a moment that is none spoils its own line only', async () => {
    const w = newAdsIds();

    const report = await importText(
      'tag_conversions.ndjson',
      [line(w, { conversionTimestamp: 5 }), line(w)].join('\n'),
    );

    expect(report).toMatchObject({
      rows: 1,
      badLines: 1,
      problems: [{ line: 1, problem: 'conversionTimestamp is not between 1356998400000 and 253402300799999: 5' }],
    });
  });
});

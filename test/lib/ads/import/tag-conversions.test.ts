import { describe, expect, test } from '@jest/globals';
import type { Row } from '#lib/ads/import/rows';
import { keepTagConversions, tagConversion } from '#lib/ads/import/tag-conversions';
import type { Activity } from '#lib/ads/model/advertiser';
import type { Conversion } from '#lib/ads/model/conversion';
import type { Visit } from '#lib/ads/model/visit';
import type { AdsStores, ConversionChange } from '#lib/ads/stores/all';
import type { SomeStores } from '#test/support/ads/local-warehouse';

const NOW = Date.UTC(2026, 2, 14);
const AT = Date.UTC(2026, 2, 13);
const LEGACY = { agencyId: '1', advertiserId: '2' };
const ROW: Row = { agencyId: '1', advertiserId: '2', conversionTimestamp: String(AT), segmentationId: '7' };
const ACTIVITY: Activity = {
  advertiserId: '2',
  activityId: '7',
  activityName: 'Order',
  conversionType: 'TRANSACTION',
  groupId: '8',
  groupName: 'Sales',
};
const SETUP = { activities: [{ ...ACTIVITY, activityId: '6', activityName: 'Other' }, ACTIVITY], variables: [] };
const VISIT: Visit = {
  clickId: 'c1',
  timestampMs: AT - 1_000,
  device: 'Tablet',
  legacy: { ...LEGACY, engineAccountId: '3', campaignId: '4', criterionId: '6' },
};
const read = (row: Row, known: object = {}): Conversion =>
  tagConversion(
    { ...ROW, ...row },
    { visit: undefined, legacy: LEGACY, modern: undefined, setup: SETUP, nowMs: NOW, ...known },
  );

/** The cells of a line, each with a value of its own. */
const ALL_DETAILS = {
  clickId: 'c1',
  revenueMicros: '25000000',
  currencyCode: 'EUR',
  quantityMillis: '2000',
  countMillis: '3000',
  attributionModel: 'last',
  floodlightOrderId: 'o1',
  deviceType: 'MOBILE',
  productGroupId: '11',
  inventoryAccountId: '12',
  productId: 'boot',
  productCountry: 'DE',
  productLanguage: 'de',
  channel: 'local',
  storeId: '13',
  adUserDataConsent: 'GRANTED',
};

describe('a conversion that a tag recorded', () => {
  test('has what its line says', () => {
    const row = {
      ...ALL_DETAILS,
      dsConversionId: '99',
      conversionId: 'a',
      customMetric: '[{"name": "sales", "value": 2}]',
      customDimension: '[{"name": "colour", "value": "red", "more": null}]',
      crossEnv: true,
      searchTerm: 'red shoes',
      eventRequestString: 'src=1',
      referrer: 'https://shop.example/',
    };
    const modern = { customerId: '9' };

    expect(read(row, { visit: VISIT, modern })).toEqual({
      advertiserId: '2',
      conversionId: 'a',
      timestampMs: AT,
      dsConversionId: '99',
      modifiedMs: NOW,
      type: 'TRANSACTION',
      state: 'ACTIVE',
      legacy: LEGACY,
      modern,
      device: 'Mobile',
      visitMs: AT - 1_000,
      details: {
        segmentationType: 'FLOODLIGHT',
        segmentationId: '7',
        segmentationName: 'Order',
        ...ALL_DETAILS,
        customMetric: [{ name: 'sales', value: 2 }],
        customDimension: [{ name: 'colour', value: 'red' }],
      },
      tag: {
        isCrossEnv: true,
        searchTerm: 'red shoes',
        eventRequestString: 'src=1',
        referrer: 'https://shop.example/',
        fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    });
  });

  test('has little where the line says little', () => {
    const { dsConversionId, ...conversion } = read({});

    expect(conversion).toEqual({
      advertiserId: '2',
      conversionId: dsConversionId,
      timestampMs: AT,
      modifiedMs: NOW,
      type: 'TRANSACTION',
      state: 'ACTIVE',
      legacy: LEGACY,
      details: { segmentationType: 'FLOODLIGHT', segmentationId: '7', segmentationName: 'Order' },
      tag: { isCrossEnv: false, fingerprint: expect.any(String) },
    });
  });

  test.each([
    ['type', { type: 'ACTION' }, {}, { type: 'ACTION' }],
    ['type of an activity that is not known', { segmentationId: '9' }, {}, { type: 'ACTION' }],
    ['type beside an unknown activity', { segmentationId: '9', type: 'TRANSACTION' }, {}, { type: 'TRANSACTION' }],
    ['state', { state: 'REMOVED' }, {}, { state: 'REMOVED' }],
    ['id by its order', { floodlightOrderId: 'o1' }, {}, { conversionId: 'o1' }],
    ['device of the click', {}, { visit: VISIT }, { device: 'Tablet' }],
  ])('%s', (_, row, known, expected) => {
    expect(read(row, known)).toMatchObject(expected);
  });

  test('the name in the line stands where the activity is not known', () => {
    expect(read({ segmentationId: '9', segmentationName: 'Old' }).details.segmentationName).toBe('Old');
    expect(read({ segmentationId: '9' }).details).not.toHaveProperty('segmentationName');
  });

  test('lines of an order have what reports look at', () => {
    const lineItems = JSON.stringify([
      {
        productId: 'boot',
        productCountry: 'DE',
        productLanguage: 'de',
        quantityMillis: 2000,
        revenueMicros: 5,
        colour: 'red',
      },
      { productId: 'lace', quantityMillis: null },
    ]);

    expect(read({ lineItems }).tag?.lineItems).toEqual([
      { productId: 'boot', productCountry: 'DE', productLanguage: 'de', quantityMillis: '2000', revenueMicros: '5' },
      { productId: 'lace' },
    ]);
  });

  test('the id of the service follows from what cannot change about the line', () => {
    const keys = {
      advertiserId: '3',
      conversionId: 'b',
      floodlightOrderId: 'b',
      clickId: 'b',
      segmentationId: '6',
      conversionTimestamp: String(AT + 1),
    };
    const ids = Object.entries(keys).map(([name, value]) => read({ [name]: value }).dsConversionId);

    expect(read({ revenueMicros: '1' }).dsConversionId).toBe(read({}).dsConversionId);
    expect(new Set([read({}).dsConversionId, ...ids]).size).toBe(7);
  });

  test('the fingerprint tells what the line says, where it belongs and what its activity is called', () => {
    const prints = [
      read({}),
      read({ revenueMicros: '1' }),
      read({}, { legacy: { ...LEGACY, campaignId: '4' } }),
      read({}, { setup: { activities: [{ ...ACTIVITY, activityName: 'Sale' }], variables: [] } }),
    ].map(({ tag }) => tag?.fingerprint);

    expect(new Set(prints).size).toBe(4);
    expect(read({}, { nowMs: 1 }).tag?.fingerprint).toBe(prints[0]);
  });
});

describe('keeping them', () => {
  /** What is written, given what is stored already. */
  async function keep(rows: readonly Row[], stored: readonly (Conversion | undefined)[] = []) {
    const written = { added: [] as Conversion[], replaced: [] as ConversionChange[] };
    const stores = {
      visits: { findAll: (ids) => Promise.resolve(ids.map((id) => (id === 'c1' ? VISIT : undefined))) },
      advertisers: { setup: (id) => Promise.resolve(id === '2' ? SETUP : { activities: [], variables: [] }) },
      entities: { findAll: (refs) => Promise.resolve(refs.map(() => undefined)) },
      conversions: {
        findAll: (keys) => Promise.resolve(keys.map((_, index) => stored[index])),
        addAll(added) {
          written.added.push(...added);
          return Promise.resolve([]);
        },
        replaceAll(changes) {
          written.replaced.push(...changes);
          return Promise.resolve([]);
        },
      },
    } as SomeStores<AdsStores>;
    await keepTagConversions(stores as AdsStores, rows, NOW);
    return written;
  }
  const line = (more: Row = {}): Row => ({ ...ROW, conversionId: 'a', ...more });

  test('a new line is added, with the path of its click under its own ids', async () => {
    const { added, replaced } = await keep([
      line({ clickId: 'c1', campaignId: '44', adId: '8' }),
      line({ clickId: 'x' }),
    ]);

    expect(added.map(({ legacy }) => legacy)).toEqual([
      { ...LEGACY, engineAccountId: '3', campaignId: '44', criterionId: '6', adId: '8' },
      LEGACY,
    ]);
    expect(added[0]).toMatchObject({ type: 'TRANSACTION', visitMs: AT - 1_000 });
    expect(replaced).toEqual([]);
  });

  test('all ids of a line are its own', async () => {
    const ids = { engineAccountId: '30', campaignId: '40', adGroupId: '50', criterionId: '60', adId: '70' };
    const { added } = await keep([line(ids)]);

    expect(added[0]?.legacy).toEqual({
      ...LEGACY,
      engineAccountId: '30',
      campaignId: '40',
      adGroupId: '50',
      criterionId: '60',
      adId: '70',
    });
  });

  test("another advertiser's click fills in nothing", async () => {
    const { added } = await keep([line({ advertiserId: '3', clickId: 'c1' })]);

    expect(added[0]?.legacy).toEqual({ agencyId: '1', advertiserId: '3' });
  });

  test('a line that says the same again writes nothing; one that says something else replaces it', async () => {
    const [first] = (await keep([line()])).added;
    const kept = { ...(first as Conversion), dsConversionId: '5', state: 'REMOVED' as const, modifiedMs: NOW + 3 };

    expect(await keep([line()], [kept])).toEqual({ added: [], replaced: [] });
    const { added, replaced } = await keep([line({ revenueMicros: '1' })], [kept]);
    expect(added).toEqual([]);
    expect(replaced).toEqual([
      {
        read: kept,
        next: expect.objectContaining({
          dsConversionId: '5',
          modifiedMs: NOW + 4,
          state: 'ACTIVE',
          details: expect.objectContaining({ revenueMicros: '1' }),
        }),
      },
    ]);
  });

  test('what was uploaded under the same id and time is never touched', async () => {
    const { tag: _, ...uploaded } = (await keep([line()])).added[0] as Conversion;

    expect(await keep([line({ revenueMicros: '1' })], [uploaded])).toEqual({ added: [], replaced: [] });
  });
});

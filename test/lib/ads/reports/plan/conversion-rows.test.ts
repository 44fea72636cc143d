import { expect, test } from '@jest/globals';
import type { Conversion } from '#lib/ads/model/conversion';
import { CONVERSION_COLUMNS, conversionRow } from '#lib/ads/reports/plan/conversion-rows';
import { WHOLE_PATH } from '#test/support/ads/lineage';

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

const FORM = { timeZone: 'Asia/Tokyo', customMetrics: [], customDimensions: [] };
const WHOLE: Conversion = {
  ...conversion({
    clickId: 'c1',
    segmentationId: '7',
    floodlightOrderId: 'o1',
    deviceType: 'MOBILE',
    quantityMillis: '2000',
    revenueMicros: '5000000',
    currencyCode: 'EUR',
    productGroupId: '8',
    inventoryAccountId: '9',
    productId: 'boot',
    productCountry: 'DE',
    productLanguage: 'de',
    channel: 'local',
    storeId: '11',
  }),
  timestampMs: Date.parse('2026-03-14T15:30:00Z'),
  modifiedMs: Date.parse('2026-03-15T00:00:00Z'),
  visitMs: Date.parse('2026-03-13T00:00:00Z'),
  device: 'Tablet',
  legacy: WHOLE_PATH,
  tag: {
    isCrossEnv: true,
    searchTerm: 'red shoes',
    eventRequestString: 'src=1',
    referrer: 'https://shop.example/',
    fingerprint: 'f',
    lineItems: [
      { productId: 'boot', quantityMillis: '3000', revenueMicros: '4000000' },
      { productId: 'lace', productCountry: 'FR', productLanguage: 'fr' },
    ],
  },
};

test('a conversion is a row with all that reports look at, on the day of its zone', () => {
  const row = conversionRow(WHOLE, FORM);

  expect(row).toEqual({
    agencyId: '1',
    advertiserId: '2',
    accountId: '3',
    campaignId: '4',
    adGroupId: '5',
    keywordId: '6',
    adId: '7',
    productGroupId: '8',
    inventoryAccountId: '9',
    dsConversionId: '1',
    conversionId: 'a',
    type: 'ACTION',
    state: 'ACTIVE',
    status: 'Active',
    timestampMs: WHOLE.timestampMs,
    modifiedMs: WHOLE.modifiedMs,
    day: '2026-03-15',
    occurredAt: '2026-03-14T15:30:00.000Z',
    modifiedAt: '2026-03-15T00:00:00.000Z',
    visitAt: '2026-03-13T00:00:00.000Z',
    attributionType: 'Visit',
    clickId: 'c1',
    orderId: 'o1',
    device: 'Mobile',
    activityId: '7',
    quantityMillis: '2000',
    revenueMicros: '5000000',
    currencyCode: 'EUR',
    isCrossEnv: true,
    productId: 'boot',
    productCountry: 'DE',
    productLanguage: 'de',
    productStoreId: '11',
    productChannel: 'local',
    searchTerm: 'red shoes',
    eventRequestString: 'src=1',
    referrer: 'https://shop.example/',
    metrics: [],
    dimensions: [],
    lines: [1, 2],
    lineProductIds: ['boot', 'lace'],
    lineCountries: ['DE', 'FR'],
    lineLanguages: ['de', 'fr'],
    lineQuantities: [3, 1],
    lineRevenues: [4, 0],
  });
  expect(Object.keys(row).sort()).toEqual(Object.keys(CONVERSION_COLUMNS).sort());
});

test('a conversion that says little: by keyword, of the device of its click, without lines', () => {
  const row = conversionRow(
    { ...conversion({}), state: 'REMOVED', device: 'Tablet', legacy: { ...WHOLE.legacy, criterionId: '6' } },
    FORM,
  );

  expect(row).toMatchObject({
    status: 'Removed',
    attributionType: 'Keyword',
    visitAt: null,
    device: 'Tablet',
    isCrossEnv: false,
    productGroupId: '6',
  });
  expect(row).not.toHaveProperty('lines');
});

test.each([
  ['DESKTOP', 'Desktop'],
  ['TABLET', 'Tablet'],
  ['OTHER', 'Other'],
])('the device %s is %s', (deviceType, device) => {
  expect(conversionRow(conversion({ deviceType }), FORM)).toMatchObject({ device });
});

test('a line without a product of its own country is of no country', () => {
  const { tag } = WHOLE;
  const row = conversionRow({ ...conversion({}), tag: { ...(tag as NonNullable<typeof tag>) } }, FORM);

  expect(row).toMatchObject({ lineCountries: [null, 'FR'], lineLanguages: [null, 'fr'] });
});

test('columns have the types that the warehouse reads them in', () => {
  const of = (type: string) => Object.keys(CONVERSION_COLUMNS).filter((name) => CONVERSION_COLUMNS[name] === type);

  expect(of('BIGINT')).toEqual(
    [
      'agencyId advertiserId accountId campaignId adGroupId keywordId adId productGroupId inventoryAccountId',
      'dsConversionId timestampMs modifiedMs activityId quantityMillis revenueMicros',
    ]
      .join(' ')
      .split(' '),
  );
  expect([of('DATE'), of('BOOLEAN'), of('BIGINT[]'), of('DOUBLE[]'), of('VARCHAR[]')]).toEqual([
    ['day'],
    ['isCrossEnv'],
    ['lines'],
    ['metrics', 'lineQuantities', 'lineRevenues'],
    ['dimensions', 'lineProductIds', 'lineCountries', 'lineLanguages'],
  ]);
  expect(of('VARCHAR')).toHaveLength(20);
});

/**
 * Values that no key has room for, that no item has room for, or that reports cannot compute with: told by line, the
 * others imported.
 */
import { describe, expect, test } from '@jest/globals';
import { stores } from '#test/support/ads/advertising';
import { importText, newAdsIds } from '#test/support/ads/import-files';

const ndjson = (...rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

test.each([
  [
    'floodlight',
    (id: string, name: string) => ({
      advertiserId: id,
      groupId: 1,
      groupName: 'Sales',
      conversionType: 'ACTION',
      activityId: name.length,
      activityName: name,
    }),
    'activityName is longer than 10000 bytes',
    450_000,
  ],
  [
    'custom_variables',
    (id: string, name: string) => ({ advertiserId: id, name, use: 'METRIC' }),
    'name is longer than 512 bytes',
    1_100,
  ],
  [
    'saved_columns',
    (id: string, name: string) => ({
      advertiserId: id,
      name,
      type: 'Number',
      definition: { kind: 'formula', formula: 'clicks' },
    }),
    'name is longer than 512 bytes',
    1_100,
  ],
  [
    'access',
    (id: string, name: string) => ({ subject: `${name}@example.com`, agencyId: id }),
    'subject is longer than 512 bytes',
    2_100,
  ],
  [
    'visits',
    (id: string, name: string) => ({
      clickId: name,
      timestampMs: 1_790_000_000_000,
      agencyId: id,
      advertiserId: id,
      accountId: id,
      campaignId: id,
    }),
    'clickId is longer than 10000 bytes',
    450_000,
  ],
  [
    'entities',
    (id: string, name: string) => ({
      level: 'AGENCY',
      legacyId: `${id}${String(name.length)}`,
      name,
      status: 'Active',
    }),
    'name is longer than 10000 bytes',
    450_000,
  ],
  [
    'tag_conversions',
    (id: string, name: string) => ({
      agencyId: id,
      advertiserId: id,
      conversionTimestamp: 1_790_000_000_000,
      segmentationId: 1,
      floodlightOrderId: name,
    }),
    'floodlightOrderId is longer than 512 bytes',
    1_100,
  ],
])('%s: a text that is too long', async (kind, row, problem, length) => {
  const { advertiser } = newAdsIds();

  const report = await importText(
    `${kind}.ndjson`,
    ndjson(row(advertiser, 'before'), row(advertiser, 'é'.repeat(length / 2)), row(advertiser, 'behind it')),
  );

  expect(report).toMatchObject({ kind, rows: 2, badLines: 1, problems: [{ line: 2, problem }] });
});

const tag = (id: string, conversionId: string, more: object = {}) => ({
  agencyId: id,
  advertiserId: id,
  conversionTimestamp: 1_790_000_000_000,
  segmentationId: 1,
  conversionId,
  ...more,
});
const conversionOf = async (advertiserId: string, conversionId: string) =>
  (await stores.conversions.findAll([{ advertiserId, conversionId, timestampMs: 1_790_000_000_000 }]))[0];

describe('tag_conversions', () => {
  test.each([
    ['customMetric', { a: 1 }, 'a list of names and numbers'],
    ['customMetric', [{ name: 'sales', value: '1' }], 'a list of names and numbers'],
    ['customMetric', [null], 'a list of names and numbers'],
    ['customDimension', [{ name: 5, value: 'x' }], 'a list of names and texts'],
    ['customDimension', [{ name: 'colour' }], 'a list of names and texts'],
    ['lineItems', [{ quantityMillis: '1000' }], 'a list of products'],
    ['lineItems', [{ productId: 'boot', quantityMillis: 1e20 }], 'a list of products'],
    ['lineItems', { productId: 'boot' }, 'a list of products'],
  ])('%s %j is refused', async (column, value, meaning) => {
    const { advertiser } = newAdsIds();

    const report = await importText(
      'tag_conversions.ndjson',
      ndjson(tag(advertiser, 'bad', { [column]: value }), tag(advertiser, 'good')),
    );

    expect(report).toMatchObject({
      rows: 1,
      badLines: 1,
      problems: [{ line: 1, problem: expect.stringContaining(`${column} is not ${meaning}`) }],
    });
    expect(await conversionOf(advertiser, 'good')).toBeDefined();
  });

  test('numbers of any size, members that are null and members that nobody knows are taken', async () => {
    const { advertiser } = newAdsIds();
    const lineItems = [
      { productId: 'boot', productCountry: null, quantityMillis: '2000', price: 1e20 },
      { productId: 'shoe', revenueMicros: 5 },
    ];

    const report = await importText(
      'tag_conversions.ndjson',
      ndjson(tag(advertiser, 'a', { customMetric: [{ name: 'sales', value: 1e300 }], customDimension: [], lineItems })),
    );

    expect(report).toMatchObject({ rows: 1, badLines: 0 });
    expect(await conversionOf(advertiser, 'a')).toMatchObject({
      details: { customMetric: [{ name: 'sales', value: 1e300 }], customDimension: [] },
      tag: {
        lineItems: [
          { productId: 'boot', quantityMillis: '2000' },
          { productId: 'shoe', revenueMicros: '5' },
        ],
      },
    });
  });
});

describe('saved_columns', () => {
  const column = (advertiserId: string, name: string, definition: string) =>
    `{"advertiserId":${advertiserId},"name":"${name}","type":"Number","definition":${definition}}`;

  test('ids keep all their digits and numbers may have any size', async () => {
    const { advertiser } = newAdsIds();

    const report = await importText(
      'saved_columns.ndjson',
      column(
        advertiser,
        'Boots',
        '{"kind":"floodlight","metric":"actions","activityIds":[25700000001464143,"7"],"dimensionFilter":null,"note":1e20}',
      ),
    );

    expect(report).toMatchObject({ rows: 1, badLines: 0 });
    const [saved] = await stores.advertisers.savedColumns(advertiser);
    expect(saved?.definition).toEqual({
      kind: 'floodlight',
      metric: 'actions',
      activityIds: ['25700000001464143', '7'],
      note: 1e20,
    });
  });

  test.each([
    '[1]',
    '"text"',
    '{"kind":"floodlight","activityIds":"7"}',
    '{"kind":"floodlight","activityIds":["seven"]}',
    '{"kind":"floodlight","dimensionFilter":{"values":["a"]}}',
  ])('%s is no definition', async (definition) => {
    const { advertiser } = newAdsIds();

    const report = await importText(
      'saved_columns.ndjson',
      [column(advertiser, 'Bad', definition), column(advertiser, 'Good', '{"kind":"formula","formula":"clicks"}')].join(
        '\n',
      ),
    );

    expect(report).toMatchObject({
      rows: 1,
      badLines: 1,
      problems: [{ line: 1, problem: expect.stringContaining('definition is not') }],
    });
  });
});

import { describe, expect, test } from '@jest/globals';
import type { Conversion, LineItem } from '#lib/ads/model/conversion';
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { localWarehouse, useWarehouse } from '#test/support/ads/local-warehouse';
import { named, rowsOfWorld } from '#test/support/ads/report-rows';
import { dayAt, reportWorld } from '#test/support/ads/report-world';

const base = reportWorld();
const [sale] = base.conversions.filter(
  ({ advertiserId, type, state }) =>
    advertiserId === base.advertiserIds[0] && type === 'TRANSACTION' && state === 'ACTIVE',
);
if (sale === undefined) throw new Error('The world has no sale.');
const [account, campaign] = [sale.legacy.engineAccountId, sale.legacy.campaignId];

/** Somebody clicked on a product, and bought what the lines say. */
function bought(
  index: number,
  productId: string,
  lineItems: readonly LineItem[],
  inventoryAccountId?: string,
): Conversion {
  const product = {
    productId,
    productCountry: 'DE',
    productLanguage: 'de',
    inventoryAccountId,
    revenueMicros: '50000000',
    currencyCode: 'EUR',
    quantityMillis: '1000',
  };
  const { customDimension: _, customMetric: __, ...details } = sale?.details ?? {};
  return {
    ...(sale as Conversion),
    conversionId: `tag-${String(index)}`,
    dsConversionId: String(900_000 + index),
    timestampMs: Date.parse(`${dayAt(5)}T10:00:00Z`),
    device: 'Mobile',
    details: { ...details, ...product },
    tag: {
      isCrossEnv: false,
      lineItems,
      searchTerm: 'warm boots',
      eventRequestString: 'src=1;type=sale',
      referrer: 'https://shop.example/basket',
      fingerprint: String(index),
    },
  };
}
const world = {
  ...base,
  products: [
    ...base.products,
    {
      ...base.products[0],
      inventoryAccountId: '78',
      productTitle: 'The same boot elsewhere',
      productPrice: 50,
      currencyCode: 'GBP',
      status: 'Removed',
    },
  ],
  conversions: [
    bought(1, 'boot', [
      { productId: 'boot', quantityMillis: '2000', revenueMicros: '60000000' },
      { productId: 'shoe', revenueMicros: '25000000' },
    ]),
    bought(2, 'shoe', [{ productId: 'lace', quantityMillis: '4000', revenueMicros: '8000000' }]),
    bought(3, 'boot', [{ productId: 'boot', revenueMicros: '30000000' }], '78'),
  ],
  visits: [
    {
      clickId: 'p1',
      timestampMs: Date.parse(`${dayAt(6)}T10:00:00Z`),
      agencyId: base.agencyId,
      advertiserId: base.advertiserIds[0],
      accountId: account,
      campaignId: campaign,
      device: 'Tablet',
      productId: 'shoe',
      productCountry: 'DE',
      productLanguage: 'de',
    },
  ],
};
const local = useWarehouse(world);

const ask = rowsOfWorld(world, { reportType: 'productAdvertised', statisticsCurrency: 'advertiser' });
const rowsOf = (fields: ReportRequest, from = local) => ask(fields, from);

describe('product reports', () => {
  test('a row for each product, described as it was imported, with what it sold', async () => {
    const columns = named(
      'productId',
      'productTitle',
      'advertiserId',
      'status',
      'productPrice',
      'visits',
      'dfaTransactions',
      'dfaRevenue',
      'clicks',
      'cost',
    );

    expect(await rowsOf({ columns })).toEqual([
      {
        productId: 'boot',
        productTitle: 'A boot',
        advertiserId: world.advertiserIds[0],
        status: 'Active',
        productPrice: 40,
        visits: 0,
        dfaTransactions: 1,
        dfaRevenue: 50,
      },
      {
        productId: 'shoe',
        productTitle: 'A shoe',
        advertiserId: world.advertiserIds[0],
        status: 'Active',
        productPrice: 41,
        visits: 1,
        dfaTransactions: 1,
        dfaRevenue: 50,
      },
    ]);
  });

  test('whose inventory it is tells products with the same id apart; prices are in the currency of the report', async () => {
    const rows = await rowsOf({
      columns: named('productTitle', 'productPrice', 'dfaTransactions'),
      includeRemovedEntities: true,
      statisticsCurrency: 'usd',
    });
    const rate = (code: string) => world.rates.findLast(({ currencyCode }) => currencyCode === code)?.usdPerUnit ?? NaN;

    expect(rows).toEqual([
      { productTitle: 'A boot', productPrice: expect.closeTo(40 * rate('EUR'), 5), dfaTransactions: 1 },
      { productTitle: 'A shoe', productPrice: expect.closeTo(41 * rate('EUR'), 5), dfaTransactions: 1 },
      {
        productTitle: 'The same boot elsewhere',
        productPrice: expect.closeTo(50 * rate('GBP'), 5),
        dfaTransactions: 1,
      },
    ]);
  });

  test('accounts, devices and days split products where they have data', async () => {
    const columns = named('productId', 'accountId', 'campaignId', 'deviceSegment', 'date', 'visits', 'dfaTransactions');
    const place = { accountId: account, campaignId: campaign };

    expect(await rowsOf({ columns })).toEqual([
      { productId: 'boot', ...place, deviceSegment: 'Mobile', date: dayAt(5), visits: 0, dfaTransactions: 1 },
      { productId: 'shoe', ...place, deviceSegment: 'Mobile', date: dayAt(5), visits: 0, dfaTransactions: 1 },
      { productId: 'shoe', ...place, deviceSegment: 'Tablet', date: dayAt(6), visits: 1, dfaTransactions: 0 },
    ]);
  });

  test('sales are split by the places of the click, too', async () => {
    const columns = named('productId', 'accountId', 'campaignId', 'adGroupId', 'leadUnitsSold', 'productUnitsSold');
    const place = { accountId: account, campaignId: campaign, adGroupId: sale.legacy.adGroupId };

    expect(await rowsOf({ reportType: 'productLeadAndCrossSell', columns })).toEqual([
      { productId: 'boot', ...place, leadUnitsSold: 2, productUnitsSold: 2 },
      { productId: 'shoe', ...place, leadUnitsSold: 0, productUnitsSold: 1 },
    ]);
  });

  test('a scope below the advertiser says which sales count', async () => {
    const other = world.accountIds.find((id) => id !== account && id !== world.accountIds[2]) ?? '';
    const sold = async (engineAccountId: string) =>
      (
        await rowsOf({
          reportScope: { agencyId: world.agencyId, advertiserId: world.advertiserIds[0], engineAccountId },
          columns: named('dfaTransactions'),
        })
      ).map((row) => row['dfaTransactions']);

    expect(await sold(account ?? '')).toEqual([1, 1]);
    expect(await sold(other)).toEqual([0, 0]);
  });

  test('what was advertised leads, what was bought with it is a cross-sale', async () => {
    const names = [
      'UnitsSold',
      'RevenueFromUnitsSold',
      'AverageUnitPrice',
      'CostOfGoodsSold',
      'GrossProfitFromUnitsSold',
      'GrossProfitMargin',
    ];
    const columns = named(
      'productId',
      ...names.map((name) => `lead${name}`),
      ...names.map((name) => (name.startsWith('GrossProfitFrom') ? 'crossSellGrossFromUnitsSold' : `crossSell${name}`)),
      'productUnitsSold',
      'productRevenueFromUnitsSold',
      'productAverageUnitPrice',
    );

    expect(await rowsOf({ reportType: 'productLeadAndCrossSell', columns })).toEqual([
      {
        productId: 'boot',
        leadUnitsSold: 2,
        leadRevenueFromUnitsSold: 60,
        leadAverageUnitPrice: 30,
        leadCostOfGoodsSold: 20,
        leadGrossProfitFromUnitsSold: 40,
        leadGrossProfitMargin: expect.closeTo(2 / 3, 5),
        crossSellUnitsSold: 1,
        crossSellRevenueFromUnitsSold: 25,
        crossSellAverageUnitPrice: 25,
        crossSellCostOfGoodsSold: 10,
        crossSellGrossFromUnitsSold: 15,
        crossSellGrossProfitMargin: 0.6,
        productUnitsSold: 2,
        productRevenueFromUnitsSold: 60,
        productAverageUnitPrice: 30,
      },
      {
        productId: 'shoe',
        leadUnitsSold: 0,
        leadRevenueFromUnitsSold: 0,
        leadCostOfGoodsSold: 0,
        leadGrossProfitFromUnitsSold: 0,
        crossSellUnitsSold: 4,
        crossSellRevenueFromUnitsSold: 8,
        crossSellAverageUnitPrice: 2,
        crossSellCostOfGoodsSold: 0,
        crossSellGrossFromUnitsSold: 8,
        crossSellGrossProfitMargin: 1,
        productUnitsSold: 1,
        productRevenueFromUnitsSold: 25,
        productAverageUnitPrice: 25,
      },
    ]);
  });

  test('where no tag says what was bought, sales are empty', async () => {
    const silent = await localWarehouse(base);
    try {
      expect(
        await rowsOf(
          {
            reportType: 'productLeadAndCrossSell',
            columns: named('productId', 'leadUnitsSold', 'productUnitsSold', 'dfaTransactions'),
          },
          silent,
        ),
      ).toEqual([
        { productId: 'boot', dfaTransactions: 0 },
        { productId: 'shoe', dfaTransactions: 0 },
      ]);
    } finally {
      await silent.remove();
    }
  });

  test('a conversion that a tag recorded shows what the tag said', async () => {
    const [row] = await rowsOf({
      reportType: 'conversion',
      columns: named(
        'advertiserConversionId',
        'productId',
        'inventoryAccountId',
        'conversionSearchTerm',
        'floodlightEventRequestString',
        'floodlightReferrer',
      ),
      filters: [{ column: { columnName: 'inventoryAccountId' }, operator: 'isNotNull', values: [] }],
    });

    expect(row).toEqual({
      advertiserConversionId: 'tag-3',
      productId: 'boot',
      inventoryAccountId: '78',
      conversionSearchTerm: 'warm boots',
      floodlightEventRequestString: 'src=1;type=sale',
      floodlightReferrer: 'https://shop.example/basket',
    });
  });
});

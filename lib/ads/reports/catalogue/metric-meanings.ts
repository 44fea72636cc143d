/** What the metrics of reports mean. */

const FLOODLIGHT: Readonly<Record<string, string>> = {
  dfaActions: 'conversions of type ACTION, by quantity',
  dfaTransactions: 'conversions of type TRANSACTION, by quantity',
  dfaWeightedActions: 'conversions by quantity, times the weight of their activity',
  dfaRevenue: 'revenue of transactions',
};

const SALES: Readonly<Record<string, readonly [whose: string, gross: string]>> = {
  lead: ['of the product that was advertised', 'leadGrossProfitFromUnitsSold'],
  crossSell: ['of other products, bought after a click on this one', 'crossSellGrossFromUnitsSold'],
  product: ['of this product, whatever was advertised', ''],
};

const salesOf = ([role, [whose, gross]]: readonly [string, readonly [string, string]]): [string, string][] => [
  [`${role}UnitsSold`, `units sold ${whose}`],
  [`${role}RevenueFromUnitsSold`, `revenue ${whose}`],
  [`${role}AverageUnitPrice`, `revenue for each unit ${whose}`],
  [`${role}CostOfGoodsSold`, `cost of the units sold ${whose}`],
  [gross, `revenue less cost of the units sold ${whose}`],
  [`${role}GrossProfitMargin`, `gross profit over revenue ${whose}`],
];

export const METRIC_MEANINGS: Readonly<Record<string, string>> = {
  impr: 'impressions',
  clicks: 'clicks',
  visits: 'visits that the engine counted; else those recorded; else clicks',
  cost: 'cost',
  avgCpc: 'cost for each click',
  avgCpm: 'cost for a thousand impressions',
  ctr: 'clicks over impressions',
  avgPos: 'average position, weighted by impressions',
  adWordsConversions: 'conversions that the engine counted',
  adWordsConversionValue: 'their value',
  adWordsViewThroughConversions: 'conversions after an impression without a click',
  qualityScoreAvg: 'quality score, weighted by impressions',
  topOfPageBidAvg: 'bid that would reach the top of the page, weighted by impressions',
  ...FLOODLIGHT,
  ...Object.fromEntries(
    Object.entries(FLOODLIGHT).map(([name, meaning]) => [
      `${name}CrossEnv`,
      `${meaning}, those on another device than the click included`,
    ]),
  ),
  ...Object.fromEntries(Object.entries(SALES).flatMap(salesOf)),
};

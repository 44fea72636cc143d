/** What the metrics of a row should be, from what was counted for it. */

export type Sums = Readonly<Record<string, number>>;

const ratio = (a: number, b: number): number | undefined => (b === 0 ? undefined : a / b);

const FLOODLIGHT = ['dfaActions', 'dfaTransactions', 'dfaWeightedActions', 'dfaRevenue'];

/** `hasEngine`: the engine's numbers are known for such rows. `hasVisits`: visits are, too. */
export function metricsOf(
  counted: readonly Sums[],
  { hasEngine, hasVisits }: { readonly hasEngine: boolean; readonly hasVisits: boolean },
): Readonly<Record<string, number | undefined>> {
  const sum = (name: string): number => counted.reduce((total, sums) => total + (sums[name] ?? 0), 0);
  const engine = {
    ...Object.fromEntries(
      ['impr', 'clicks', 'cost', 'adWordsConversions', 'adWordsConversionValue', 'adWordsViewThroughConversions'].map(
        (name) => [name, sum(name)],
      ),
    ),
    avgCpc: ratio(sum('cost'), sum('clicks')),
    avgCpm: ratio(sum('cost') * 1_000, sum('impr')),
    ctr: ratio(sum('clicks'), sum('impr')),
    avgPos: ratio(sum('positionSum'), sum('positionImpr')),
    qualityScoreAvg: ratio(sum('qualitySum'), sum('qualityImpr')),
    topOfPageBidAvg: ratio(sum('topBidSum'), sum('topBidImpr')),
  };
  const units = ['lead', 'crossSell', 'product'].map((role) => ({
    [`${role}UnitsSold`]: sum(`${role}Units`),
    [`${role}RevenueFromUnitsSold`]: sum(`${role}Revenue`),
    [`${role}AverageUnitPrice`]: ratio(sum(`${role}Revenue`), sum(`${role}Units`)),
  }));
  const profits = ['lead', 'crossSell'].map((role) => ({
    [`${role}CostOfGoodsSold`]: sum(`${role}Goods`),
    [role === 'lead' ? 'leadGrossProfitFromUnitsSold' : `${role}GrossFromUnitsSold`]:
      sum(`${role}Revenue`) - sum(`${role}Goods`),
    [`${role}GrossProfitMargin`]: ratio(sum(`${role}Revenue`) - sum(`${role}Goods`), sum(`${role}Revenue`)),
  }));
  return {
    ...(hasEngine && engine),
    ...(hasVisits && { visits: sum('visits') }),
    ...Object.fromEntries([...FLOODLIGHT, ...FLOODLIGHT.map((name) => `${name}CrossEnv`)].map((n) => [n, sum(n)])),
    ...Object.assign({}, ...units, ...profits),
  };
}

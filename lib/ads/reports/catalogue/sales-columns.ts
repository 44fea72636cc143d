/** Columns about what was sold, of the products of a conversion. */
import { type Column, metric } from './column.ts';
import * as G from './groups.ts';

/** Empty where no conversion says what was bought. */
const ifSold = (formula: string): string => `CASE WHEN (SELECT COUNT(lines) FROM conversions) > 0 THEN ${formula} END`;

export const sales = (role: string): Column[] => [
  metric(`${role}UnitsSold`, 'Number', ifSold(`{${role}Units}`)),
  metric(`${role}RevenueFromUnitsSold`, 'Money', ifSold(`{${role}Revenue}`)),
  metric(`${role}AverageUnitPrice`, 'Money', ifSold(G.ratio(`${role}Revenue`, `${role}Units`))),
];

export const profits = (role: string, grossProfit: string): Column[] => [
  metric(`${role}CostOfGoodsSold`, 'Money', ifSold(`{${role}Goods}`)),
  metric(grossProfit, 'Money', ifSold(`{${role}Revenue} - {${role}Goods}`)),
  metric(
    `${role}GrossProfitMargin`,
    'Number',
    ifSold(`({${role}Revenue} - {${role}Goods}) / NULLIF({${role}Revenue}, 0)`),
  ),
];

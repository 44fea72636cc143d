/** Shares of impressions, under the names that imports and reports share. */

export const SHARES = [
  'searchImpressionShare',
  'searchRankLostImpressionShare',
  'displayImpressionShare',
  'displayRankLostImpressionShare',
  'searchAbsoluteTopImpressionShare',
  'searchTopImpressionShare',
  'searchRankLostAbsoluteTopImpressionShare',
  'searchRankLostTopImpressionShare',
  'absoluteTopImpressionPercentage',
  'topImpressionPercentage',
] as const;

/** Lost because of budget; ad groups have no budget. */
export const BUDGET_SHARES = [
  'searchBudgetLostImpressionShare',
  'displayBudgetLostImpressionShare',
  'searchBudgetLostAbsoluteTopImpressionShare',
  'searchBudgetLostTopImpressionShare',
] as const;

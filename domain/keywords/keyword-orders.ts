/** What keywords can be ordered by, with the labels of the menu. Competition is the only order with the lowest first. */
export const keywordOrders = {
  opportunity: 'Opportunity',
  momentum: 'Momentum',
  demand: 'Demand',
  pins: 'Pins',
  competition: 'Competition',
} as const;

export type KeywordOrder = keyof typeof keywordOrders;
export const keywordOrderNames = Object.keys(keywordOrders) as KeywordOrder[];

/** The orders by what is counted in the catalog, which every keyword has a rank in. */
const countedOrders = {
  opportunity: 'Opportunity',
  momentum: 'Momentum',
  demand: 'Demand',
  pins: 'Pins',
  competition: 'Competition',
} as const;

/** What keywords can be ordered by, with the labels of the menu. Competition is the order with the lowest first, and the day to publish by with the next. */
export const keywordOrders = { ...countedOrders, volume: 'Search volume', publish_by: 'Publish by' } as const;

export type CountedOrder = keyof typeof countedOrders;
export const countedOrderNames = Object.keys(countedOrders) as CountedOrder[];

export type KeywordOrder = keyof typeof keywordOrders;
export const keywordOrderNames = Object.keys(keywordOrders) as KeywordOrder[];

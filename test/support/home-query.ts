/** The query of a home list as the specification writes it. */
export const homeQuery = (keyword: string): Readonly<Record<string, string>> => ({
  query: keyword,
  order_by: 'momentum_score',
  sort: 'desc',
  metric: 'follower_count',
  period: '90_days',
  use_momentum: 'true',
  per_page: '5',
  page: '1',
});

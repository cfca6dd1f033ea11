import { allowedSearch, changedSearch, formatSearch, type ListSearch, parseSearch } from '../../../../client/src/catalog/list/list-search';

describe('a list after a change', () => {
  it.each([
    ['another page', 'page=3', { page: 4 }, '?page=4'],
    ['another direction', 'page=3', { sort: 'asc' }, '?sort=asc'],
    ['another order', 'sort=asc&page=3', { order_by: 'follower_count' }, '?order_by=follower_count&sort=asc'],
    ['other filters', 'page=3', { filters: { followers: '100..' } }, '?followers=100..'],
    ['keywords, which bring their order', 'page=3', { query: 'etsy' }, '?query=etsy'],
    ['keywords, which keep an order that was chosen', 'order_by=follower_count', { query: 'etsy' }, '?query=etsy&order_by=follower_count'],
    ['no keywords', 'query=etsy&page=2', { query: undefined }, ''],
    ['another direction than that of the best match', 'query=etsy', { order_by: 'best_match', sort: 'desc' }, '?query=etsy'],
    ['a metric of momentum', 'order_by=momentum_score&page=2', { metric: 'pin_count' }, '?order_by=momentum_score&metric=pin_count'],
    ['other columns, on the same page', 'page=3', { cols: 'growth,pins' }, '?page=3&cols=growth,pins'],
    ['the usual columns', 'page=3&cols=growth', { cols: undefined }, '?page=3'],
    ['25 rows on the page with the first row of page 7', 'page=7', { per_page: 25 }, '?per_page=25&page=3'],
    ['100 rows on the page with the first row of page 1', '', { per_page: 100 }, '?per_page=100'],
    ['10 rows on the page with the first row of page 2 of 100', 'per_page=100&page=2', { per_page: 10 }, '?page=11'],
    ['10 rows on the page with the first row of page 2 of 25', 'per_page=25&page=2', { per_page: 10 }, '?page=3'],
  ] as const)('to %s', (_, before, change, after) => {
    expect(formatSearch('boards', changedSearch('boards', parseSearch('boards', before), change))).toBe(after);
  });

  it.each([
    ['a grid, with as many rows as fill it', 'per_page=25&page=5', 'grid', '?per_page=24&page=5&view=grid'],
    ['a table', 'per_page=24&page=5&view=grid', 'table', '?per_page=25&page=4'],
  ] as const)('to %s', (_, before, view, after) => {
    expect(formatSearch('pins', changedSearch('pins', parseSearch('pins', before), { view }))).toBe(after);
  });

  it('to another page keeps the grid', () => {
    expect(formatSearch('pins', changedSearch('pins', parseSearch('pins', 'view=grid'), { page: 2 }))).toBe('?page=2&view=grid');
  });
});

describe('the search of an address', () => {
  it.each<[string, boolean, Partial<Record<keyof ListSearch, unknown>>]>([
    ['order_by=best_match', true, { query: undefined, order_by: 'follower_growth_last_90_days', sort: 'desc' }],
    ['query=etsy&order_by=best_match&sort=asc', true, { query: 'etsy', order_by: 'best_match', sort: 'desc' }],
    ['query=etsy&sort=asc', true, { query: 'etsy', order_by: 'follower_growth_last_90_days', sort: 'asc' }],
    ['query=etsy&page=2', false, { query: undefined, order_by: 'follower_growth_last_90_days', sort: 'desc', page: 1 }],
    ['query=etsy&order_by=follower_count', true, { query: 'etsy', order_by: 'follower_count' }],
    ['order_by=momentum_score', false, { order_by: 'follower_growth_last_90_days' }],
    ['per_page=50&page=2', true, { per_page: 50, page: 2 }],
    ['per_page=50&page=2', false, { per_page: 10, page: 1 }],
    ...['7', '0', 'all', '1000', '25.0'].map((text): [string, boolean, object] => [`per_page=${text}`, true, { per_page: 10 }]),
  ])('%s, of Premium: %s, is %j', (text, isPremium, expected) => {
    expect(allowedSearch('boards', parseSearch('boards', text), () => isPremium)).toMatchObject(expected);
  });
});

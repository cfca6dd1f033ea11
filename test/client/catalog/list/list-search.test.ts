import { changedSearch, formatSearch, parseSearch } from '../../../../client/src/catalog/list/list-search';

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
});

import { eventShares } from '#domain/analytics/visitors/event-shares';

describe('the shares of events', () => {
  it('are sorted by count, then by name, without types that have no events', () => {
    expect(eventShares({ search: 1, page_view: 2, click: 1, never: 0 })).toEqual([
      { name: 'page_view', count: 2, percent: 50 },
      { name: 'click', count: 1, percent: 25 },
      { name: 'search', count: 1, percent: 25 },
    ]);
  });

  it('sum the smallest of many types', () => {
    const shares = eventShares({ a: 50, b: 20, c: 10, d: 8, e: 6, f: 4, g: 2 });
    expect(shares.map(({ name, percent }) => [name, percent])).toEqual([
      ['a', 50],
      ['b', 20],
      ['c', 10],
      ['d', 8],
      ['e', 6],
      ['Other', 6],
    ]);
  });

  it('are empty without events', () => {
    expect(eventShares({})).toEqual([]);
  });
});

import { eventShares } from '#domain/analytics/visitors/event-shares';
import { engagementRate } from '#domain/analytics/visitors/engagement-rate';

describe('the shares of events', () => {
  it('are sorted by count, then by name, without types that have no events', () => {
    expect(eventShares({ search: 1, page_view: 2, click: 1, never: 0 })).toEqual([
      { name: 'page_view', count: 2, percent: 50 },
      { name: 'click', count: 1, percent: 25 },
      { name: 'search', count: 1, percent: 25 },
    ]);
  });

  it('are sorted by name in any order of arrival', () => {
    for (const byType of [
      { a: 1, b: 1, c: 1 },
      { c: 1, b: 1, a: 1 },
      { b: 1, a: 1, c: 1 },
    ])
      expect(eventShares(byType).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('name every one of six types', () => {
    expect(eventShares({ a: 6, b: 5, c: 4, d: 3, e: 2, f: 1 }).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
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

describe('the engagement rate', () => {
  it.each([
    [79, 10, 7.9],
    [10, 3, 3.3],
    [9, 4, 2.3],
    [5, 0, 0],
    [0, 0, 0],
  ])('of %s events by %s visitors is %s', (events, visitors, rate) => {
    expect(engagementRate(events, visitors)).toBe(rate);
  });
});

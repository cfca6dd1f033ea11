import { engagementRate } from '#domain/analytics/visitors/engagement-rate';
import { eventShares } from '#domain/analytics/visitors/event-shares';

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

describe('the shares of events', () => {
  it('stand largest first, equal ones by name, none for types without events', () => {
    expect(eventShares({ search: 1, page_view: 2, click: 1, never: 0 })).toEqual([
      { name: 'page_view', count: 2, percent: 50 },
      { name: 'click', count: 1, percent: 25 },
      { name: 'search', count: 1, percent: 25 },
    ]);
  });

  it('put the smallest of many together', () => {
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

  it('are none without events', () => {
    expect(eventShares({})).toEqual([]);
  });
});

import { engagementRate } from '#domain/analytics/visitors/engagement-rate';

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

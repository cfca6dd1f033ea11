import { previousPeriod } from '#domain/analytics/visitors/build-site-analytics';

const figures = (totalEvents: number, uniqueVisitors: number, registeredUsers: number) => ({
  total_events: totalEvents,
  unique_visitors: uniqueVisitors,
  registered_users: registeredUsers,
});
it.each([
  ['no event yet', null, { ...figures(85, 9, 9), estimated: true }],
  ['the first event on the first day of the previous period', 100, { ...figures(7, 3, 1), estimated: false }],
  ['the first event a day later', 101, { ...figures(85, 9, 9), estimated: true }],
  ['the first event long ago', 3, { ...figures(7, 3, 1), estimated: false }],
])('the previous period, with %s', (_case, firstDay, expected) =>
  expect(previousPeriod(figures(100, 10, 10), figures(7, 3, 1), firstDay, 100)).toEqual(expected),
);

it('an estimate rounds halves up', () => {
  expect(previousPeriod(figures(10, 30, 5), figures(0, 0, 0), null, 1)).toEqual({ ...figures(9, 26, 5), estimated: true });
});

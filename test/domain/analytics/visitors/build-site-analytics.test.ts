import { buildDailyCounts, buildSiteAnalytics, previousPeriod } from '#domain/analytics/visitors/build-site-analytics';
import { parseDay } from '#domain/days';

const dayNumber = (label: string): number => parseDay(label) ?? Number.NaN;

const figures = (totalEvents: number, uniqueVisitors: number, registeredUsers: number) => ({
  total_events: totalEvents,
  unique_visitors: uniqueVisitors,
  registered_users: registeredUsers,
});
it('site analytics have every day of their period, event types by count, and sums', () => {
  const today = dayNumber('2026-03-02');
  const analytics = buildSiteAnalytics({
    days: 7,
    today,
    first_day: today - 13,
    counted_at: new Date('2026-03-02T10:00:00Z'),
    unique_visitors: 4,
    before: figures(5, 2, 0),
    events: [
      { day: today, name: 'constructor', count: 1 },
      { day: today, name: 'page_view', count: 3 },
      { day: today - 2, name: 'page_view', count: 2 },
      { day: today - 7, name: 'search', count: 5 },
    ],
    visitors: new Map([
      [today, 3],
      [today - 2, 2],
      [today - 7, 2],
    ]),
    registrations: new Map([
      [today - 13, 4],
      [today - 6, 2],
      [today - 1, 1],
    ]),
    pages: [{ path: '/', title: null, count: 5 }],
    referrers: [{ referrer: '', count: 2 }],
  });
  expect(analytics).toMatchObject({
    summary: figures(6, 4, 3),
    previous: { ...figures(5, 2, 0), estimated: false },
    as_of: '2026-03-02T10:00:00.000Z',
  });
  expect(analytics.previous_days).toHaveLength(7);
  expect([analytics.previous_days[0], analytics.previous_days[6]]).toEqual([
    { date: '2026-02-17', count: 0, visitors: 0, registrations: 4 },
    { date: '2026-02-23', count: 5, visitors: 2, registrations: 0 },
  ]);
  expect(Object.entries(analytics.events_by_type)).toEqual([
    ['page_view', 5],
    ['constructor', 1],
  ]);
  expect(analytics.events_by_day).toEqual([
    { date: '2026-02-24', count: 0, visitors: 0, registrations: 2 },
    ...['25', '26', '27'].map((date) => ({ date: `2026-02-${date}`, count: 0, visitors: 0, registrations: 0 })),
    { date: '2026-02-28', count: 2, visitors: 2, registrations: 0 },
    { date: '2026-03-01', count: 0, visitors: 0, registrations: 1 },
    { date: '2026-03-02', count: 4, visitors: 3, registrations: 0 },
  ]);
});

it.each([
  [13, false],
  [12, true],
])('the previous week is estimated when the first event was %i days ago: %p', (daysAgo, estimated) => {
  const today = dayNumber('2026-03-02');
  const none = {
    unique_visitors: 0,
    before: figures(0, 0, 0),
    events: [],
    visitors: new Map(),
    registrations: new Map(),
    pages: [],
    referrers: [],
  };
  const counted = { days: 7, today, first_day: today - daysAgo, counted_at: new Date('2026-03-02T10:00:00Z') } as const;
  expect(buildSiteAnalytics({ ...counted, ...none }).previous.estimated).toBe(estimated);
});

it.each([
  ['all days and those before', 13, 7, 7],
  ['no previous days if our first event is inside of them', 12, 7, 0],
  ['no days before our first event', 2, 3, 0],
  ['no days without events', null, 0, 0],
])('the counts of a page have %s', (_, firstDaysAgo, dayCount, previousCount) => {
  const today = dayNumber('2026-03-02');
  const { by_day, previous_days } = buildDailyCounts(7, {
    today,
    first_day: firstDaysAgo === null ? null : today - firstDaysAgo,
    counts: new Map([[today - 1, 4]]),
  });
  expect(previous_days.map(({ count }) => count)).toEqual(Array.from({ length: previousCount }, () => 0));
  expect(by_day.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 4, 0].slice(7 - dayCount));
  expect(by_day.at(-1)?.date).toBe(dayCount === 0 ? undefined : '2026-03-02');
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

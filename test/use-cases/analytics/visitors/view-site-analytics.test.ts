import { jest } from '@jest/globals';
import type { VisitorFigures } from '#domain/analytics/visitors/daily-totals';
import type { VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { SECOND_MS } from '#domain/durations';
import { ViewSiteAnalytics } from '#server/analytics/visitors/view-site-analytics';

/** The figures of seven days without events. */
const figures: VisitorFigures = {
  days: 7,
  today: 20_558,
  first_day: 20_557,
  counted_at: new Date(0),
  unique_visitors: 1,
  before: { total_events: 0, unique_visitors: 0, registered_users: 0 },
  events: [],
  visitors: new Map(),
  registrations: new Map(),
  pages: [],
  referrers: [],
};

it('the site analytics do not wait longer than two seconds for an aggregation', async () => {
  jest.useFakeTimers();
  try {
    const store: Partial<VisitorEventStore> = { aggregateNewEvents: () => new Promise(() => undefined), figuresFor: async () => figures };
    const response = new ViewSiteAnalytics(store as VisitorEventStore).forLastDays(7);
    await jest.advanceTimersByTimeAsync(2 * SECOND_MS);
    expect((await response).as_of).toBe(new Date(0).toISOString());
  } finally {
    jest.useRealTimers();
  }
});

import { jest } from '@jest/globals';
import type { SiteFigures } from '#domain/analytics/visitors/daily-totals';
import { dayOf } from '#domain/days';
import { SECOND_MS } from '#domain/durations';
import { ViewSiteAnalytics } from '#server/analytics/visitors/view-site-analytics';
import { FakeVisitorEventStore } from '../../../support/fakes/visitor-events';

const NOW = new Date('2026-04-15T12:00:00Z');

const TODAY = dayOf(NOW);

/** The figures of seven days with these events, one visitor, and nothing else. */
const figuresWith = (counted_at: Date, events: SiteFigures['events']): SiteFigures => ({
  days: 7,
  today: TODAY,
  first_day: TODAY - 1,
  counted_at,
  unique_visitors: 1,
  before: { total_events: 0, unique_visitors: 0, registered_users: 0 },
  events,
  visitors: new Map(),
  registrations: new Map(),
  pages: [],
  referrers: [],
});

/** A store with a page view of yesterday, and one of today that is not yet aggregated. */
const createStore = () => {
  const old = { day: TODAY - 1, name: 'page_view', count: 1 };
  return new FakeVisitorEventStore(figuresWith(new Date(0), [old]), figuresWith(NOW, [old, { ...old, day: TODAY }]));
};

describe('viewing the site analytics', () => {
  it('aggregates the newest events first', async () => {
    const analytics = await new ViewSiteAnalytics(createStore()).forLastDays(7);
    expect(analytics.summary).toEqual({ total_events: 2, unique_visitors: 1, registered_users: 0 });
    expect(analytics.events_by_day.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 1, 1]);
    expect(analytics.as_of).toBe(NOW.toISOString());
  });

  it('shows the figures aggregated so far when an aggregation fails', async () => {
    const store = createStore();
    store.aggregateNewEvents = () => Promise.reject(new Error('lock timeout'));
    expect((await new ViewSiteAnalytics(store).forLastDays(7)).summary.total_events).toBe(1);
  });

  it('does not wait longer than two seconds for an aggregation', async () => {
    jest.useFakeTimers();
    try {
      const store = createStore();
      store.aggregateNewEvents = () => new Promise(() => undefined);
      const response = new ViewSiteAnalytics(store).forLastDays(7);
      await jest.advanceTimersByTimeAsync(2 * SECOND_MS);
      expect((await response).as_of).toBe(new Date(0).toISOString());
    } finally {
      jest.useRealTimers();
    }
  });
});

import { jest } from '@jest/globals';
import { DAY_MS, SECOND_MS } from '#domain/durations';
import { ViewSiteAnalytics } from '#server/analytics/visitors/view-site-analytics';
import { FakeDailyTotals } from '../../../support/fakes/daily-totals';
import { FixedClock } from '../../../support/fixed-clock';

const NOW = new Date('2026-04-15T12:00:00Z');

/** Daily totals with one page view today and one yesterday. */
function createTotals(): FakeDailyTotals {
  const totals = new FakeDailyTotals(new FixedClock(NOW));
  const view = { name: 'page_view', visitor: 'v', path: '/', referrer: '' };
  totals.events.push({ ...view, at: new Date(NOW.getTime() - DAY_MS) }, { ...view, at: NOW });
  return totals;
}

describe('viewing the site analytics', () => {
  it('aggregates the newest events first', async () => {
    const analytics = await new ViewSiteAnalytics(createTotals()).forLastDays(7);
    expect(analytics.summary).toEqual({ total_events: 2, unique_visitors: 1, registered_users: 0 });
    expect(analytics.events_by_day.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 1, 1]);
    expect(analytics.as_of).toBe(NOW.toISOString());
  });

  it('shows the figures aggregated so far when an aggregation fails', async () => {
    const totals = createTotals();
    await totals.aggregateNewEvents();
    totals.aggregateNewEvents = () => Promise.reject(new Error('lock timeout'));
    expect((await new ViewSiteAnalytics(totals).forLastDays(7)).summary.total_events).toBe(2);
  });

  it('does not wait longer than two seconds for an aggregation', async () => {
    jest.useFakeTimers();
    try {
      const totals = createTotals();
      totals.aggregateNewEvents = () => new Promise(() => undefined);
      const response = new ViewSiteAnalytics(totals).forLastDays(7);
      await jest.advanceTimersByTimeAsync(2 * SECOND_MS);
      expect((await response).as_of).toBe(new Date(0).toISOString());
    } finally {
      jest.useRealTimers();
    }
  });
});

import type { DailyTotals } from '#domain/analytics/visitors/daily-totals';
import { dayOf } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import type { StoredEvent } from '../fakes/daily-totals';

export interface OpenDailyTotals {
  readonly totals: DailyTotals;
  readonly addEvents: (events: readonly StoredEvent[]) => Promise<void>;
}

export const TOTALS_TIME = new Date('2026-04-15T12:00:00Z');
const TODAY = dayOf(TOTALS_TIME);

const visitorId = (number: number): string => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
const pageView = (daysAgo: number, visitor: number, path: string, referrer: string | null = null): StoredEvent => ({
  at: new Date(TOTALS_TIME.getTime() - daysAgo * DAY_MS),
  name: 'page_view',
  visitor: visitorId(visitor),
  path,
  referrer,
});

/** What all daily totals do. The time is `TOTALS_TIME`. */
export function describeDailyTotals(open: () => Promise<OpenDailyTotals>): void {
  let totals: DailyTotals;
  let addEvents: OpenDailyTotals['addEvents'];
  beforeEach(async () => ({ totals, addEvents } = await open()));

  it('are empty before the first event', async () => {
    await totals.aggregateNewEvents();
    expect(await totals.figuresFor(7)).toMatchObject({ today: TODAY, first_day: null, unique_visitors: 0, events: [], pages: [] });
  });

  it('count each event once, also for concurrent callers', async () => {
    await addEvents([pageView(1, 1, '/'), pageView(0, 1, '/boards'), pageView(0, 2, '/')]);
    await Promise.all([totals.aggregateNewEvents(), totals.aggregateNewEvents()]);
    expect(await totals.aggregateNewEvents()).toBe(0);
    await addEvents([{ ...pageView(0, 1, '/'), name: 'search' }]);
    expect(await totals.aggregateNewEvents()).toBe(1);
    const { events, counted_at } = await totals.figuresFor(7);
    expect(new Set(events)).toEqual(
      new Set([
        { day: TODAY - 1, name: 'page_view', count: 1 },
        { day: TODAY, name: 'page_view', count: 2 },
        { day: TODAY, name: 'search', count: 1 },
      ]),
    );
    expect(counted_at).toEqual(TOTALS_TIME);
  });

  it('count visitors once per day and once per period', async () => {
    await addEvents([pageView(8, 9, '/'), pageView(2, 1, '/'), pageView(2, 2, '/'), pageView(0, 1, '/'), pageView(0, 1, '/')]);
    await totals.aggregateNewEvents();
    const { unique_visitors, visitors, before, first_day } = await totals.figuresFor(7);
    expect([unique_visitors, visitors.get(TODAY - 2), visitors.get(TODAY)]).toEqual([2, 2, 1]);
    expect(before).toEqual({ total_events: 1, unique_visitors: 1, registered_users: 0 });
    expect(first_day).toBe(TODAY - 8);
  });

  it('list pages and referrers of page views, most viewed first', async () => {
    await addEvents([pageView(3, 1, '/', 'www.example'), pageView(1, 2, '/boards', ''), pageView(0, 3, '/boards')]);
    await addEvents([{ ...pageView(0, 3, '/momentum'), name: 'visit_click' }]);
    await totals.aggregateNewEvents();
    const { pages, referrers } = await totals.figuresFor(7);
    expect(pages).toEqual([
      { path: '/boards', count: 2 },
      { path: '/', count: 1 },
    ]);
    expect(referrers).toEqual([
      { referrer: '', count: 1 },
      { referrer: 'www.example', count: 1 },
    ]);
  });

  it('count the views of one page, and the visits from one source, by day', async () => {
    await addEvents([
      pageView(14, 1, '/'),
      pageView(13, 1, '/'),
      pageView(2, 1, '/', ''),
      pageView(2, 2, '/', 'www.example'),
      pageView(2, 2, '/x'),
    ]);
    await addEvents([{ ...pageView(2, 3, '/'), name: 'search' }]);
    await totals.aggregateNewEvents();
    const known = { today: TODAY, first_day: TODAY - 14 };
    const counts = (...days: (readonly [daysAgo: number, count: number])[]) => new Map(days.map(([ago, count]) => [TODAY - ago, count]));
    expect(await totals.figuresOf({ days: 7, page: '/' })).toEqual({ ...known, counts: counts([13, 1], [2, 2]) });
    expect(await totals.figuresOf({ days: 7, source: '' })).toEqual({ ...known, counts: counts([2, 1]) });
    expect(await totals.figuresOf({ days: 7, source: 'nowhere.example' })).toEqual({ ...known, counts: counts() });
  });
}

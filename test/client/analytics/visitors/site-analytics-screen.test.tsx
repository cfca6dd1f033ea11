import { jest } from '@jest/globals';
import { cleanup, act, fireEvent, screen, within } from '@testing-library/react';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { parse } from 'csv-parse/sync';
import { parseDay } from '#domain/days';
import { click, resetBrowser, deferredResponse, openApp, press, type FakeResponse } from '../../../support/client/client-app';
import { textsOf } from '../../../support/client/elements';
import { queriesTo, abortedUrls } from '../../../support/client/requests';
import { serveEndpoints } from '../../../support/client/serve-endpoints';
import { emptySiteAnalytics, siteAnalyticsRecord } from '../../../support/client/analytics-records';
import { captureDownloads } from '../../../support/client/capture-downloads';
import { eventSummary } from '../../../../client/src/analytics/visitors/day-charts';
import { present } from '../../../../client/src/ui/format';

const DASHBOARD_URL = '/api/analytics/dashboard';
const daysOf = (url: URL) => Number(url.searchParams.get('days')) as 7 | 30 | 90;
const analyticsServer = (reply: (url: URL) => FakeResponse | Promise<FakeResponse>) => serveEndpoints({ [`GET ${DASHBOARD_URL}`]: reply });
const dailyCounts = (previous: readonly number[]) => ({
  by_day: [1, 3].map((count, index) => ({ date: `2026-11-${20 + index}`, count })),
  previous_days: previous.map((count, index) => ({ date: `2026-10-${21 + index}`, count })),
});
const figuresServer = (over: Partial<SiteAnalytics> = {}) => analyticsServer((url) => ({ body: siteAnalyticsRecord(daysOf(url), over) }));
const requestedDays = () => queriesTo(DASHBOARD_URL).map((query) => query.get('days'));

/** Figures are drawn 300 ms after their response. */
const drawFigures = () => act(async () => jest.advanceTimersByTimeAsync(350));
/** Opens the screen and waits until its figures are drawn. */
const openSiteAnalytics = async (url = '/admin/analytics', server = figuresServer()) => {
  jest.useFakeTimers();
  await openApp(url, 'admin', server);
  await screen.findByRole('heading', { level: 1 });
  await drawFigures();
};
const card = (name: string) => screen.getByRole('region', { name });
const tab = (name: string) => screen.getByRole('tab', { name });

describe('the site analytics screen', () => {
  beforeEach(() => {
    resetBrowser();
    jest.spyOn(console, 'info').mockImplementation(() => {});
  });

  it('shows each figure with its change, which is not estimated, and a sparkline of seven days', async () => {
    await openSiteAnalytics();
    for (const [name, value, change] of [
      ['Total Events', '48.2K', 'up +17.6%'],
      ['Unique Visitors', '6.1K', 'unchanged 0.0%'],
      ['Registered Users', '412', 'down -17.6%'],
      ['Engagement Rate', '7.9', 'up +17.9%'],
    ] as const) {
      const metric = within(card(name));
      expect([name, metric.getByText('vs prev').parentElement?.textContent]).toEqual([name, `${change} vs prev`]);
      expect(metric.getByText(value)).toBeTruthy();
      const line = metric.getByTestId('sparkline');
      expect(line.getAttribute('aria-hidden')).toBe('true');
      expect(line.querySelector('path')?.getAttribute('d')?.split('L')).toHaveLength(7);
    }
    expect(screen.queryByText(/^Estimated/)).toBeNull();
    expect(card('Registered Users').querySelector('.danger')).toBeTruthy();
  });

  it('draws the figure of the chosen card, and the previous period until it is hidden', async () => {
    const { events_by_day: days } = siteAnalyticsRecord(30);
    await openSiteAnalytics('/admin/analytics', figuresServer({ previous_days: days }));
    await click(screen.getByRole('button', { name: 'Unique Visitors' }));
    expect(screen.getByRole('heading', { name: 'Unique Visitors Over Time' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Unique Visitors', pressed: true })).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Hide previous 30 days' }));
    await press('X', { shiftKey: true });
    expect(screen.getByRole('button', { name: 'Hide previous 30 days' })).toBeTruthy();
  });

  it('draws the views of a chosen page and the visits from a chosen source, kept in the address', async () => {
    const daily = { body: dailyCounts([5]) };
    const server = { [`GET ${DASHBOARD_URL}`]: () => ({ body: siteAnalyticsRecord(30) }), 'GET /api/analytics/daily': () => daily };
    await openSiteAnalytics('/admin/analytics', serveEndpoints(server));
    await click(screen.getByRole('button', { name: '/page-2' }));
    expect(within(card('Views of /page-2')).getByRole('img').getAttribute('aria-label')).toBe(
      "4 views, Nov 20 to Nov 21. Peak: 3 on Nov 21. Today isn't complete (UTC).",
    );
    expect(screen.getByRole('button', { name: '/page-2', pressed: true })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Events Over Time' })).toBeNull();
    await press('X', { shiftKey: true });
    expect(screen.getByRole('button', { name: 'Show previous 30 days' })).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Direct' }));
    expect([location.search, card('Direct Visits') !== null]).toEqual(['?source=', true]);
    await click(screen.getByRole('button', { name: 'Show whole site' }));
    expect([location.search, card('Events Over Time') !== null]).toEqual(['', true]);
    expect(queriesTo('/api/analytics/daily').map(String)).toEqual(['days=30&page=%2Fpage-2', 'days=30&source=']);
  });

  it('shows a chosen page above the full table, and the whole site once a card is chosen', async () => {
    const server = {
      [`GET ${DASHBOARD_URL}`]: () => ({ body: siteAnalyticsRecord(7) }),
      'GET /api/analytics/daily': () => ({ body: dailyCounts([]) }),
    };
    await openSiteAnalytics('/admin/analytics?days=7&tab=pages&page=%2Fpage-1', serveEndpoints(server));
    expect(card('Views of /page-1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /previous 7 days/ })).toBeNull();
    await click(tab('Overview'));
    await click(screen.getByRole('button', { name: 'Unique Visitors' }));
    expect([location.search, card('Unique Visitors Over Time') !== null]).toEqual(['?days=7', true]);
  });

  it('leaves today, which is not over, out of the sparklines', async () => {
    const { events_by_day: days } = siteAnalyticsRecord(30);
    const withToday = (count: number) => [...days.slice(0, -1), { ...days.at(-1)!, count }];
    const lines: (string | null | undefined)[] = [];
    for (const count of [0, 90_000]) {
      await openSiteAnalytics('/admin/analytics', figuresServer({ events_by_day: withToday(count) }));
      lines.push(within(card('Total Events')).getByTestId('sparkline').querySelector('path')?.getAttribute('d'));
      cleanup();
      resetBrowser();
    }
    expect(lines[0]).toBe(lines[1]);
  });

  it('labels a change against an estimated previous period at each figure, and explains it', async () => {
    await openSiteAnalytics(
      '/admin/analytics',
      figuresServer({ previous: { total_events: 1, unique_visitors: 1, registered_users: 1, estimated: true } }),
    );
    for (const name of ['Total Events', 'Unique Visitors', 'Registered Users', 'Engagement Rate']) {
      expect(within(card(name)).getByText('Estimated')).toBeTruthy();
      expect(card(name).querySelector('.success, .danger')).toBeNull();
    }
    expect(screen.getByText('Estimated: we have no earlier data to compare with.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /previous 30 days/ })).toBeNull();
  });

  it('shows a skeleton until 300 ms after the response', async () => {
    jest.useFakeTimers();
    const slow = deferredResponse();
    await openApp(
      '/admin/analytics',
      'admin',
      analyticsServer(() => slow.reply),
    );
    await act(async () => jest.advanceTimersByTimeAsync(50));
    expect(screen.getByTestId('analytics-skeleton')).toBeTruthy();
    expect(screen.getByTestId<HTMLButtonElement>('export-csv').disabled).toBe(true);
    await slow.give({ body: siteAnalyticsRecord(30) });
    await act(async () => jest.advanceTimersByTimeAsync(299));
    expect(screen.queryAllByTestId('metric-card')).toHaveLength(0);
    await act(async () => jest.advanceTimersByTimeAsync(1));
    expect(screen.getAllByTestId('metric-card')).toHaveLength(4);
    expect(screen.queryByTestId('analytics-skeleton')).toBeNull();
  });

  it('reloads when the period changes, aborts the request of the previous one, and updates the URL', async () => {
    const slow = deferredResponse();
    await openSiteAnalytics(
      '/admin/analytics',
      analyticsServer((url) => (daysOf(url) === 30 ? slow.reply : { body: siteAnalyticsRecord(daysOf(url)) })),
    );
    for (const days of ['7', '90']) {
      await act(async () => void fireEvent.change(screen.getByLabelText('Period'), { target: { value: days } }));
      expect(screen.getByTestId('analytics-skeleton')).toBeTruthy();
      expect([requestedDays().at(-1), location.search]).toEqual([days, `?days=${days}`]);
      await drawFigures();
      expect(screen.getAllByTestId('metric-card')).toHaveLength(4);
    }
    expect(abortedUrls).toEqual([`${DASHBOARD_URL}?days=30`]);
  });

  it.each([
    ['?days=90&tab=sources', '90', 'Sources'],
    ['?days=31&tab=x', '30', 'Overview'],
  ])('reads period and tab from the URL, with defaults for invalid values: %s', async (query, days, name) => {
    await openSiteAnalytics(`/admin/analytics${query}`);
    expect([requestedDays(), tab(name).getAttribute('aria-selected')]).toEqual([[days], 'true']);
  });

  it('switches tabs with the arrow keys, Home and End', async () => {
    await openSiteAnalytics();
    tab('Overview').focus();
    const steps: string[] = [];
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End']) {
      await press(key);
      steps.push(`${document.activeElement?.textContent} ${location.search}`);
    }
    expect(steps).toEqual([
      'Pages ?tab=pages',
      'Sources ?tab=sources',
      'Overview ',
      'Sources ?tab=sources',
      'Overview ',
      'Sources ?tab=sources',
    ]);
    expect(requestedDays()).toEqual(['30']);
    expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
  });

  it('names the entities of pages in place of their ids', async () => {
    await openSiteAnalytics('/admin/analytics', figuresServer({ top_pages: [{ path: '/pinner/7', title: 'Mira', count: 3 }] }));
    expect(within(card('Top Pages')).getByRole('button', { name: 'Mira influencer' })).toBeTruthy();
  });

  it('ranks pages and referrers, with those in full in their tabs, and shows the shares of the event types as text', async () => {
    await openSiteAnalytics();
    const pages = within(card('Top Pages'));
    expect(textsOf(pages.getAllByTestId('rank-badge'))).toEqual(['#1', '#2', '#3']);
    expect(textsOf(pages.getAllByRole('columnheader'))).toEqual(['Page', 'Views']);
    expect(pages.getAllByRole('row')).toHaveLength(11);
    const [, direct, other] = within(card('Top Referrers')).getAllByRole('row');
    expect([direct?.textContent, direct?.querySelectorAll('svg').length]).toEqual(['#1 Direct3.2K3,200', 1]);
    expect([other?.textContent, other?.querySelectorAll('svg').length]).toEqual(['#2www.pinterest.com900', 0]);
    const shares = within(card('Events by Type')).getAllByRole('listitem');
    expect(textsOf(shares)).toEqual(['Page view 610 61.0%', 'Search 300 30.0%', 'Checkout opened 90 9.0%']);
    await click(tab('Pages'));
    expect(within(card('Detailed Page Analytics')).getAllByRole('row')).toHaveLength(13);
    await click(tab('Sources'));
    expect(screen.getByRole('heading', { name: 'Source Analytics' })).toBeTruthy();
  });

  it('describes the line in a sentence and a table', async () => {
    await openSiteAnalytics('/admin/analytics?days=7');
    const chart = within(card('Events Over Time'));
    expect(chart.getByRole('img').getAttribute('aria-label')).toBe(
      "280 events, Nov 15 to Nov 21. Peak: 70 on Nov 21. Today isn't complete (UTC).",
    );
    await click(chart.getByRole('button', { name: 'Show as table' }));
    expect(chart.getAllByRole('row')).toHaveLength(8);
  });

  it('has an empty state', async () => {
    await openSiteAnalytics('/admin/analytics', figuresServer(emptySiteAnalytics));
    expect(screen.getByText('No events in this period.')).toBeTruthy();
    expect(screen.getAllByText('No data available')).toHaveLength(3);
    expect(within(card('Engagement Rate')).getByText('0')).toBeTruthy();
  });

  it('exports the figures as CSV without spreadsheet formulas', async () => {
    const files = captureDownloads();
    await openSiteAnalytics('/admin/analytics?days=7', figuresServer({ top_pages: [{ path: '=1+1', title: null, count: 3 }] }));
    await click(screen.getByTestId('export-csv'));
    expect(files.names).toEqual(['site-analytics-7-days-2026-11-21.csv']);
    const rows = parse(await files.text(0), { record_delimiter: '\r\n' });
    expect(rows[0]).toEqual(['Section', 'Item', 'Measure', 'Value']);
    expect(rows).toContainEqual(['Summary', 'Engagement Rate', 'current', '7.9']);
    expect(rows).toContainEqual(['Summary', 'Total Events', 'previous', '41000']);
    expect(rows).toContainEqual(['By day', '2026-11-21', 'events', '70']);
    expect(rows).toContainEqual(['Top Pages', "'=1+1", 'views', '3']);
    expect(rows).toContainEqual(['Top Referrers', 'Direct', 'visits', '3200']);
    expect(rows).toHaveLength(1 + 8 + 21 + 3 + 1 + 2);
    expect(console.info).toHaveBeenCalledTimes(1);
  });
});

const dayWithEvents = (date: string, count: number) => ({ date, count, visitors: 0, registrations: 0 });

describe('the summary of the events chart', () => {
  beforeAll(() => void (present.day = parseDay('2026-11-23') ?? NaN));

  it.each([
    [[], 'No events.'],
    [[dayWithEvents('2026-11-20', 0), dayWithEvents('2026-11-21', 0)], 'No events, Nov 20 to Nov 21.'],
    [
      [dayWithEvents('2026-11-19', 900), dayWithEvents('2026-11-20', 1600), dayWithEvents('2026-11-21', 5)],
      "2.5K events, Nov 19 to Nov 21. Peak: 1.6K on Nov 20. Today isn't complete (UTC).",
    ],
    [
      [dayWithEvents('2026-11-20', 7), dayWithEvents('2026-11-21', 7)],
      "14 events, Nov 20 to Nov 21. Peak: 7 on Nov 20. Today isn't complete (UTC).",
    ],
  ])('describes %j as %s', (days, sentence) => {
    expect(eventSummary(days)).toBe(sentence);
  });
});

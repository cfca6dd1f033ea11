import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { parse } from 'csv-parse/sync';
import type { TopPerformer } from '#domain/analytics/growth/contract';
import { aBoard, aPin, emptySeries } from '../../../support/client/catalog-records';
import { click, resetBrowser, deferredResponse, openApp, press, type FakeResponse } from '../../../support/client/client-app';
import { muteConsoleErrors, textsOf, hrefOf } from '../../../support/client/elements';
import { requestedUrls, queriesTo, copiedTexts } from '../../../support/client/requests';
import { closeShortcutHelp, openShortcutHelp } from '../../../../client/src/site/shortcuts';
import { serveEndpoints, errorResponse } from '../../../support/client/serve-endpoints';
import { aPerformer, topPerformers, growthAnalyticsRecord, qualityScanRecord } from '../../../support/client/analytics-records';
import { captureDownloads } from '../../../support/client/capture-downloads';

const ANALYTICS_URL = '/api/admin/analytics';
const growthServer = (reply: (url: URL) => FakeResponse | Promise<FakeResponse>, more: Record<string, (url: URL) => FakeResponse> = {}) =>
  serveEndpoints({ [`GET ${ANALYTICS_URL}`]: reply, ...more });
const performersServer = (rows: readonly TopPerformer[] = topPerformers(23)) => growthServer(() => ({ body: growthAnalyticsRecord(rows) }));

const openGrowthScreen = async (url = '/admin/growth', server = performersServer()) => {
  await openApp(url, 'admin', server);
  await screen.findByRole('heading', { level: 1, name: 'Growth Analytics' });
  await act(async () => {});
};
const openGrowth = (reply: (url: URL) => FakeResponse | Promise<FakeResponse>) => openGrowthScreen('/admin/growth', growthServer(reply));
const openRanking = (...performers: readonly TopPerformer[]) => openGrowthScreen('/admin/growth', performersServer(performers));
const requestedQueries = () => queriesTo(ANALYTICS_URL).map((query) => Object.fromEntries(query));
const selectOption = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const optionsOf = (label: string) => [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text);
const tableRows = () => screen.getAllByTestId('performer-row').map((row) => textsOf(within(row).getAllByRole('cell')));
const performerNames = () => screen.getAllByTestId('performer-row').map((row) => within(row).getByRole('button').textContent);
const openRow = (name: string) => click(screen.getByRole('button', { name }));
const panel = () => within(screen.getByTestId('side-panel'));
const advanceTimers = (milliseconds: number) => act(async () => jest.advanceTimersByTimeAsync(milliseconds));

describe('the growth analytics screen', () => {
  beforeEach(muteConsoleErrors);

  it.each([
    [{ boards: 1, pinners: 0, pins: 0 }, 'Tracking 1 board'],
    [{ boards: 0, pinners: 1, pins: 0 }, 'Tracking 1 influencer'],
    [{ boards: 1, pinners: 1, pins: 0 }, 'Tracking 2 boards, influencers, and pins'],
  ])('names what it tracks of %j: %s', async ({ boards, pinners, pins }, sentence) => {
    const database_stats = { boards: { total: boards, collaborative: 0 }, pinners: { total: pinners }, pins: { total: pins } };
    const record = { ...growthAnalyticsRecord([]), total_entities: boards + pinners + pins, database_stats };
    await openGrowth(() => ({ body: record }));
    expect(screen.getByTestId('total-entities').parentElement?.textContent.trim()).toBe(sentence);
  });

  it.each([
    ['before the first computation', null, /^No scores yet\. They're computed every night\.$/],
    ['after one that found no score', '2026-11-21', /^Nothing has a score for this metric and period\. Scores need readings/],
  ])('has an empty state %s', async (_, as_of, emptyText) => {
    await openGrowth(() => ({
      body: growthAnalyticsRecord([], { as_of, momentum_insights: { average_momentum: null, top_performers: [] } }),
    }));
    expect(screen.getByText(emptyText)).toBeTruthy();
    expect(screen.getByTestId('avg-growth').textContent).toBe('–');
    expect(screen.getByTestId<HTMLButtonElement>('export-csv').disabled).toBe(true);
  });

  it('keeps the previous rows, faded and locked, while another filter loads, and if that fails', async () => {
    const slow = deferredResponse();
    await openGrowth((url) => (url.searchParams.get('limit') === '10' ? slow.reply : { body: growthAnalyticsRecord(topPerformers(3)) }));
    const isLocked = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Board 1' }).disabled;
    expect(isLocked()).toBe(false);
    await selectOption('Results', '10');
    expect([performerNames().length, isLocked()]).toEqual([3, true]);
    await slow.give(errorResponse('Not now.'));
    expect(screen.getByTestId('error-panel').textContent).toContain('Not now.');
    expect(screen.getByTestId('performers-table').className).toContain('stale');
    expect([performerNames().length, isLocked(), screen.getByTestId<HTMLButtonElement>('export-csv').disabled]).toEqual([3, true, true]);
  });

  it.each([
    ['board', ['Followers', 'Collaborators', 'Pins']],
    ['pinner', ['Followers', 'Monthly viewers']],
    ['pin', ['Saves', 'Repins', 'Owner’s followers']],
  ])('offers the metrics of a %s', async (entity, metrics) => {
    await openGrowthScreen(`/admin/growth?entity=${entity}`);
    expect(optionsOf('Metric')).toEqual(metrics);
    expect(optionsOf('Entity Type')).toEqual(['Boards', 'Influencers', 'Pins']);
    expect(optionsOf('Time Period')).toEqual(['Last 7 days', 'Last 15 days', 'Last 30 days', 'Last Quarter', 'Last Year']);
    expect(optionsOf('Results')).toEqual(['Top 10', 'Top 20', 'Top 50', 'Top 100']);
  });

  it('reloads for another filter, and updates the URL', async () => {
    await openGrowthScreen('/admin/growth?page=2');
    await selectOption('Time Period', '365_days');
    await selectOption('Metric', 'pin_count');
    await selectOption('Results', '10');
    expect(location.search).toBe('?period=365_days&metric=pin_count&limit=10');
    expect(requestedQueries().at(-1)).toEqual({ entity_type: 'board', period: '365_days', metric: 'pin_count', limit: '10' });
  });

  it('starts with saves for pins, and keeps the metric if the other entity type has it', async () => {
    await openGrowthScreen();
    await selectOption('Entity Type', 'pin');
    expect(requestedQueries().at(-1)?.['metric']).toBe('saves');
    await selectOption('Metric', 'follower_count');
    await selectOption('Entity Type', 'pinner');
    expect(requestedQueries().at(-1)).toMatchObject({ entity_type: 'pinner', metric: 'follower_count' });
    await selectOption('Metric', 'profile_views');
    await selectOption('Entity Type', 'board');
    expect(requestedQueries().at(-1)).toMatchObject({ entity_type: 'board', metric: 'follower_count' });
  });

  it('falls back to defaults for invalid values in the URL, and opens no performer outside the filter', async () => {
    await openGrowthScreen('/admin/growth?entity=cat&period=1&metric=saves&limit=7&page=-2&open=unknown');
    expect(requestedQueries()).toEqual([{ entity_type: 'board', period: '30_days', metric: 'follower_count', limit: '100' }]);
    expect(screen.queryByTestId('side-panel')).toBeNull();
    expect(screen.getByText('Showing 1-10 of 23')).toBeTruthy();
  });

  it('shows rank, value and score of each performer, and the score as a bar capped at 100', async () => {
    await openRanking(
      aPerformer(1, { momentum_score: 87.5, growth_percent: null }),
      aPerformer(2, { momentum_score: 140, current_value: null, growth_percent: null }),
      aPerformer(3, { momentum_score: null, growth_percent: null }),
    );
    expect(textsOf(screen.getAllByRole('columnheader'))).toEqual([
      'Rank',
      'Picture',
      'Name',
      'Current Value: Followers',
      'Growth score 0\u2060–\u2060100',
    ]);
    expect(tableRows()).toEqual([
      ['1', 'B', '12.4K12,400', '87.5'],
      ['2', 'B', '–unknown', '140.0'],
      ['3', 'B', '12.4K12,400', '–'],
    ]);
    const bars = screen.getAllByTestId('growth-bar').map((bar) => (bar.firstElementChild as HTMLElement).style.width);
    expect(bars).toEqual(['87.5%', '100%', '0%']);
    // What deletes comes last.
    const headings = textsOf(screen.getAllByRole('heading', { level: 2 }));
    expect(headings.filter((name) => /^(Top|Data)/.test(name))).toEqual(['Top Performers', 'Data Quality Tools']);
  });

  it('tells performers of the same title apart by their owner', async () => {
    await openRanking(
      ...['mira_makes', null].map((pinner_username, index) => aPerformer(index + 1, { title: 'Running', pinner_username })),
    );
    expect(textsOf(screen.getAllByRole('rowheader'))).toEqual(['Running@mira_makes', 'Running']);
  });

  it('pages by ten, and shows the last page if the URL asks for a later one', async () => {
    await openGrowthScreen('/admin/growth?page=9');
    const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
    expect(screen.getByText('Showing 21-23 of 23')).toBeTruthy();
    expect([button('Next').disabled, performerNames()]).toEqual([true, ['Board 21', 'Board 22', 'Board 23']]);
    await click(button('Previous'));
    expect([screen.getByText('Showing 11-20 of 23') !== null, location.search]).toEqual([true, '?page=2']);
    await click(button('Previous'));
    expect([screen.getByText('Showing 1-10 of 23') !== null, button('Previous').disabled]).toEqual([true, true]);
    await click(button('Next'));
    expect([location.search, requestedQueries().length]).toEqual(['?page=2', 1]);
  });

  describe('auto-refresh', () => {
    const autoRefresh = () => screen.getByTestId('auto-refresh');

    it('reloads every 30 seconds while it is on', async () => {
      await openGrowthScreen();
      jest.useFakeTimers();
      expect([autoRefresh().textContent, autoRefresh().getAttribute('aria-pressed')]).toEqual(['Auto OFF', 'false']);
      await click(autoRefresh());
      expect([autoRefresh().textContent, autoRefresh().getAttribute('aria-pressed')]).toEqual(['Auto ON', 'true']);
      await advanceTimers(6000);
      expect(screen.getByText('next in 24 s')).toBeTruthy();
      await advanceTimers(23_999);
      expect(requestedQueries()).toHaveLength(1);
      await advanceTimers(1);
      expect(requestedQueries()).toHaveLength(2);
      await advanceTimers(30_000);
      expect(requestedQueries()).toHaveLength(3);
      await click(autoRefresh());
      await advanceTimers(90_000);
      expect([requestedQueries().length, autoRefresh().textContent]).toEqual([3, 'Auto OFF']);
    });

    it.each<[string, () => unknown, () => unknown]>([
      [
        'the page is hidden',
        () => jest.spyOn(document, 'hidden', 'get').mockReturnValue(true),
        () => jest.spyOn(document, 'hidden', 'get').mockReturnValue(false),
      ],
      ['the list of shortcuts is open', openShortcutHelp, closeShortcutHelp],
      ['a panel is open', () => openRow('Board 1'), () => press('Escape')],
    ])('pauses while %s', async (reason, begin, end) => {
      await openGrowthScreen();
      jest.useFakeTimers();
      await click(autoRefresh());
      await act(async () => void (await begin()));
      await advanceTimers(60_000);
      expect([requestedQueries().length, screen.queryByText('paused') !== null]).toEqual([1, reason === 'a panel is open']);
      await act(async () => void (await end()));
      await advanceTimers(30_000);
      expect(requestedQueries()).toHaveLength(2);
    });
  });

  it('exports the filtered rows as CSV', async () => {
    const files = captureDownloads();
    await openRanking(
      ...topPerformers(12),
      aPerformer(13, { title: '=HYPERLINK("x")', name: null, momentum_score: 4, current_value: null }),
    );
    await click(screen.getByTestId('export-csv'));
    expect(files.names).toHaveLength(1);
    expect(files.names[0]).toMatch(/^momentum-analytics-[\w-]+\.csv$/);
    const read = parse(await files.text(0), { record_delimiter: '\r\n' });
    expect(read).toHaveLength(14);
    expect(read[0]).toEqual(['Rank', 'Name', 'Current Value', 'Growth Score']);
    expect(read[1]).toEqual(['1', 'Board 1', '12400', '87.5']);
    expect(read[13]).toEqual(['13', `'=HYPERLINK("x")`, '', '4']);
    expect(screen.getByTestId('toast').textContent).toBe('Exported 13 rows.');
  });

  it('has the shortcuts r and e, except with a modifier or in a form field', async () => {
    const files = captureDownloads();
    await openGrowthScreen();
    await press('r', { ctrlKey: true });
    screen.getByLabelText('Metric').focus();
    await press('r');
    await press('e');
    expect([requestedQueries().length, files.names.length]).toEqual([1, 0]);
    (document.activeElement as HTMLElement).blur();
    await press('r');
    await press('e');
    expect([requestedQueries().length, files.names.length]).toEqual([2, 1]);
  });

  describe('the side panel', () => {
    it('opens beside the table, takes the focus, and closes with Esc', async () => {
      await openRanking(aPerformer(1, { previous_rank: 4 }));
      await openRow('Board 1');
      expect(location.search).toBe('?open=b1');
      expect(document.activeElement?.textContent).toBe('Board 1');
      const facts = textsOf(panel().getAllByRole('definition'));
      expect(facts).toEqual(['12.4K12,400', '87.5', '1', '4', 'High', 'Accelerating', 'Excellent']);
      expect(screen.getByRole('button', { name: 'Board 1' }).getAttribute('aria-expanded')).toBe('true');
      expect(hrefOf(panel().getByRole('link', { name: 'View Profile' }))).toBe('/board/b1/');
      expect(screen.queryByRole('dialog')).toBeNull();
      await press('Escape');
      expect([screen.queryByTestId('side-panel'), location.search]).toEqual([null, '']);
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Board 1' }));
    });

    it('changes with the row, and is in the URL', async () => {
      await openGrowthScreen('/admin/growth?open=b2');
      expect(panel().getByRole('heading', { level: 2, name: 'Board 2' })).toBeTruthy();
      await openRow('Board 3');
      expect(panel().getByRole('heading', { level: 2, name: 'Board 3' })).toBeTruthy();
      expect(requestedUrls.filter((call) => call.startsWith('/api/boards/'))).toEqual(['/api/boards/b2', '/api/boards/b3']);
    });

    const series = { x: ['2026-09-01', '2026-11-14', '2026-11-19', '2026-11-20'], y: [1, 100, 120, 130] };
    const boardWithFollowers = () => ({
      body: aBoard({ time_series: { followers: series, collaborators: emptySeries, pins: emptySeries } }),
    });
    const trajectory = () => within(screen.getByRole('region', { name: 'Growth Trajectory' }));

    it.each([
      ['7_days', 'Followers rose from 100 to 130, +30.0%, Nov 14 to Nov 20.'],
      ['90_days', 'Followers rose from 1 to 130, +12,900.0%, Sep 1 to Nov 20.'],
    ])('draws the readings of the last %s', async (period, sentence) => {
      await openGrowthScreen(
        `/admin/growth?period=${period}&open=b1`,
        growthServer(() => ({ body: growthAnalyticsRecord(topPerformers(1)) }), { 'GET /api/boards/b1': boardWithFollowers }),
      );
      expect(trajectory().getByRole('img').getAttribute('aria-label')).toBe(sentence);
      expect(screen.queryByText(/Illustrative/)).toBeNull();
    });

    it.each([
      [7400, '45, 52, 48, 7,400'],
      [null, '45, 52, 48, 58'],
    ])('labels the line as illustrative without readings (current value %s)', async (currentValue, values) => {
      await openGrowthScreen(
        '/admin/growth?entity=pin&metric=repin_count&open=n1',
        growthServer(() => ({ body: growthAnalyticsRecord([aPerformer(1, { _id: 'n1', current_value: currentValue })]) }), {
          'GET /api/pins/n1': () => ({ body: aPin() }),
        }),
      );
      expect(hrefOf(panel().getByRole('link', { name: 'View Profile' }))).toBe('/pin/n1/');
      expect(trajectory().getByText('Illustrative: no readings for this metric yet.')).toBeTruthy();
      await click(trajectory().getByRole('button', { name: 'Show as table' }));
      const shown = textsOf(trajectory().getAllByRole('cell'));
      expect(shown.toReversed().join(', ')).toBe(values);
    });

    it('shows a load failure of the readings and retries', async () => {
      let healthy = false;
      await openGrowthScreen(
        '/admin/growth?open=b1',
        growthServer(() => ({ body: growthAnalyticsRecord(topPerformers(1)) }), {
          'GET /api/boards/b1': () => (healthy ? boardWithFollowers() : errorResponse('Not now.')),
        }),
      );
      expect(panel().getByText(/^We couldn't load this\./)).toBeTruthy();
      healthy = true;
      await click(panel().getByRole('button', { name: 'Try again' }));
      expect(trajectory().getByRole('img')).toBeTruthy();
    });

    it('copies its link', async () => {
      await openGrowthScreen('/admin/growth?open=b1');
      await click(panel().getByRole('button', { name: 'Share' }));
      expect([copiedTexts, screen.getByTestId('toast').textContent]).toEqual([[location.href], 'Link copied.']);
    });

    it('shows an error if the link cannot be copied', async () => {
      Object.assign(navigator, { clipboard: { writeText: () => Promise.reject(new Error('no')) } });
      await openGrowthScreen('/admin/growth?open=b1');
      await click(panel().getByRole('button', { name: 'Share' }));
      expect(screen.getByTestId('live-alert').textContent).toBe("We couldn't copy the link. Copy it from the address bar.");
    });

    it('shows a hostile name as text', async () => {
      const name = '"><img src=x onerror=window.hit=1>';
      await openGrowthScreen('/admin/growth?open=b1', performersServer([aPerformer(1, { title: name })]));
      expect(screen.getByRole('button', { name }).querySelector('img')).toBeNull();
      expect(panel().getByRole('heading', { name })).toBeTruthy();
    });
  });
});

const SCAN_URL = '/api/admin/data-quality/scan';
const issueCounts = { not_searchable: 2, never_crawled: 3, all_zero_metrics: 5 };

/** Opens the tools over a server that finds `scan`. */
const openQualityTools = async (scan: () => FakeResponse | Promise<FakeResponse> = () => ({ body: qualityScanRecord(issueCounts) })) => {
  const answers = serveEndpoints({
    'GET /api/admin/analytics': () => ({ body: growthAnalyticsRecord(topPerformers(3)) }),
    [`GET ${SCAN_URL}`]: scan,
  });
  await openApp('/admin/growth', 'admin', answers);
  await screen.findByRole('heading', { level: 1, name: 'Growth Analytics' });
  await act(async () => {});
};
const counterTexts = () => ['suspicious-count', 'never-crawled-count', 'deleted-count'].map((id) => screen.getByTestId(id).textContent);
const clickScan = () => click(screen.getByTestId('scan-now'));
const buttonOf = (id: string) => screen.getByTestId<HTMLButtonElement>(id);

describe('the data quality tools', () => {
  let logged: ReturnType<typeof jest.spyOn>;
  beforeEach(() => {
    resetBrowser();
    logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  });

  it('show the counts of the growth figures until the first scan, by a key or a button, one at a time', async () => {
    const slow = deferredResponse();
    await openQualityTools(() => slow.reply);
    expect([counterTexts(), queriesTo(SCAN_URL).length]).toEqual([['14', '3', '0'], 0]);
    await press('s');
    expect(buttonOf('scan-now').textContent).toBe('Scanning…');
    await clickScan();
    expect(queriesTo(SCAN_URL)).toHaveLength(1);
    await slow.give({ body: qualityScanRecord(issueCounts) });
    expect([counterTexts(), buttonOf('scan-now').textContent]).toEqual([['10', '6', '4'], 'Scan Now']);
    expect(screen.getByText('Scanned Nov 21, 2026, 14:03 UTC')).toBeTruthy();
    await clickScan();
    expect(queriesTo(SCAN_URL)).toHaveLength(2);
  });

  it('log a failed scan and show it inline, without a toast', async () => {
    await openQualityTools(() => errorResponse('Not now.'));
    await clickScan();
    expect(screen.getByText(/^We couldn't load this\./)).toBeTruthy();
    expect(logged).toHaveBeenCalledTimes(1);
    expect(screen.queryByTestId('toast')).toBeNull();
    expect(counterTexts()).toEqual(['14', '3', '0']);
  });
});

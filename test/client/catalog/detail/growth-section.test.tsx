import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Board } from '#domain/catalog/detail-contract';
import { parseDay } from '#domain/days';
import { parseDetailView, withChoice } from '../../../../client/src/catalog/detail/growth/detail-view';
import { endOfDays, staleDay } from '../../../../client/src/catalog/detail/growth/readings';
import { isSamePlot, nearestIndex, xOfDay, yOfValue } from '../../../../client/src/ui/charts/plot';
import { aBoard, aMomentumReading, emptySeries } from '../../../support/client/catalog-records';
import { click, openApp, type ViewerKind } from '../../../support/client/client-app';
import { textsOf } from '../../../support/client/elements';
import { queriesTo, savedFileNames } from '../../../support/client/requests';

const daily = (count: number, valueAt: (index: number) => number, firstTime = Date.UTC(2026, 6, 1)) => ({
  x: Array.from({ length: count }, (_, index) => new Date(firstTime + index * 86_400_000).toISOString().slice(0, 10)),
  y: Array.from({ length: count }, (_, index) => valueAt(index)),
});

const line = (rule: 'growing' | 'steady' | 'active', text: string) => ({ rule, mark: 'pass', value: 1, text }) as const;

/** A board with 120 daily readings: followers rise by 10 a day from 1,000. */
const grownBoard = (over: Partial<Board> = {}) =>
  aBoard({
    follower_count: 2190,
    collaborator_count: null,
    pin_count: 40,
    growth: {
      follower_count: { '7_days': 3.3, '15_days': 7.4, '30_days': 15.9, '90_days': 69.8, '365_days': null },
      pin_count: { '30_days': 5 },
    },
    verdict: [line('active', 'Active.'), line('growing', 'In 90 days.'), line('steady', 'Steady in 90 days.')],
    verdict_by_period: {
      '7_days': [line('growing', 'In 7 days.')],
      '30_days': [line('growing', 'In 30 days.'), line('steady', 'Steady in 30.')],
    },
    time_series: { followers: daily(120, (index) => 1000 + 10 * index), collaborators: emptySeries, pins: daily(120, () => 40) },
    ...over,
  });

async function openBoard(address: string, who: ViewerKind, over: Partial<Board> = {}) {
  await openApp(address, who, () => ({ body: grownBoard(over) }));
  await screen.findByTestId('facts');
}
const period = (name: string) => screen.getByRole('button', { name });
const pressedPeriods = () =>
  within(screen.getByRole('group', { name: 'Period' }))
    .getAllByRole('button', { pressed: true })
    .map((button) => button.getAttribute('aria-label'));
const figure = (metric: string) => screen.getByTestId(`metric-${metric}`);
const chartSummary = () => screen.getByRole('img', { name: / to / }).getAttribute('aria-label');
const reading = () => screen.getByTestId('chart-reading').textContent;
const verdictText = () => screen.getByTestId('verdict').textContent;

describe('the period of a detail page', () => {
  it('changes cards, sentence, line, verdict, and address together', async () => {
    await openBoard('/board/b1/', 'premium');
    expect(pressedPeriods()).toEqual(['90 days']);
    expect(chartSummary()).toBe('Followers rose from 1.3K to 2.2K, +69.8%, Jul 30 to Oct 28.');
    await click(period('30 days'));
    expect(location.search).toBe('?period=30');
    expect(pressedPeriods()).toEqual(['30 days']);
    expect(figure('follower_count').textContent).toContain('+15.9% 30 days');
    expect(chartSummary()).toBe('Followers rose from 1.9K to 2.2K, +15.9%, Sep 28 to Oct 28.');
    expect(verdictText()).toContain('In 30 days.');
    expect(verdictText()).toContain('Steady in 30.');
    await click(period('7 days'));
    expect(verdictText()).toContain('In 7 days.');
    expect(verdictText()).toContain('Steady in 90 days.');
    await click(period('90 days'));
    expect(location.search).toBe('');
  });

  it('may be the whole history, whose growth is that of its first and last reading', async () => {
    await openBoard('/board/b1/?period=all', 'premium');
    expect(figure('follower_count').textContent).toContain('+119.0% all time');
    expect(chartSummary()).toContain('from 1.0K to 2.2K');
    expect(screen.queryByRole('button', { name: /^vs previous/ })).toBeNull();
  });

  it('chooses the momentum score', async () => {
    await openBoard('/board/b1/', 'premium', {
      momentum: [
        aMomentumReading({ score: 62.4 }),
        aMomentumReading({ period: '30_days', score: 71, points: 30, rank: 9, previous_rank: null }),
      ],
    });
    expect(screen.getByTestId('momentum-score').textContent).toBe('62.4  RisingFollowers, 90 days · rank 412, was 500');
    await click(period('30 days'));
    expect(screen.getByTestId('momentum-score').textContent).toBe('71.0  RisingFollowers, 30 days · rank 9');
    expect(screen.getByText('How sure: High, 30 readings in 30 days.')).toBeTruthy();
  });

  it('is locked without Premium, except for 90 days, and says why when it gets the focus', async () => {
    await openBoard('/board/b1/', 'free', { history_limited: true, history_from: '2025-10-03' });
    const lock = screen.getByTestId('period-lock');
    expect(lock.textContent).toBe('Premium shows everything since Oct 2025. See Premium');
    fireEvent.focus(period('365 days'));
    expect(lock.textContent).toBe('Growth over 365 days is a Premium feature. See Premium');
    expect(period('365 days').getAttribute('aria-describedby')).toBe(lock.id);
    await click(period('365 days'));
    expect([location.search, ...pressedPeriods()]).toEqual(['', '90 days']);
    expect(period('90 days').getAttribute('aria-disabled')).toBe('false');
    expect(screen.queryByRole('button', { name: /^vs previous/ })).toBeNull();
  });

  it.each([
    [
      'of a shared address becomes 90 days for viewers without it, with one notice',
      '?period=30&vs=previous',
      /^Growth over 30 days is a Premium/,
    ],
    ['says nothing of more history where there is none', '', /^$/],
  ])('%s', async (_, query, notice) => {
    await openBoard(`/board/b1/${query}`, 'visitor', { history_limited: true, history_from: '2026-07-01' });
    expect(pressedPeriods()).toEqual(['90 days']);
    expect(screen.getByTestId('period-lock').textContent).toMatch(notice);
  });
});

describe('the line of a detail page', () => {
  it('is that of the chosen figure; unknown figures are left out', async () => {
    await openBoard('/board/b1/', 'premium');
    expect(screen.queryByTestId('metric-collaborator_count')).toBeNull();
    await click(figure('pin_count'));
    expect(location.search).toBe('?metric=pin_count');
    expect(screen.getByRole('region', { name: 'Pins' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Followers' })).toBeNull();
    expect(figure('pin_count').getAttribute('aria-pressed')).toBe('true');
  });

  it('has the reading of a day above it, which the arrow keys move, and names its largest jumps', async () => {
    const followers = daily(120, (index) => 1000 + 10 * index + (index < 100 ? 0 : 963));
    await openBoard('/board/b1/?period=30', 'premium', { time_series: { followers, collaborators: emptySeries, pins: emptySeries } });
    expect(reading()).toMatch(/^Oct 28: 3,153 .*10 that day/);
    expect(textsOf(within(screen.getByRole('list', { name: 'Largest jumps' })).getAllByRole('listitem'))).toEqual([
      'Oct 9: +973 in one day',
    ]);
    const slider = screen.getByRole('slider', { name: 'Followers by day' });
    fireEvent.focus(slider);
    const readingsAfter = (key: string, shiftKey = false) => {
      fireEvent.keyDown(slider, { key, shiftKey });
      return [reading()?.split(':')[0], slider.getAttribute('aria-valuetext')];
    };
    expect(readingsAfter('ArrowLeft')).toEqual(['Oct 27', 'Oct 27, 2026: 3,143, +10 that day']);
    expect(readingsAfter('ArrowLeft', true)[0]).toBe('Oct 20');
    expect(readingsAfter('ArrowRight', true)[0]).toBe('Oct 27');
    expect(readingsAfter('Home')).toEqual(['Sep 28', 'Sep 28, 2026: 1,890']);
    expect(readingsAfter('ArrowLeft')[0]).toBe('Sep 28');
    expect(readingsAfter('End')[0]).toBe('Oct 28');
    expect(readingsAfter('ArrowRight')[0]).toBe('Oct 28');
  });

  it('shows the previous period on demand, in the address and in the reading', async () => {
    await openBoard('/board/b1/?period=30', 'premium');
    const compare = screen.getByRole('button', { name: 'vs previous 30 days' });
    expect(reading()).not.toContain('previous period');
    await click(compare);
    expect(location.search).toBe('?period=30&vs=previous');
    expect(compare.getAttribute('aria-pressed')).toBe('true');
    expect(reading()).toContain('previous period 1,890');
    await click(compare);
    expect(location.search).toBe('?period=30');
  });

  it.each([
    ['2026-10-01', 'Your note, Oct 1: Ask for an invite'],
    ['2026-07-01', undefined],
  ])('has the note of something watched since %s: %s', async (added_on, words) => {
    const key = { _id: 'i1', watchlist_id: 'w1', entity: 'board', entity_id: 'b1' };
    await openApp('/board/b1/', 'premium', ({ pathname }) => {
      if (pathname === '/api/users/me/watchlists') return { body: { watchlists: [{ _id: 'w1', name: 'Mine', items: [key] }] } };
      if (pathname === '/api/users/me/watchlists/w1') return { body: { items: [{ ...key, note: 'Ask for an invite', added_on }] } };
      return { body: grownBoard() };
    });
    await waitFor(() => expect(queriesTo('/api/users/me/watchlists/w1')).toHaveLength(1));
    await screen.findByTestId('facts');
    await act(async () => {});
    expect(screen.queryByTestId('chart-note')?.textContent).toBe(words);
  });

  it('becomes gains per day on demand, in the address, the sentence, the table, and the file', async () => {
    await openBoard('/board/b1/?period=30', 'premium');
    await click(screen.getByRole('button', { name: 'Per day' }));
    expect(location.search).toBe('?period=30&chart=per_day');
    expect(await screen.findByRole('slider', { name: 'Followers gained by day' })).toBeTruthy();
    expect(reading()).toBe('Oct 28: +10 in one day');
    expect(screen.getByText('Followers: +10 a day on average, Sep 28 to Oct 28; best day Sep 29: +10.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^vs previous/ })).toBeNull();
    await click(screen.getByRole('button', { name: 'Show as table' }));
    const rows = within(await screen.findByRole('table', { name: 'Followers per day' })).getAllByRole('row');
    expect([rows.length, rows[1]?.textContent]).toEqual([31, 'Oct 28, 20261+10']);
    await click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(savedFileNames).toEqual(['board-b1-follower_count-per-day.csv']);
    await click(screen.getByRole('button', { name: 'Count' }));
    expect(location.search).toBe('?period=30');
  });

  it.each([
    [2026, 'Oct 28'],
    [2022, 'Oct 28, 2022'],
  ])(
    'says since when there are no readings, with the year where that was in another one, and is saved as a file: %d',
    async (year, day) => {
      const followers = daily(120, (index) => 1000 + 10 * index, Date.UTC(year, 6, 1));
      await openBoard('/board/b1/', 'premium', { time_series: { followers, collaborators: emptySeries, pins: emptySeries } });
      expect(screen.getByText(`No readings since ${day}.`, { exact: false })).toBeTruthy();
      expect(figure('follower_count').textContent).toContain(`90 days to ${day}`);
      await click(screen.getByRole('button', { name: 'Download CSV' }));
      expect(savedFileNames).toEqual(['board-b1-follower_count.csv']);
    },
  );
});

describe('the address of a detail page', () => {
  const usual = { period: '90', metric: 'follower_count', isCompared: false, lockedPeriod: null, window: null, isPerDay: false };

  it.each([
    ['', true, {}],
    ['period=30&metric=pin_count&vs=previous', true, { period: '30', metric: 'pin_count', isCompared: true }],
    ['period=30&vs=previous', false, { lockedPeriod: '30' }],
    ['period=90', false, {}],
    ['period=8&metric=saves&vs=x', true, {}],
    ['chart=per_day', true, { isPerDay: true }],
    ['period=all&vs=previous', true, { period: 'all' }],
  ])('%s with Premium (%s) chooses %j', (text, hasFullAnalytics, choice) => {
    expect(parseDetailView(text, 'board', hasFullAnalytics)).toEqual({ ...usual, ...choice });
  });

  it('keeps other parameters and leaves out defaults', () => {
    expect(withChoice('a=1', 'pin', { period: '7', metric: 'repin_count', isCompared: true })).toBe(
      'a=1&period=7&metric=repin_count&vs=previous',
    );
    expect(withChoice('a=1&period=7&metric=repin_count&vs=previous', 'pin', { period: '90', metric: 'saves', isCompared: false })).toBe(
      'a=1',
    );
  });
});

describe('the end of a line', () => {
  const today = parseDay('2026-11-22') ?? 0;
  const pointsUntil = (daysAgo: number, span: number) => [
    { day: today - daysAgo - span, value: 1 },
    { day: today - daysAgo, value: 2 },
  ];

  it.each([
    [0, 30, null, 0],
    [7, 30, null, 7],
    [8, 30, 8, 0],
    [100, 80, 100, 80],
  ])(
    '%s days ago after a span of %s days is stale since %s days ago and shown until %s days ago',
    (daysAgo, span, staleDaysAgo, endDaysAgo) => {
      const points = pointsUntil(daysAgo, span);
      expect(staleDay(points, today)).toBe(staleDaysAgo === null ? null : today - staleDaysAgo);
      expect(today - endOfDays(points, today)).toBe(endDaysAgo);
    },
  );
});

describe('the place of a point in a plot', () => {
  const plot = { leftPx: 40, topPx: 10, widthPx: 300, heightPx: 200, firstDay: 100, lastDay: 130, minValue: 0, maxValue: 50 };

  it('is proportional to day and value', () => {
    expect([xOfDay(plot, 100), xOfDay(plot, 115), xOfDay(plot, 130)]).toEqual([40, 190, 340]);
    expect([yOfValue(plot, 50), yOfValue(plot, 25), yOfValue(plot, 0)]).toEqual([10, 110, 210]);
  });

  it('is the same after a drawing that changed nothing', () => {
    expect(isSamePlot(plot, { ...plot })).toBe(true);
    expect(isSamePlot(plot, { ...plot, maxValue: 51 })).toBe(false);
  });

  it('is found from a position', () => {
    const points = [100, 110, 130].map((day) => ({ day }));
    expect([0, 94, 95, 250, 999].map((x) => nearestIndex(plot, points, x))).toEqual([0, 1, 1, 2, 2]);
  });
});

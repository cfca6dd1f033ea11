import { render } from '@testing-library/react';
import { parseDay, dayLabel } from '#domain/days';
import { PlotOverlay } from '../../../client/src/ui/charts/plot-overlay';
import { MomentumBar } from '../../../client/src/ui/charts/momentum-bar';
import { axisLabel, axisSteps, labeledDays } from '../../../client/src/ui/charts/axis-days';
import { present } from '../../../client/src/ui/format';
import { axisTicks, plotOf, shortName, shortNames, spreadLabels } from '../../../client/src/ui/charts/comparison/comparison-layout';
import { toLinePoints, withOpenEnd, withoutFailedCrawls } from '../../../client/src/ui/charts/chart-points';

const plot = { leftPx: 0, topPx: 0, widthPx: 100, heightPx: 100, firstDay: 0, lastDay: 100, minValue: 0, maxValue: 100 };

/** Where the bracket and the number of a jump of these days are. */
function drawnJump(days: number) {
  const { container } = render(
    <PlotOverlay
      plot={plot}
      gaps={[]}
      annotations={[{ day: 60, value: 50, size: 40, days }]}
      ignoredDays={[]}
      staleSince={null}
      active={undefined}
      start={undefined}
      measure={null}
    />,
  );
  return {
    span: container.querySelector('[data-testid="jump-span"]')?.getAttribute('d') ?? null,
    numberX: container.querySelector('text')?.getAttribute('x'),
  };
}

describe('the mark of a jump', () => {
  it('is above its day', () => expect(drawnJump(1)).toEqual({ span: null, numberX: '60' }));

  it('spans the days between readings that lie apart', () => {
    expect(drawnJump(16)).toEqual({ span: expect.stringMatching(/^M44 .*H60/), numberX: '52' });
  });
});

it('draws every score longer than the one below it, from nothing at 0 to the whole scale at 100', () => {
  const widths = [0, 1, 7, 20, 100].map((score) => {
    const { container } = render(<MomentumBar score={score} />);
    return Number(container.querySelectorAll('rect')[1]?.getAttribute('width'));
  });
  expect([widths[0], widths.at(-1)]).toEqual([0, 40]);
  expect(widths.every((width, index) => index === 0 || width > widths[index - 1]!)).toBe(true);
});

const day = (text: string) => parseDay(text) ?? 0;
const labels = (from: string, to: string, maxLabels: number) =>
  labeledDays(day(from), day(to), maxLabels).map((one) => axisLabel(one, day(to) - day(from)));

describe('the days of an axis', () => {
  const before = present.day;
  beforeAll(() => void (present.day = day('2026-11-24')));
  afterAll(() => void (present.day = before));

  it.each([
    ['of this year have none', '2026-08-26', '2026-11-24', 4, ['Aug 26', 'Sep 25', 'Oct 25', 'Nov 24']],
    ['of another year have it', '2023-01-01', '2023-03-02', 3, ['Jan 1, 2023', 'Jan 31, 2023', 'Mar 2, 2023']],
    ['of two years have that of the other one', '2025-12-15', '2026-01-14', 3, ['Dec 15, 2025', 'Dec 30, 2025', 'Jan 14']],
    ['of a long line have it with their month', '2022-03-23', '2026-03-23', 3, ['Mar 2022', 'Mar 2024', 'Mar 2026']],
  ])('%s: the year', (_, from, to, maxLabels, expected) => {
    expect(labels(from, to, maxLabels)).toEqual(expected);
  });

  it.each([1, 5, 9, 90, 299, 300, 301, 330, 365, 728, 4000])('have no two equal labels in %i days', (spanDays) => {
    for (const start of ['2024-01-31', '2025-02-01', '2026-01-01'])
      for (let maxLabels = 2; maxLabels <= 12; maxLabels += 1) {
        const days = labeledDays(day(start), day(start) + spanDays, maxLabels);
        const texts = days.map((one) => axisLabel(one, spanDays));
        expect(new Set(texts).size).toBe(texts.length);
        expect(texts.length).toBeLessThanOrEqual(maxLabels);
        expect(days).toHaveLength(axisSteps(spanDays, maxLabels) + 1);
      }
  });

  it('are one where there is only one', () => {
    expect(labels('2026-11-24', '2026-11-24', 5)).toEqual(['Nov 24']);
  });
});

describe('the axis of a comparison', () => {
  it.each([
    [0, 100, [0, 20, 40, 60, 80, 100]],
    [97.5, 113.2, [95, 100, 105, 110, 115]],
    [3104, 3231, [3100, 3150, 3200, 3250]],
    [7, 7, [7, 8]],
    [0, 0, [0, 1]],
    [12, 4_800_000, [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000, 5_000_000]],
  ])('from %d to %d has round values', (min, max, ticks) => {
    expect(axisTicks(min, max)).toEqual(ticks);
  });

  it('spans all lines', () => {
    const plotted = plotOf([[{ day: 5, value: 20 }], [{ day: 9, value: 80 }]], 600, 300, 100);
    expect([plotted.firstDay, plotted.lastDay, plotted.minValue, plotted.maxValue]).toEqual([5, 9, 20, 80]);
    expect(plotted.leftPx + plotted.widthPx).toBe(500);
  });
});

describe('the names at the ends of lines', () => {
  it.each([
    ['stay where they have room', [10, 100, 50], [10, 100, 50]],
    ['move apart in their order', [50, 52, 49], [65, 81, 49]],
    ['stay above the bottom', [198, 199, 200], [168, 184, 200]],
  ])('%s', (_, places, spread) => {
    expect(spreadLabels(places, 200)).toEqual(spread);
  });

  it('differ, also where their beginnings are alike', () => {
    expect(shortNames(['Etsy gift ideas', 'Boho', 'Etsy gift guides'], 10)).toEqual(['Etsy gif… 1', 'Boho', 'Etsy gif… 3']);
  });

  it.each([
    ['Etsy', 'Etsy'],
    ['Etsy gift ideas', 'Etsy gift…'],
    ['手作りの贈り物', '手作りの贈…'],
  ])('%s becomes %s', (name, short) => {
    expect(shortName(name, 10)).toBe(short);
  });
});

/** The line over readings on these days, with `|` for a gap. */
const drawnDays = (days: readonly number[]): string =>
  toLinePoints(days.map((day) => ({ day: dayLabel(day), value: day })))
    .map(({ day, value }) => (value === null ? '|' : String(day)))
    .join(' ');

describe('the gaps of a line', () => {
  it.each([
    ['counted every day', [1, 2, 3, 4], '1 2 3 4'],
    ['counted every day but one', [1, 2, 4, 5, 6], '1 2 | 4 5 6'],
    ['counted every week', [0, 7, 14, 21], '0 7 14 21'],
    ['counted every week, one crawl missing', [0, 7, 14, 28, 35], '0 7 14 28 35'],
    ['counted every week, more than one missing', [0, 7, 14, 29, 36], '0 7 14 | 29 36'],
    ['of one count', [5], '5'],
    ['without any count', [], ''],
  ])('%s', (_, days, line) => {
    expect(drawnDays(days)).toBe(line);
  });
});

describe('the points of a line', () => {
  it.each([
    ['leave out zeros between counts', [5_000, 0, 0, 5_001, 5_002], [5_000, 5_001, 5_002]],
    ['have a last zero, the count of today', [5_000, 5_001, 0], [5_000, 5_001, 0]],
    ['have a last zero that a second day confirms', [5_000, 5_001, 0, 0], [5_000, 5_001, 0, 0]],
    ['begin with zeros where the count did', [0, 0, 5], [0, 0, 5]],
    ['leave out a count that fits neither of its neighbours', [5_000, 40_000, 5_010], [5_000, 5_010]],
    ['have a jump that a second day confirms', [5_000, 40_000, 40_100], [5_000, 40_000, 40_100]],
    ['have a last jump, the count of today', [5_000, 5_010, 40_000], [5_000, 5_010, 40_000]],
    ['are all zero where every count is', [0, 0], [0, 0]],
    ['are none where there is none', [], []],
  ])('%s', (_, values, shown) => {
    const points = values.map((value, day) => ({ day: dayLabel(day), value }));
    expect(withoutFailedCrawls(points, 'follower_count').map(({ value }) => value)).toEqual(shown);
  });
});

describe('a line whose last day is not over', () => {
  it('ends the day before, and leads on dashed', () => {
    const points = [1, 2, 3].map((day) => ({ day, value: 10 * day }));
    expect(withOpenEnd(points)).toEqual({ points: points.slice(0, 2), dashedPoints: points.slice(1), endDay: 3 });
  });
  it('may be empty', () => expect(withOpenEnd([])).toEqual({ points: [], dashedPoints: [] }));
});

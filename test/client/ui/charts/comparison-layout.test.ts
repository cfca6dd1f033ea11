import { axisTicks, plotOf, shortName, shortNames, spreadLabels } from '../../../../client/src/ui/charts/comparison/comparison-layout';

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
    const plot = plotOf([[{ day: 5, value: 20 }], [{ day: 9, value: 80 }]], 600, 300, 100);
    expect([plot.firstDay, plot.lastDay, plot.minValue, plot.maxValue]).toEqual([5, 9, 20, 80]);
    expect(plot.leftPx + plot.widthPx).toBe(500);
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

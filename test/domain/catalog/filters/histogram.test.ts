import { filters } from '#domain/catalog/filters/filters';
import { histogramBins, histogramEdges, MAX_HISTOGRAM_BINS, overlapsRange } from '#domain/catalog/filters/histogram';

const binsOf = (edges: readonly number[], rowsByEdge: Readonly<Record<number, number>>) =>
  histogramBins(
    edges,
    edges.map((edge) => rowsByEdge[edge] ?? 0),
  ).map(({ from, to, rows }) => `${from}..${to ?? ''}: ${rows}`);

describe('the bins of a histogram', () => {
  it.each([
    ['counts', filters.board.followers, [0, 1, 3, 10, 30, 100], 1_000_000_000],
    ['percentages', filters.board.growth, [-100, -30, -10, -3, 0, 3], 3_000],
    ['scores', filters.board.momentum, [0, 10, 20, 30, 40, 50], 90],
  ] as const)('of %s begin at round numbers', (_, filter, first, last) => {
    const edges = histogramEdges(filter);
    expect(edges.slice(0, 6)).toEqual(first);
    expect(edges).toEqual([...edges].sort((a, b) => a - b));
    expect(edges.findLast((edge) => edge <= filter.max)).toBeGreaterThanOrEqual(last);
  });

  it.each<[string, Record<number, number>, string[]]>([
    ['no row', {}, []],
    ['one number', { 10: 4 }, ['10..30: 4']],
    ['gaps', { 1: 2, 10: 5 }, ['1..3: 2', '3..10: 0', '10..30: 5']],
    ['only zero', { 0: 3 }, ['0..1: 3']],
    [
      'a wide range',
      { 0: 1, 1: 2, 3: 4, 10: 8, 300_000: 16, 1_000_000: 32 },
      [
        '0..1: 1',
        '1..10: 6',
        '10..100: 8',
        '100..1000: 0',
        '1000..10000: 0',
        '10000..100000: 0',
        '100000..1000000: 16',
        '1000000..3000000: 32',
      ],
    ],
    [
      'a wide range from the middle of a decade',
      { 3: 1, 10: 2, 30: 4, 3_000_000: 8 },
      ['3..10: 1', '10..100: 6', '100..1000: 0', '1000..10000: 0', '10000..100000: 0', '100000..1000000: 0', '1000000..10000000: 8'],
    ],
  ])('of counts with %s', (_, rowsByEdge, bins) => {
    expect(binsOf(histogramEdges(filters.pin.saves), rowsByEdge)).toEqual(bins);
  });

  it('have no end after the last edge', () => {
    expect(binsOf(histogramEdges(filters.pin.growth), { 1000: 1, 3000: 2 })).toEqual(['1000..3000: 1', '3000..: 2']);
  });

  it.each([filters.board.followers, filters.board.growth, filters.board.momentum])(
    'are never more than a histogram has, and lose no row',
    (filter) => {
      const edges = histogramEdges(filter);
      for (let first = 0; first < edges.length; first++) {
        const rows = edges.map((_, index) => (index >= first ? 1 : 0));
        const bins = histogramBins(edges, rows);
        expect(bins.length).toBeLessThanOrEqual(MAX_HISTOGRAM_BINS);
        expect(bins.reduce((sum, bin) => sum + bin.rows, 0)).toBe(edges.length - first);
        expect(bins.slice(1).map(({ from }) => from)).toEqual(bins.slice(0, -1).map(({ to }) => to));
      }
    },
  );
});

describe('a range', () => {
  it.each([
    [null, null, true],
    [10, null, true],
    [29, null, true],
    [30, null, false],
    [null, 9, false],
    [null, 10, true],
    [15, 20, true],
    [0, 1_000, true],
    [NaN, null, false],
  ])('from %p to %p has numbers of the bin from 10 to below 30: %p', (min, max, isInside) => {
    expect(overlapsRange({ from: 10, to: 30 }, { min, max })).toBe(isInside);
  });

  it('has numbers of a bin without an end, however large', () => {
    expect(overlapsRange({ from: 10, to: null }, { min: 1_000, max: null })).toBe(true);
  });
});

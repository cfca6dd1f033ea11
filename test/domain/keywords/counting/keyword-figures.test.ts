import { KeywordCollector } from '#domain/keywords/counting/keyword-collector';
import { KeywordCounter, UNKNOWN_NUMBER } from '#domain/keywords/counting/keyword-figures';
import { KeywordSeries } from '#domain/keywords/counting/keyword-series';
import { priors } from '#domain/analytics/growth/momentum';
import { momentum } from '#domain/analytics/growth/momentum-of-counts';

import { parseDay } from '#domain/days';

const TODAY_DAY = 20_688;
/** The days that momentum over 90 days reads: the period, the one before, and a month of look-back. */
const WINDOW_DAYS = 211;

/** An index of pins with one topic each. */
function indexOf(...topics: readonly string[]) {
  const collector = new KeywordCollector();
  for (const topic of topics) collector.addPin({ name: null, description: null, topics: [topic], queries: [] }, UNKNOWN_NUMBER);
  return collector.finish(1, 10);
}

describe('the figures of a keyword', () => {
  const count = (created: readonly number[], boards: readonly number[]) => {
    const counter = new KeywordCounter(
      indexOf(...created.map(() => 'pumpkin')),
      {
        saves: new Int32Array(created.length).fill(5),
        createdOn: Int32Array.from(created),
        ownerFollowers: new Int32Array(created.length).fill(UNKNOWN_NUMBER),
        boards: { ownerOf: Int32Array.from(boards), ownerCount: 10 },
        pinners: { ownerOf: new Int32Array(created.length).fill(UNKNOWN_NUMBER), ownerCount: 0 },
      },
      TODAY_DAY,
    );
    return [counter.count(0), counter.count(0)] as const;
  };

  it('have the share of fresh pins, not that of the others', () => {
    const [{ fresh }] = count([TODAY_DAY, TODAY_DAY - 1, TODAY_DAY - 89, TODAY_DAY - 90], [1, 1, 1, 1]);
    expect(fresh).toBe(0.75);
  });

  it.each([
    ['in two years', [20, 20], 6],
    ['in one year, with other months in the other', [60, 0], null],
    ['in one year, with too few pins in the other', [60, 5], null],
  ])('have the peak that shows %s', (_, pinsInJune, peak) => {
    const [june, january] = [parseDay('2024-06-15')!, parseDay('2024-01-15')!];
    const years = pinsInJune.map((pins, year) => [
      ...Array<number>(pins).fill(june + 365 * year),
      ...Array.from({ length: pins === 5 ? 0 : 60 }, (_one, pin) => january + 365 * year + 30 * (pin % 4)),
    ]);
    const created = years.flat();
    expect(count(created, created)[0].peak).toBe(peak);
  });

  it('find the first board of the catalog like any other, in a second count too', () => {
    const counts = count([TODAY_DAY, TODAY_DAY, TODAY_DAY, TODAY_DAY], [0, 0, 3, UNKNOWN_NUMBER]);
    expect(counts.map(({ topBoards }) => topBoards)).toEqual([
      [0, 3],
      [0, 3],
    ]);
  });
});

describe('the momentum of one keyword among others', () => {
  const days = Array.from({ length: 91 }, (_, day) => TODAY_DAY - 90 + day);
  const growing = (start: number, gain: number) => days.map((_, day) => start + gain * day);

  it('is that of its own pins', () => {
    const series = new KeywordSeries(indexOf('fig', 'fig', 'kiwi'), TODAY_DAY);
    for (const [pin, gain] of [1, 2, 9].entries()) series.addPin(pin, days, growing(100, gain), days.length);
    expect([0, 1].map((keyword) => series.measure(keyword))).toMatchObject(
      [growing(200, 3), growing(100, 9)].map((sums) => momentum(days, sums, days.length, TODAY_DAY, 90, priors.saves)),
    );
  });

  it.each([
    ['higher', 90_000],
    ['of no saves, other', 0],
  ])('leaves out one reading of a pin that is %s than those around it', (_, saves) => {
    const measure = (counts: readonly number[], among: readonly number[]) => {
      const series = new KeywordSeries(indexOf('fig', 'fig'), TODAY_DAY);
      series.addPin(0, days, counts, days.length);
      series.addPin(1, days, among, days.length);
      return series.measure(0);
    };
    const steady = growing(100, 1);
    const among = growing(200, 2);
    expect(measure(steady.with(45, saves), among)).toEqual(measure(steady.with(45, NaN), among));
  });

  it.each([
    ['counts', WINDOW_DAYS - 1, 1],
    ['leaves out a reading before', WINDOW_DAYS, 0],
  ])('%s the first day of its look-back', (_, age, measuredPins) => {
    const series = new KeywordSeries(indexOf('fig'), TODAY_DAY);
    series.addPin(0, [TODAY_DAY - age, TODAY_DAY], [100, 120], 2);
    expect(series.measure(0).measuredPins).toBe(measuredPins);
  });
});

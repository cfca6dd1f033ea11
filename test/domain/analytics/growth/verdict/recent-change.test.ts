import { keptReadingsOf } from '#domain/analytics/growth/momentum-of-counts';
import { recentChange } from '#domain/analytics/growth/verdict/recent-change';
import { RECENT_DAYS } from '#domain/analytics/growth/verdict/thresholds';

const TODAY_DAY = 20_688;

describe('the recent change of a count', () => {
  it.each<[string, Record<number, number | null>, { change: number; observedDays: number } | null]>([
    ['from the first to the last reading of the period', { 60: 5, 30: 100, 20: 110, 2: 140 }, { change: 40, observedDays: 28 }],
    ['without failed crawls', { 30: 1000, 20: 1010, 10: 0, 5: 9000, 1: 1040 }, { change: 40, observedDays: 29 }],
    ['of a count that falls', { 30: 1000, 15: 990, 0: 980 }, { change: -20, observedDays: 30 }],
    ['of a count that stays zero', { 30: 0, 15: 0, 0: 0 }, { change: 0, observedDays: 30 }],
    ['without later readings', { 30: 10, 0: 20, [-5]: 900 }, { change: 10, observedDays: 30 }],
    ['is known from half of the period on', { 16: 10, 8: 15, 1: 20 }, { change: 10, observedDays: 15 }],
    ['is unknown below', { 15: 10, 8: 15, 1: 20 }, null],
    ['is unknown with one reading', { 3: 10 }, null],
    ['is unknown without readings', {}, null],
    ['is unknown if all readings are older', { 60: 10, 50: 20, 40: 30 }, null],
  ])('%s', (_, readings, expected) => {
    const ages = Object.keys(readings)
      .map(Number)
      .toSorted((a, b) => b - a);
    const days = ages.map((age) => TODAY_DAY - age);
    const counts = ages.map((age) => readings[age] ?? null);
    expect(recentChange(keptReadingsOf(days, counts, TODAY_DAY, RECENT_DAYS, 50), TODAY_DAY)).toEqual(expected);
  });
});

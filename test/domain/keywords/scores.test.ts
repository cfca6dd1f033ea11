import { COMPETITION_PINS, competitionLevel, competitionScore } from '#domain/keywords/competition';
import { competitionReason, type TopPin } from '#domain/keywords/competition-reason';
import { logLikelihoodRatio, occurTogether } from '#domain/keywords/counting/related-keywords';
import { medianOf } from '#domain/numbers';
import { opportunityScore, percentilesOf } from '#domain/keywords/opportunity';
import { highestMonth, isInSeason, monthOf, publishFromMonth, seasonShares } from '#domain/keywords/season';
import { parseDay } from '#domain/days';

describe('the median', () => {
  it.each<[readonly number[], number | null]>([
    [[], null],
    [[4], 4],
    [[9, 1, 5], 5],
    [[10, 2, 8, 4], 6],
  ])('of %j is %j', (numbers, expected) => expect(medianOf(numbers)).toBe(expected));
});

describe('the competition of a keyword', () => {
  it.each<[string, readonly number[], number | null]>([
    ['without known saves is unknown', [], null],
    ['without saves is 0', [0, 0, 0], 0],
    ['is about 25 at a median of 10', [10], 26],
    ['is about 50 at a median of 100', [100], 50.1],
    ['is about 75 at a median of 1,000', [1_000], 75],
    ['is 100 at a median of 10,000', [10_000], 100],
    ['is never above 100', [5_000_000], 100],
    ['is the mean of the two middle pins of an even number', [90, 110], 50.1],
    ['does not count more than the ten most saved', [...Array<number>(COMPETITION_PINS).fill(100), ...Array<number>(50).fill(0)], 50.1],
    ['finds the most saved in any order', [...Array<number>(50).fill(0), ...Array<number>(COMPETITION_PINS).fill(100)], 50.1],
  ])('%s', (_, saves, expected) => expect(competitionScore(saves)).toBe(expected));

  it.each([
    [0, 'open'],
    [49.9, 'open'],
    [50, 'contested'],
    [74.9, 'contested'],
    [75, 'locked'],
    [100, 'locked'],
  ] as const)('of %d is %s', (score, level) => expect(competitionLevel(score)).toBe(level));

  const pin = (saves: number, age_days: number | null = null, owner_followers: number | null = null): TopPin => ({
    saves,
    age_days,
    owner_followers,
  });

  it.each<[string, readonly TopPin[], string]>([
    ['without saves', [], 'We don’t know the saves of any of its pins.'],
    ['of one pin', [pin(1)], 'Its only pin with known saves has 1.'],
    [
      'of small pins with ages and owners',
      [pin(99, 548, 10_000), pin(100, 549, 10_001), pin(20, null, null)],
      'The median of its 3 most saved pins is 99 saves: 2 of 3 have under 100 saves, 1 of 2 is older than 18 months, 1 of 2 is by accounts with up to 10K followers.',
    ],
    [
      'of small and large pins in equal numbers, one of a known age',
      [pin(50, 600), pin(2_000)],
      'The median of its 2 most saved pins is 1.0K saves: 1 of 2 has under 100 saves, 1 of 1 is older than 18 months.',
    ],
    [
      'of mostly old pins by small accounts, one of them large',
      [pin(500, 600, 5), pin(2_000, 700, 6), pin(500, 10, 70_000)],
      'The median of its 3 most saved pins is 500 saves: 1 of 3 has 1,000 saves or more, 2 of 3 are older than 18 months, 2 of 3 are by accounts with up to 10K followers.',
    ],
    ['of equal pins', [pin(1), pin(1)], 'The median of its 2 most saved pins is 1 save: all 2 have under 100 saves.'],
    [
      'of large pins',
      [pin(1_000), pin(2_000), pin(5)],
      'The median of its 3 most saved pins is 1.0K saves: 2 of 3 have 1,000 saves or more.',
    ],
  ])('is explained: %s', (_, pins, expected) => expect(competitionReason(pins)).toBe(expected));
});

describe('the opportunity of a keyword', () => {
  const best = { momentumRank: 1, demandRank: 1, competition: 0 };

  it.each<[string, Partial<Parameters<typeof opportunityScore>[0]>, number | null]>([
    ['is 100 at best', {}, 100],
    ['weighs momentum', { demandRank: 0 }, 50],
    ['weighs demand as much', { momentumRank: 0 }, 50],
    ['is whole while a keyword is open', { competition: 49.9 }, 100],
    ['falls from where it is contested', { competition: 52 }, 96],
    ['is at most half of it where a keyword is locked', { competition: 75 }, 50],
    ['is 0 where competition is 100', { competition: 100 }, 0],
    ['counts competition beside the rest', { momentumRank: 0.6, demandRank: 0.8, competition: 80 }, 28],
    ['is unknown without momentum', { momentumRank: null }, null],
    ['is unknown without saves', { demandRank: null, competition: null }, null],
  ])('%s', (_, change, expected) => expect(opportunityScore({ ...best, ...change })).toBe(expected));

  it('ranks by the share of the other keywords with less, those with as much counting half', () => {
    expect(percentilesOf([])).toEqual([]);
    expect(percentilesOf([7])).toEqual([0]);
    expect(percentilesOf([5, null, 1, 5, 9])).toEqual([1 / 2, null, 0, 1 / 2, 1]);
    expect(percentilesOf([0, 0, 0, 0, 4])).toEqual([3 / 8, 3 / 8, 3 / 8, 3 / 8, 1]);
  });
});

describe('the log-likelihood ratio', () => {
  it('is 0 if keywords occur together as often as chance says', () => expect(logLikelihoodRatio(10, 100, 100, 1_000)).toBeCloseTo(0, 9));

  it('is the published value of Dunning’s example', () => {
    // "the swiss": 110 together, 2,442 with the first alone, 111 with the second alone, 29,114 with neither.
    expect(logLikelihoodRatio(110, 110 + 2_442, 110 + 111, 110 + 2_442 + 111 + 29_114)).toBeCloseTo(270.72, 1);
  });

  it('is finite if two keywords always occur together, or on all pins', () => {
    expect(logLikelihoodRatio(5, 5, 5, 10)).toBeCloseTo(13.863, 3);
    expect(logLikelihoodRatio(10, 10, 10, 10)).toBe(0);
  });

  it.each([
    [10, 100, 100, 1_000, false],
    [11, 100, 100, 1_000, true],
    [9, 100, 100, 1_000, false],
  ])('%d of %d and %d in %d are together by more than chance: %s', (common, first, second, total, expected) =>
    expect(occurTogether(common, first, second, total)).toBe(expected),
  );
});

describe('the season of a keyword', () => {
  const months = (...pins: number[]) => [...pins, ...Array<number>(12 - pins.length).fill(0)];
  const allDated = (pinsByMonth: number[]) => ({ pins: pinsByMonth.reduce((sum, pins) => sum + pins, 0), pinsByMonth });

  it('is the share of its pins by month, from 50 pins on', () => {
    expect(seasonShares(allDated(months(49)))).toBeNull();
    expect(seasonShares(allDated(months(10, 0, 40)))).toEqual(months(0.2, 0, 0.8));
  });

  it.each([
    [100, months(0.2, 0, 0.8)],
    [101, null],
  ])('of %d pins is known from half of them: %j', (pins, expected) =>
    expect(seasonShares({ pins, pinsByMonth: months(10, 0, 40) })).toEqual(expected),
  );

  it.each([
    ['2026-01-31', 0],
    ['2026-02-01', 1],
    ['2025-12-31', 11],
  ])('counts %s in month %d', (day, month) => expect(monthOf(parseDay(day)!)).toBe(month));

  it.each([
    ['where a month stands out', allDated(months(20, 10, 10, 10, 10, 10, 10, 10, 10)), 1],
    ['at the least share of a peak', allDated([1_000, ...Array<number>(10).fill(640), 600]), 1],
    ['not below that share', allDated([999, ...Array<number>(10).fill(640), 601]), null],
    ['not without a month that stands out', allDated(Array<number>(12).fill(10)), null],
    ['not where a month of few pins is as high by chance', allDated([9, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]), null],
    ['not where few of its pins are dated', { pins: 101, pinsByMonth: months(10, 0, 40) }, null],
    ['not with too few pins', allDated(months(0, 4, 40)), null],
  ])('has a highest month %s', (_, of, expected) => expect(highestMonth(of)).toBe(expected));

  it.each([
    [1, 11],
    [2, 12],
    [4, 2],
  ])('with its peak in month %d is published for from month %d', (peak, from) => expect(publishFromMonth(peak)).toBe(from));

  it.each([
    ['two months before', 11, 8, true],
    ['in the peak', 11, 10, true],
    ['after it', 11, 11, false],
    ['long before', 11, 7, false],
    ['in the year before', 1, 10, true],
    ['after the first month', 1, 1, false],
    ['without a peak', null, 5, true],
  ])('is now, %s', (_, peak, month, isNow) => expect(isInSeason(peak, month)).toBe(isNow));
});

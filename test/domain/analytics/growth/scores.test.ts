import { growthOverPeriod } from '#domain/analytics/growth/growth';
import { countsOf, defaultMetric, metricsOf, periodDays, periods, scoreColumnOf } from '#domain/catalog/metrics';
import { priors } from '#domain/analytics/growth/momentum';
import { momentum } from '#domain/analytics/growth/momentum-of-counts';
import { flagNames, flagsMask } from '#domain/analytics/growth/momentum-flags';
import { confidences, momentumFlags } from '#domain/catalog/momentum';
import { newScores, scoreEntity, scoreColumnCount } from '#domain/analytics/growth/scores';
import { daysOf } from '#domain/analytics/growth/daily-series';
import { entityTypes } from '#domain/catalog/variants';
import { canUpdateInPlace } from '#domain/analytics/growth/update-in-place';
import type { ChangedIds } from '#domain/catalog/import/import-runs';

const TODAY_DAY = 20_688;
const at = Array.from({ length: 200 }, (_, index) => (TODAY_DAY - 398 + 2 * index) * 1440 + (index % 1440));
const growing = (start: number, pace: number) =>
  at.map((_, index) => (index % 17 === 3 ? null : Math.round(start * (1 + pace) ** index * (1 + (index % 5) / 900))));

describe('the scores of an entity', () => {
  it.each(entityTypes)('of a %s hold growth and momentum of every metric and period in their score columns', (entity) => {
    const counts = countsOf[entity].map((_, index) => growing(1000 * (index + 1), 0.002 * index - 0.001));
    const scores = scoreEntity(entity, at, counts, TODAY_DAY);
    const days = daysOf(at);
    for (const [index, metric] of countsOf[entity].entries()) {
      for (const period of periods) {
        const column = scoreColumnOf(entity, metric, period);
        const span = periodDays[period];
        const own = counts[index] ?? [];
        const now = momentum(days, own, days.length, TODAY_DAY, span, priors[metric]);
        const before = momentum(days, own, days.length, TODAY_DAY - span, span, priors[metric]);
        expect(scores.growth[column]).toBe(growthOverPeriod(days, own, span) ?? NaN);
        expect([scores.score[column], scores.raw[column]]).toEqual([now.score ?? NaN, now.raw ?? NaN]);
        expect(scores.previousRaw[column]).toBe(before.raw ?? NaN);
        expect(confidences[scores.confidence[column] ?? -1]).toBe(now.confidence);
        expect(flagNames(scores.flags[column] ?? -1)).toEqual(now.flags);
      }
    }
  });

  it.each(entityTypes)('of a %s say how its default metric grew over 90 days, and no other', (entity) => {
    const jumping = at.map((_, index) => (index < 190 ? 1000 : 2000));
    const flat = at.map(() => 1000);
    const [own, ...others] = countsOf[entity];
    expect(own).toBe(defaultMetric[entity]);
    expect(scoreEntity(entity, at, [jumping, ...others.map(() => flat)], TODAY_DAY)).toMatchObject({
      jumpShare: 1,
      jumpedOn: Math.floor((at[190] ?? 0) / 1440),
    });
    expect(scoreEntity(entity, at, [flat, ...others.map(() => jumping)], TODAY_DAY)).toMatchObject({ jumpShare: 0, jumpedOn: NaN });
  });

  it('say how the default metric grew over 90 days, not over a year', () => {
    const daily = Array.from({ length: 366 }, (_, day) => (TODAY_DAY - 365 + day) * 1440);
    const counts = daily.map((_, day) => 1000 + 10 * day + (day < 200 ? 0 : 50_000));
    const scores = scoreEntity('board', daily, [counts, ...countsOf.board.slice(1).map(() => counts)], TODAY_DAY);
    expect([scores.jumpShare, scores.jumpedOn]).toEqual([0, NaN]);
  });

  it('read every crawl of a long history', () => {
    const daily = Array.from({ length: 1500 }, (_, day) => (TODAY_DAY - 1499 + day) * 1440);
    const followers = daily.map((_, day) => 1000 + day * day);
    const scores = scoreEntity('pinner', daily, [followers, followers.map(() => 7)], TODAY_DAY);
    const days = daysOf(daily);
    for (const period of periods) {
      const column = scoreColumnOf('pinner', 'follower_count', period);
      expect(scores.growth[column]).toBe(growthOverPeriod(days, followers, periodDays[period]));
      const { raw } = momentum(days, followers, days.length, TODAY_DAY, periodDays[period], priors.follower_count);
      expect(scores.raw[column]).toBe(raw);
      expect(raw).toBeGreaterThan(0);
    }
  });

  it('leave the score columns of a pin’s owner empty', () => {
    const scores = scoreEntity('pin', at, [growing(10, 0.01), growing(10, 0)], TODAY_DAY);
    for (const period of periods) expect(scores.raw[scoreColumnOf('pin', 'follower_count', period)]).toBeNaN();
    expect(scores.raw).toHaveLength(scoreColumnCount('pin'));
    expect(scoreColumnCount('pin')).toBe(metricsOf.pin.length * periods.length);
  });

  it('as of a day ignore later counts', () => {
    const counts = [growing(500, 0.004), growing(9000, -0.001)];
    const then = TODAY_DAY - 100;
    const until = at.filter((minute) => minute < (then + 1) * 1440).length;
    const cut = scoreEntity(
      'pinner',
      at.slice(0, until),
      counts.map((own) => own.slice(0, until)),
      then,
    );
    expect(scoreEntity('pinner', at, counts, then)).toEqual(cut);
    expect(cut.growth.some((value) => !Number.isNaN(value))).toBe(true);
  });

  it('overwrite those of the previous entity', () => {
    const target = newScores('pinner');
    scoreEntity('pinner', at, [growing(500, 0.004), growing(9000, -0.001)], TODAY_DAY, target);
    scoreEntity('pinner', [TODAY_DAY * 1440], [[7], [null]], TODAY_DAY, target);
    expect(target).toEqual(scoreEntity('pinner', [TODAY_DAY * 1440], [[7], [null]], TODAY_DAY));
    expect([...target.raw, target.jumpShare, target.jumpedOn].every(Number.isNaN)).toBe(true);
  });
});

describe('flags', () => {
  it('keep their bits, which are stored', () => {
    expect(momentumFlags.map((flag) => flagsMask([flag]))).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
    expect([momentumFlags[0], momentumFlags[5], momentumFlags[8]]).toEqual(['zero_dropout', 'confirmed_step', 'all_zero']);
  });

  it('are listed in order of their bits', () => {
    expect(flagNames(flagsMask(['all_zero', 'outlier']))).toEqual(['outlier', 'all_zero']);
    expect(flagNames(0)).toEqual([]);
  });
});

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id ${index}`);
const totals = { board: 200_000, pinner: 50_000, pin: 10_000 };

describe('changed entities are updated in place', () => {
  it.each<[string, ChangedIds, boolean]>([
    ['when they are few', { board: ids(5), pinner: ids(5) }, true],
    ['up to one in a hundred', { board: ids(2_000) }, true],
    ['not when they are more', { board: ids(2_001) }, false],
    ['not when they are more of any type', { board: ids(5), pinner: ids(501) }, false],
    ['not when they are all', { board: 'all' }, false],
    ['not in a small catalog, whose full recompute is fast', { pin: ids(1) }, false],
    ['when nothing changed', {}, true],
  ])('%s', (_, changed, expected) => {
    expect(canUpdateInPlace(changed, totals)).toBe(expected);
  });
});

import fc from 'fast-check';
import { momentum } from '#domain/analytics/growth/momentum-of-counts';
import { noisy, periods, PRIOR_COUNT, scoreOf, TODAY_DAY } from '../../../support/momentum-series';

const anySeries = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 3_000_000 })), {
    maxLength: 60,
    selector: ([age]) => age,
  })
  .map((points) => ({ days: points.map(([age]) => TODAY_DAY - age), counts: points.map(([, count]) => count) }));

describe('the momentum score', () => {
  it('scores constant exponential growth equally in all five periods', () => {
    const steady = fc.record({
      start: fc.integer({ min: 1_000_000, max: 100_000_000 }),
      percent: fc.integer({ min: 1, max: 30 }),
      every: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(steady, ({ start, percent, every }) => {
        const days: number[] = [];
        for (let day = TODAY_DAY - 760; day <= TODAY_DAY; day += every) days.push(day);
        if (days.at(-1) !== TODAY_DAY) days.push(TODAY_DAY);
        const counts = days.map((day) => start * 1000 * (1 + percent / 100) ** ((day - TODAY_DAY + 760) / 30));
        const scores = periods.map((period) => scoreOf({ days, counts }, period).score);
        expect(new Set(scores).size).toBe(1);
        if (percent === 10) expect(scores[0]).toBe(50);
      }),
      { seed: 1 },
    );
  });

  it('does not change when a very large account is measured in other units', () => {
    fc.assert(
      fc.property(noisy, fc.integer({ min: 2, max: 50 }), ({ days, counts, period }, factor) => {
        const large = counts.map((count) => count * 1e9);
        const before = scoreOf({ days, counts: large }, period);
        const scaled = scoreOf({ days, counts: large.map((count) => count * factor) }, period);
        expect(scaled.raw).toBeCloseTo(before.raw ?? NaN, 5);
        expect(scaled.flags).toEqual(before.flags);
      }),
      { seed: 2 },
    );
  });

  it('does not depend on the order of the snapshots, nor on unknown and future ones', () => {
    const shuffled = anySeries.chain((series) =>
      fc.record({
        series: fc.constant(series),
        order: fc.shuffledSubarray([...series.days.keys()], { minLength: series.days.length }),
        period: fc.constantFrom(...periods),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ series, order, period }) => {
        const days = [TODAY_DAY + 1, TODAY_DAY - 3, TODAY_DAY - 4, TODAY_DAY - 5, NaN, ...order.map((index) => series.days[index] ?? 0)];
        const counts = [9e9, null, -1, NaN, 5, ...order.map((index) => series.counts[index] ?? 0)];
        const mixed = momentum(days, counts, days.length, TODAY_DAY, period, PRIOR_COUNT);
        expect(mixed).toEqual(scoreOf(series, period));
      }),
      { seed: 3 },
    );
  });

  it('uses the last snapshot of a day, whatever the order', () => {
    const days = [TODAY_DAY - 30 + 0.9, TODAY_DAY + 0.99, TODAY_DAY - 30 + 0.1, TODAY_DAY + 0.2];
    const counts = [10_000, 11_000, 500, 90_000];
    const once = scoreOf({ days: [TODAY_DAY - 30, TODAY_DAY], counts: [10_000, 11_000] }, 30);
    expect(momentum(days, counts, 4, TODAY_DAY, 30, PRIOR_COUNT)).toEqual(once);
    expect(momentum(days.toReversed(), counts.toReversed(), 4, TODAY_DAY, 30, PRIOR_COUNT)).toEqual(once);
  });

  it('never falls when the last value rises by less than a large step', () => {
    fc.assert(
      fc.property(noisy, fc.double({ min: 1, max: 1.01, noNaN: true }), ({ days, counts, period }, factor) => {
        const last = counts.at(-1) ?? 0;
        const raised = [...counts.slice(0, -1), last * factor];
        const before = scoreOf({ days, counts }, period);
        const after = scoreOf({ days, counts: raised }, period);
        fc.pre(before.flags.length === 0 && after.flags.length === 0);
        expect(after.raw ?? NaN).toBeGreaterThanOrEqual((before.raw ?? NaN) - 1e-12);
      }),
      { seed: 4 },
    );
  });

  it('stays a score from 0 to 100, or says why there is none', () => {
    fc.assert(
      fc.property(anySeries, fc.constantFrom(...periods), (series, period) => {
        const { score, raw, flags, coverage, largest_gap: gap } = scoreOf(series, period);
        expect(coverage >= 0 && coverage <= 1 && gap >= 0 && gap <= period).toBe(true);
        const reasons = flags.filter((flag) => ['insufficient', 'stale', 'all_zero'].includes(flag));
        if (score === null) expect([raw, reasons.length]).toEqual([null, 1]);
        else expect([score >= 0 && score <= 100, Number.isFinite(raw), reasons.length]).toEqual([true, true, 0]);
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});

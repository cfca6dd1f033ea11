import type { Metric } from '#domain/catalog/metrics';
import { priors } from '#domain/analytics/growth/momentum';
import { momentum } from '#domain/analytics/growth/momentum-of-counts';
import type { Confidence, MomentumFlag } from '#domain/catalog/momentum';

const TODAY_DAY = 20_688;

type Snapshots = Readonly<Record<number, number>>;

const momentumOf = (metric: Metric, period: number, snapshots: Snapshots) => {
  const ages = Object.keys(snapshots).map(Number);
  const days = ages.map((age) => TODAY_DAY - age);
  const counts = ages.map((age) => snapshots[age] ?? null);
  return momentum(days, counts, days.length, TODAY_DAY, period, priors[metric]);
};

interface GoldenCase {
  readonly metric?: Metric;
  readonly periodDays?: number;
  readonly snapshots: Snapshots;
  readonly weighted: number;
  readonly raw: number;
  readonly score: number;
  readonly flags?: readonly MomentumFlag[];
  readonly confidence?: Confidence;
}

/** The rows of the specification by their numbers; snapshots by age in days. */
const goldenCases: Readonly<Record<string, GoldenCase>> = {
  '1 +10% small': { snapshots: { 30: 1000, 0: 1100 }, weighted: 0.064539, raw: 0.064539, score: 37.5 },
  '2 +10% large': { snapshots: { 30: 100_000, 0: 110_000 }, weighted: 0.094858, raw: 0.094858, score: 49.8 },
  '3 +200% of very few': { snapshots: { 30: 10, 0: 30 }, weighted: 0.038466, raw: 0.038466, score: 24.4 },
  '4 from nothing': { snapshots: { 30: 0, 0: 50 }, weighted: 0.09531, raw: 0.09531, score: 50 },
  '5 flat': { snapshots: { 30: 5000, 15: 5000, 0: 5000 }, weighted: 0, raw: 0, score: 0 },
  '6 falling': { snapshots: { 30: 5000, 0: 4500 }, weighted: -0.09531, raw: -0.09531, score: 0 },
  '7 late burst': { snapshots: { 30: 10_000, 10: 10_000, 0: 11_000 }, weighted: 0.134653, raw: 0.134653, score: 62.4 },
  '8 early burst': { snapshots: { 30: 10_000, 20: 11_000, 0: 11_000 }, weighted: 0.053437, raw: 0.053437, score: 32.2 },
  '9 steady': { snapshots: { 30: 10_000, 0: 11_000 }, weighted: 0.090972, raw: 0.090972, score: 48.4 },
  '10 zero crawl': { snapshots: { 30: 10_000, 15: 0, 0: 11_000 }, weighted: 0.090972, raw: 0.090972, score: 48.4, flags: ['zero_dropout'] },
  '11 bad crawl': {
    snapshots: { 30: 10_000, 20: 10_300, 15: 95_000, 10: 10_700, 0: 11_000 },
    weighted: 0.089584,
    raw: 0.089584,
    score: 47.9,
    flags: ['outlier'],
  },
  '11b two bad crawls in a row': {
    snapshots: { 30: 10_000, 20: 95_000, 19: 95_000, 10: 10_700, 0: 11_000 },
    weighted: 0.08817,
    raw: 0.08817,
    score: 47.3,
    flags: ['outlier'],
  },
  '12 start between crawls': { snapshots: { 50: 8000, 0: 10_000 }, weighted: 0.126785, raw: 0.126785, score: 60.2, confidence: 'low' },
  '13 new': { snapshots: { 10: 2000, 0: 2200 }, weighted: 0.113914, raw: 0.113914, score: 56.3 },
  '14 a week': { periodDays: 7, snapshots: { 7: 50_000, 0: 50_500 }, weighted: 0.009852, raw: 0.042224, score: 26.4 },
  '15 a fortnight': { periodDays: 15, snapshots: { 15: 3000, 0: 3150 }, weighted: 0.041964, raw: 0.083928, score: 45.7 },
  '16 a quarter': { periodDays: 90, snapshots: { 90: 20_000, 0: 26_000 }, weighted: 0.25672, raw: 0.085573, score: 46.3 },
  '17 a year': { periodDays: 365, snapshots: { 365: 1000, 0: 10_000 }, weighted: 1.94591, raw: 0.159938, score: 68.8 },
  '20 jump held back': {
    snapshots: { 30: 10_000, 15: 10_500, 1: 11_000, 0: 60_000 },
    weighted: 0.088781,
    raw: 0.088781,
    score: 47.6,
    flags: ['unconfirmed_jump'],
  },
  '21 confirmed step': {
    snapshots: { 30: 10_000, 15: 10_500, 2: 60_000, 1: 60_500, 0: 61_000 },
    weighted: 2.219595,
    raw: 2.219595,
    score: 100,
  },
  '22 zero held back': {
    snapshots: { 30: 10_000, 15: 10_500, 1: 11_000, 0: 0 },
    weighted: 0.088781,
    raw: 0.088781,
    score: 47.6,
    flags: ['unconfirmed_zero'],
  },
  '23 deleted': { snapshots: { 30: 10_000, 15: 10_500, 2: 0, 1: 0, 0: 0 }, weighted: -3.884838, raw: -3.884838, score: 0 },
  '25 collaborators': { metric: 'collaborator_count', snapshots: { 30: 20, 0: 26 }, weighted: 0.182322, raw: 0.182322, score: 73.4 },
  '26 saves': { metric: 'saves', snapshots: { 30: 40, 0: 400 }, weighted: 1.609438, raw: 1.609438, score: 100 },
  '27 falling viewers': { metric: 'profile_views', snapshots: { 30: 200_000, 0: 150_000 }, weighted: -0.279585, raw: -0.279585, score: 0 },
  '28 ten silent days': { snapshots: { 40: 9000, 30: 10_000, 10: 11_000 }, weighted: 0.069131, raw: 0.069131, score: 39.5 },
};

describe('the golden values of the momentum score', () => {
  it.each(Object.entries(goldenCases))('%s', (_, row) => {
    const period = row.periodDays ?? 30;
    const found = momentumOf(row.metric ?? 'follower_count', period, row.snapshots);
    expect(found.raw).toBeCloseTo(row.raw, 6);
    expect(((found.raw ?? NaN) * period) / 30).toBeCloseTo(row.weighted, 6);
    expect(found.score).toBe(row.score);
    expect(found.flags).toEqual(row.flags ?? []);
    if (row.confidence) expect(found.confidence).toBe(row.confidence);
  });

  it.each<[string, Snapshots, MomentumFlag]>([
    ['18 nothing within the period', { 80: 1000, 40: 2000 }, 'stale'],
    ['19 one day', { 3: 1000 }, 'insufficient'],
    ['24 only zeros', { 30: 0, 15: 0, 0: 0 }, 'all_zero'],
  ])('%s has no score', (_, snapshots, flag) => {
    const found = momentumOf('follower_count', 30, snapshots);
    expect([found.score, found.raw, found.trend, found.growth_percent]).toEqual([null, null, null, null]);
    expect(found.flags).toEqual([flag]);
  });

  it.each([
    [1, 7.0],
    [2, 13.4],
    [5, 29.9],
    [10, 50.0],
    [15, 63.8],
    [20, 73.4],
    [30, 85.2],
    [50, 94.8],
    [100, 99.4],
  ])('scores a pace of +%d %% in 30 days as %d', (percent, score) => {
    const start = 1e12;
    expect(momentumOf('follower_count', 30, { 30: start, 0: start * (1 + percent / 100) }).score).toBe(score);
  });
});

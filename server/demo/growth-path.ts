import type { SeededRandom } from '#server/demo/seeded-random';

/** How a count of the demo changes. `burst` grows for two or three weeks, `jump` within two days, like a bought following. */
export type Trend = 'steady' | 'growing' | 'declining' | 'burst' | 'jump';

/** The days of every path, and the longest history of an entity. */
export const HISTORY_DAYS = 400;

/** The log of a count relative to today's, by days ago: 0 for today. */
export type GrowthPath = Float64Array;

/** Log growth per day and its noise. */
const logGrowthByTrend = {
  steady: [0.0002, 0.0004],
  growing: [0.0022, 0.0009],
  declining: [-0.0012, 0.0005],
  burst: [0.0006, 0.0005],
  jump: [0.0004, 0.0005],
} as const satisfies Record<Trend, readonly [number, number]>;

/** The least and the largest log growth of a burst and of a jump: by 20 to 60 percent, and by 16 to 50 percent. */
const burstLogs = [Math.log(1.2), Math.log(1.6)] as const;
const jumpLogs = [Math.log(1.16), Math.log(1.5)] as const;

const between = (random: SeededRandom, [least, most]: readonly [number, number]): number => least + (most - least) * random.nextFraction();

/** The log growth of a burst on each of its days: few at first, most in the middle. */
function burstSteps(random: SeededRandom): number[] {
  const days = 12 + random.integerBelow(14);
  const shares = Array.from({ length: days }, (_, day) => Math.sin((Math.PI * (day + 0.5)) / days) ** 2);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const log = between(random, burstLogs);
  return shares.map((share) => (log * share) / total);
}

function jumpSteps(random: SeededRandom): number[] {
  const log = between(random, jumpLogs);
  const firstShare = 0.5 + 0.4 * random.nextFraction();
  return [log * firstShare, log * (1 - firstShare)];
}

/** The steps of what happened once in the last 90 days, if anything. */
function suddenSteps(random: SeededRandom, trend: Trend): readonly number[] {
  if (trend === 'burst') return burstSteps(random);
  return trend === 'jump' ? jumpSteps(random) : [];
}

/** A random path of a trend. */
export function growthPath(random: SeededRandom, trend: Trend): GrowthPath {
  const [drift, noise] = logGrowthByTrend[trend];
  const ownDrift = drift * Math.min(2.4, Math.exp(0.6 * random.normal()));
  const steps = suddenSteps(random, trend);
  // Days ago of the last step.
  const lastStep = 6 + random.integerBelow(50);
  const stepsByDay = new Float64Array(HISTORY_DAYS);
  stepsByDay.set(steps.toReversed(), lastStep);
  const path = new Float64Array(HISTORY_DAYS);
  for (let daysAgo = 1; daysAgo < HISTORY_DAYS; daysAgo++) {
    const nextDay = daysAgo - 1;
    path[daysAgo] = path[nextDay]! - ownDrift - noise * random.normal() - stepsByDay[nextDay]!;
  }
  return path;
}

/** How a path follows another one. */
interface Following {
  /** The share of the other path's log growth that it takes over. */
  readonly closeness: number;
  /** The largest log growth per day of its own, up or down, and its noise. */
  readonly maxDrift: number;
  readonly noise: number;
}

/** A path that follows another one, with a drift and noise of its own. */
export function followingPath(random: SeededRandom, leader: GrowthPath, { closeness, maxDrift, noise }: Following): GrowthPath {
  const ownDrift = maxDrift * (2 * random.nextFraction() - 1);
  const path = new Float64Array(HISTORY_DAYS);
  let own = 0;
  for (let daysAgo = 1; daysAgo < HISTORY_DAYS; daysAgo++) {
    own -= ownDrift + noise * random.normal();
    path[daysAgo] = closeness * leader[daysAgo]! + own;
  }
  return path;
}

/** The count at the given days ago of a path that leads to today's count. */
export const countOnPath = (path: GrowthPath, today: number, daysAgo: number): number => Math.round(today * Math.exp(path[daysAgo] ?? 0));

/** Small whole changes of a count, by days ago, that lead to today's: mostly by one, and rather up than down while its owner grows. */
export function smallChanges(random: SeededRandom, today: number, trend: Trend): Int32Array {
  const upShare = trend === 'declining' ? 0.3 : trend === 'steady' ? 0.6 : 0.8;
  const changeShare = Math.min(0.5, 0.006 + today * 0.0012);
  const counts = new Int32Array(HISTORY_DAYS).fill(today);
  for (let daysAgo = 1; daysAgo < HISTORY_DAYS; daysAgo++) {
    const change = random.withProbability(changeShare) ? (random.withProbability(upShare) ? 1 : -1) : 0;
    counts[daysAgo] = Math.max(1, counts[daysAgo - 1]! - change);
  }
  return counts;
}

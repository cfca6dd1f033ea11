import type { Confidence, Trend } from '#domain/catalog/momentum';
import type { CheckRule } from '#domain/catalog/rows/checks';
import { type Period, periods } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';

/** `7 days` */
export const periodNames = Object.fromEntries(periods.map((period) => [period, period.replace('_', ' ')])) as Readonly<
  Record<Period, string>
>;

/** The question that the verdict on an entity answers. */
export const verdictQuestions = {
  board: 'Worth joining?',
  pinner: 'Worth following?',
  pin: 'Worth making one like it?',
} as const satisfies Record<EntityType, string>;

const trendNames = { rising: 'Rising', flat: 'Steady', falling: 'Falling' } as const satisfies Record<Trend, string>;

/** The word for a trend. A pace within one percent in 30 days is flat, but a count that shrinks is never called steady. */
export const trendName = (trend: Trend, change: number | null): string => trendNames[shownTrend(trend, change)];

/** The trend that is shown: falling wherever the count shrinks. `change` is its growth or its pace. */
export const shownTrend = (trend: Trend, change: number | null): Trend =>
  trend === 'flat' && change !== null && change < 0 ? 'falling' : trend;
export const confidenceNames = { high: 'High', medium: 'Medium', low: 'Low' } as const satisfies Record<Confidence, string>;

/** What each rule is called: when it passes or is unknown, and when it warns. */
export const ruleNames = {
  active: ['Active', 'Not active'],
  growing: ['Growing', 'Little or no growth'],
  steady: ['Steady', 'Not steady'],
  reach: ['Reach', 'Little reach'],
  crowded: ['Not crowded', 'Crowded'],
  posts: ['Posts', 'Not posting'],
  saves_per_pin: ['Saves per pin', 'Few saves per pin'],
  still_saved: ['Still saved', 'No longer saved'],
  age: ['Recent', 'Old'],
  competition: ['Competition', 'Strong competition'],
  owner_size: ['Owner’s size', 'Large owner'],
} as const satisfies Record<CheckRule, readonly [string, string]>;

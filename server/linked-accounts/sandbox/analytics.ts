import { z } from 'zod';
import { type Day, dayLabel, dayOf, parseDay } from '#domain/days';
import { accountStartDays, digestOf } from '#server/linked-accounts/sandbox/accounts';

const metricTypes = [
  'ENGAGEMENT',
  'ENGAGEMENT_RATE',
  'IMPRESSION',
  'OUTBOUND_CLICK',
  'OUTBOUND_CLICK_RATE',
  'PIN_CLICK',
  'PIN_CLICK_RATE',
  'SAVE',
  'SAVE_RATE',
] as const;
type MetricType = (typeof metricTypes)[number];
type SandboxMetrics = Readonly<Partial<Record<MetricType, number>>>;

const REACH_DAYS = 90;
/** The last days are not counted yet, and the one before may still change. */
const PROCESSING_DAYS = 2;

/** A list parameter: separated by commas, or repeated. */
export const listParameter = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), z.array(item).min(1)).optional();
const date = z.iso.date();

/** The parameters that all analytics calls of an account share. */
export const analyticsFilters = {
  ad_account_id: z.string().regex(/^\d{1,18}$/).optional(), // prettier-ignore
  start_date: date,
  end_date: date,
  from_claimed_content: z.enum(['OTHER', 'CLAIMED', 'BOTH']).optional(),
  pin_format: z
    .enum(['ALL', 'ORGANIC_IMAGE', 'ORGANIC_PRODUCT', 'ORGANIC_VIDEO', 'ADS_STANDARD', 'ADS_PRODUCT', 'ADS_VIDEO', 'ADS_IDEA'])
    .optional(),
  app_types: z.enum(['ALL', 'MOBILE', 'TABLET', 'WEB']).optional(),
  content_type: z.enum(['ALL', 'PAID', 'ORGANIC']).optional(),
  source: z.enum(['ALL', 'YOUR_PINS', 'OTHER_PINS']).optional(),
  metric_types: listParameter(z.enum(metricTypes)),
};
export const PinterestAnalyticsQuery = z.strictObject({
  ...analyticsFilters,
  split_field: z.enum(['NO_SPLIT', 'APP_TYPE', 'OWNED_CONTENT', 'SOURCE', 'PIN_FORMAT']).optional(),
});
type Filters = z.output<typeof PinterestAnalyticsQuery>;

/** The shares of an account's figures by what they may be split by. */
const splitShares: Readonly<Record<NonNullable<Filters['split_field']>, Readonly<Record<string, number>>>> = {
  NO_SPLIT: { all: 1 },
  SOURCE: { YOUR_PINS: 0.7, OTHER_PINS: 0.3 },
  PIN_FORMAT: { ORGANIC_IMAGE: 0.6, ORGANIC_VIDEO: 0.25, ORGANIC_PRODUCT: 0.1, ADS_STANDARD: 0.05 },
  APP_TYPE: { MOBILE: 0.75, WEB: 0.18, TABLET: 0.07 },
  OWNED_CONTENT: { CLAIMED: 0.4, OTHER: 0.6 },
};
const contentShares: Readonly<Record<NonNullable<Filters['content_type']>, number>> = { ALL: 1, ORGANIC: 0.92, PAID: 0.08 };

const dayNumber = (label: string): Day => parseDay(label) ?? NaN;

/** Whether Pinterest answers for these days: it reaches back 90 days, over at most 90. */
export function isWithinReach({ start_date, end_date }: Pick<Filters, 'start_date' | 'end_date'>, nowMs: number): boolean {
  const [first, last] = [dayNumber(start_date), dayNumber(end_date)];
  return first >= dayOf(new Date(nowMs)) - REACH_DAYS && first <= last && last - first <= REACH_DAYS;
}

/** The metrics that a number of impressions leads to; those that were asked for. */
export function sandboxMetricsOf(impressions: number, wanted: readonly MetricType[] = metricTypes): SandboxMetrics {
  const [saves, pinClicks, outbound] = [0.04, 0.03, 0.012].map((rate) => Math.round(impressions * rate)) as [number, number, number];
  const engagement = saves + pinClicks + outbound;
  const rate = (count: number) => (impressions === 0 ? 0 : Math.round((count / impressions) * 10_000) / 10_000);
  const all: Readonly<Record<MetricType, number>> = {
    ENGAGEMENT: engagement,
    ENGAGEMENT_RATE: rate(engagement),
    IMPRESSION: impressions,
    OUTBOUND_CLICK: outbound,
    OUTBOUND_CLICK_RATE: rate(outbound),
    PIN_CLICK: pinClicks,
    PIN_CLICK_RATE: rate(pinClicks),
    SAVE: saves,
    SAVE_RATE: rate(saves),
  };
  return Object.fromEntries(wanted.map((metric) => [metric, all[metric]]));
}

function dailyMetrics(username: string, day: Day, share: number, today: Day, wanted?: readonly MetricType[]) {
  const date = dayLabel(day);
  if (day < today - accountStartDays(username)) return { date, data_status: 'BEFORE_BUSINESS_CREATED', metrics: {} };
  const age = today - day;
  // Pinterest sends rows without figures as well as rows of zeros for days that it still counts.
  if (age < PROCESSING_DAYS) return { date, data_status: 'PROCESSING', metrics: age === 0 ? {} : sandboxMetricsOf(0, wanted) };
  const digest = digestOf(username);
  const factor = 0.6 + (digestOf(username, date)[0] ?? 0) / 320;
  const impressions = Math.round((200 + (digest.readUInt16BE(12) % 1_800)) * factor * share);
  return { date, data_status: age === PROCESSING_DAYS ? 'ESTIMATE' : 'READY', metrics: sandboxMetricsOf(impressions, wanted) };
}

/** The metrics of days together; rates have no sum. */
export function sumMetrics(days: readonly { readonly metrics: SandboxMetrics }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { metrics } of days)
    for (const [metric, value] of Object.entries(metrics)) if (!metric.endsWith('_RATE')) sums[metric] = (sums[metric] ?? 0) + value;
  return sums;
}

/** The body of `GET /user_account/analytics`. */
export function sandboxAnalytics(username: string, filters: Filters, nowMs: number): unknown {
  const today = dayOf(new Date(nowMs));
  const [first, last] = [dayNumber(filters.start_date), dayNumber(filters.end_date)];
  const contentShare = contentShares[filters.content_type ?? 'ALL'];
  return Object.fromEntries(
    Object.entries(splitShares[filters.split_field ?? 'NO_SPLIT']).map(([name, share]) => {
      const daily = Array.from({ length: last - first + 1 }, (_, index) =>
        dailyMetrics(username, first + index, share * contentShare, today, filters.metric_types),
      );
      return [name, { summary_metrics: sumMetrics(daily), daily_metrics: daily }];
    }),
  );
}

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Day, dayLabel, dayOf, parseDay } from '#domain/days';
import { call } from '#server/linked-accounts/sandbox/calls';

/** A stable digest of an account's name and a purpose, from which its fictional content is derived. */
export const digestOf = (username: string, purpose = ''): Buffer =>
  createHash('sha256')
    .update(username.toLowerCase() + (purpose === '' ? '' : `\n${purpose}`))
    .digest();

/** The profile of a fictional account, as `GET /user_account` returns it. */
export function sandboxProfile(username: string): Readonly<Record<string, unknown>> {
  const digest = digestOf(username);
  const site =
    username
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/^-+|-+$/g, '') || 'site';
  return {
    id: digest.toString('hex').slice(0, 18),
    username,
    account_type: 'BUSINESS',
    about: 'A fictional account of the sandbox.',
    profile_image: null,
    website_url: `https://${site}.example`,
    business_name: username,
    board_count: 3 + ((digest[2] ?? 0) % 12),
    pin_count: digest.readUInt16BE(0) % 5_000,
    follower_count: digest.readUInt16BE(4) % 20_000,
    following_count: (digest[6] ?? 0) % 200,
    monthly_views: digest.readUInt32BE(8) % 400_000,
  };
}

/** For how many days Pinterest has counted an account: one of the sandbox's is new. */
const accountStartDays = (username: string): number => (username === 'tiny_garden_days' ? 40 : 1_000);

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
export const PROCESSING_DAYS = 2;

/** A list parameter: separated by commas, or repeated. */
export const listParameter = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), z.array(item).min(1)).optional();

/** The parameters that all analytics calls of an account share. */
export const analyticsFilters = {
  ad_account_id: z.string().regex(/^\d{1,18}$/).optional(), // prettier-ignore
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  from_claimed_content: z.enum(['OTHER', 'CLAIMED', 'BOTH']).optional(),
  pin_format: z
    .enum(['ALL', 'ORGANIC_IMAGE', 'ORGANIC_PRODUCT', 'ORGANIC_VIDEO', 'ADS_STANDARD', 'ADS_PRODUCT', 'ADS_VIDEO', 'ADS_IDEA'])
    .optional(),
  app_types: z.enum(['ALL', 'MOBILE', 'TABLET', 'WEB']).optional(),
  content_type: z.enum(['ALL', 'PAID', 'ORGANIC']).default('ALL'),
  source: z.enum(['ALL', 'YOUR_PINS', 'OTHER_PINS']).optional(),
  metric_types: listParameter(z.enum(metricTypes)),
};

/** The shares of an account's figures by what they may be split by. */
const splitShares = {
  NO_SPLIT: { all: 1 },
  SOURCE: { YOUR_PINS: 0.7, OTHER_PINS: 0.3 },
  PIN_FORMAT: { ORGANIC_IMAGE: 0.6, ORGANIC_VIDEO: 0.25, ORGANIC_PRODUCT: 0.1, ADS_STANDARD: 0.05 },
  APP_TYPE: { MOBILE: 0.75, WEB: 0.18, TABLET: 0.07 },
  OWNED_CONTENT: { CLAIMED: 0.4, OTHER: 0.6 },
} as const;
const contentShares = { ALL: 1, ORGANIC: 0.92, PAID: 0.08 } as const;

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

/** How much more or less than on average happens on a day. */
export const dayFactor = (seed: string, day: Day): number => 0.6 + (digestOf(seed, dayLabel(day))[0] ?? 0) / 320;

const dayNumber = (label: string): Day => parseDay(label) ?? NaN;

/** The first and last day of a request. */
interface RequestedDays {
  readonly start_date: string;
  readonly end_date: string;
}

/** Whether Pinterest answers for these days: it reaches back 90 days, over at most 90. */
export function isWithinReach({ start_date, end_date }: RequestedDays, nowMs: number): boolean {
  const [first, last] = [dayNumber(start_date), dayNumber(end_date)];
  return first >= dayOf(new Date(nowMs)) - REACH_DAYS && first <= last && last - first <= REACH_DAYS;
}

/** The days of a request and their sums; rates have no sum. */
export function sandboxSeries(
  { start_date, end_date }: RequestedDays,
  figuresOf: (day: Day) => { readonly data_status: string; readonly metrics: SandboxMetrics },
) {
  const first = dayNumber(start_date);
  const days = Array.from({ length: dayNumber(end_date) - first + 1 }, (_, index) => first + index);
  const daily = days.map((day) => ({ date: dayLabel(day), ...figuresOf(day) }));
  const sums: Record<string, number> = {};
  for (const { metrics } of daily)
    for (const [metric, value] of Object.entries(metrics)) if (!metric.endsWith('_RATE')) sums[metric] = (sums[metric] ?? 0) + value;
  return { daily_metrics: daily, summary_metrics: sums };
}

/** The calls about an account as a whole. */
export const accountCalls = [
  call(
    { part: 'account', path: /^user_account$/, scopes: ['user_accounts:read'], rateClass: 'org_read' },
    { ad_account_id: analyticsFilters.ad_account_id },
    (_, { username }) => sandboxProfile(username),
  ),
  call(
    { part: 'analytics', path: /^user_account\/analytics$/, scopes: ['user_accounts:read'], rateClass: 'org_analytics' },
    { ...analyticsFilters, split_field: z.enum(['NO_SPLIT', 'APP_TYPE', 'OWNED_CONTENT', 'SOURCE', 'PIN_FORMAT']).default('NO_SPLIT') },
    (query, { username, nowMs }) => {
      if (!isWithinReach(query, nowMs)) return null;
      const today = dayOf(new Date(nowMs));
      const perDay = (200 + (digestOf(username).readUInt16BE(12) % 1_800)) * contentShares[query.content_type];
      const seriesOf = (share: number) =>
        sandboxSeries(query, (day) => {
          const age = today - day;
          if (age > accountStartDays(username)) return { data_status: 'BEFORE_BUSINESS_CREATED', metrics: {} };
          // Pinterest sends rows without figures as well as rows of zeros for days that it still counts.
          if (age < PROCESSING_DAYS)
            return { data_status: 'PROCESSING', metrics: age === 0 ? {} : sandboxMetricsOf(0, query.metric_types) };
          const impressions = Math.round(perDay * dayFactor(username, day) * share);
          return {
            data_status: age === PROCESSING_DAYS ? 'ESTIMATE' : 'READY',
            metrics: sandboxMetricsOf(impressions, query.metric_types),
          };
        });
      return Object.fromEntries(Object.entries<number>(splitShares[query.split_field]).map(([name, share]) => [name, seriesOf(share)]));
    },
  ),
];

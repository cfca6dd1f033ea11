import { z } from 'zod';
import { cleanLink } from '#domain/catalog/import/links';
import type { OwnPin, OwnSeries } from '#domain/linked-accounts/account-reader';
import { type DayStatus, isCounted, type OwnMetric, ownMetrics, type OwnValues } from '#domain/linked-accounts/own-analytics';

/** Pinterest's names of the metrics. */
export const metricNames = {
  impressions: 'IMPRESSION',
  saves: 'SAVE',
  pin_clicks: 'PIN_CLICK',
  outbound_clicks: 'OUTBOUND_CLICK',
  engagements: 'ENGAGEMENT',
} as const satisfies Record<OwnMetric, string>;

/** What is no number, or none that can be counted, is left out. */
const Metrics = z.record(z.string(), z.number().min(0).nullable().catch(null)).catch({}); // prettier-ignore

const AnalyticsResponse = z.record(
  z.string().max(64), // prettier-ignore
  z.object({
    daily_metrics: z
      .array(z.object({ date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/), data_status: z.string().catch(''), metrics: Metrics }))
      .max(200), // prettier-ignore
  }),
);
const TopPinsResponse = z.object({ pins: z.array(z.object({ pin_id: z.string().regex(/^\d{1,32}$/), metrics: Metrics })).max(50) }); // prettier-ignore
const PinResponse = z.object({
  id: z.string().regex(/^\d{1,32}$/), // prettier-ignore
  title: z.string().nullish().catch(null),
  created_at: z.string().nullish().catch(null),
  media: z
    .object({ images: z.record(z.string(), z.object({ url: z.string() })).catch({}) })
    .nullish()
    .catch(null),
});

/** A status that Pinterest adds later is a reason for a gap, as most are. */
const statuses: Readonly<Record<string, DayStatus>> = { READY: 'ready', ESTIMATE: 'estimate', PROCESSING: 'processing' };

const toValues = (metrics: Readonly<Record<string, number | null>>): OwnValues =>
  Object.fromEntries(ownMetrics.map((metric) => [metric, metrics[metricNames[metric]] ?? null])) as OwnValues;

/** Parses a response of `GET /user_account/analytics`; null when it is invalid. */
export function parseAnalytics(json: unknown): readonly OwnSeries[] | null {
  const { data } = AnalyticsResponse.safeParse(json);
  if (!data) return null;
  return Object.entries(data).map(([name, { daily_metrics }]) => ({
    name,
    days: daily_metrics
      .map(({ date, data_status, metrics }) => {
        const status = statuses[data_status] ?? 'missing';
        return { day: date, status, values: toValues(isCounted({ status }) ? metrics : {}) };
      })
      .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
  }));
}

/** Parses a response of `GET /user_account/analytics/top_pins`; null when it is invalid. */
export function parseTopPins(json: unknown): readonly { readonly id: string; readonly values: OwnValues }[] | null {
  const { data } = TopPinsResponse.safeParse(json);
  return data?.pins.map(({ pin_id, metrics }) => ({ id: pin_id, values: toValues(metrics) })) ?? null;
}

/** Parses a response of `GET /pins/{id}`; null when it is invalid. Unsafe image addresses are dropped. */
export function parsePin(json: unknown): OwnPin | null {
  const { data } = PinResponse.safeParse(json);
  if (!data) return null;
  const images = data.media?.images ?? {};
  const image = cleanLink((images['400x300'] ?? images['600x'] ?? images['150x150'])?.url);
  const createdMs = Date.parse(data.created_at ?? '');
  return {
    id: data.id,
    title: data.title?.trim() || null,
    created_at: Number.isNaN(createdMs) ? null : new Date(createdMs),
    image: image?.startsWith('https:') ? image : null,
  };
}

import { z } from 'zod';
import type { OwnBoard, OwnPin, OwnSeries } from '#domain/linked-accounts/account-reader';
import { type DayStatus, isCounted, type OwnMetric, ownMetrics, type OwnValues } from '#domain/linked-accounts/own-analytics';
import { imageLink } from '#server/linked-accounts/pinterest/contract';
import { listOfValid } from '#server/linked-accounts/pinterest/keywords-contract';

/** Pinterest's names of the metrics. */
export const pinterestMetricNames = {
  impressions: 'IMPRESSION',
  saves: 'SAVE',
  pin_clicks: 'PIN_CLICK',
  outbound_clicks: 'OUTBOUND_CLICK',
  engagements: 'ENGAGEMENT',
} as const satisfies Record<OwnMetric, string>;

const digits = z.string().regex(/^\d{1,32}$/); // prettier-ignore
const nullableCount = z.number().int().min(0).nullable().catch(null); // prettier-ignore

/** What is no number, or none that can be counted, is left out. */
const Metrics = z.record(z.string(), z.number().min(0).nullable().catch(null)).catch({}); // prettier-ignore

const toValues = (metrics: Readonly<Record<string, number | null>>): OwnValues =>
  Object.fromEntries(ownMetrics.map((metric) => [metric, metrics[pinterestMetricNames[metric]] ?? null])) as OwnValues;

/** A status that Pinterest adds later is a reason for a gap, as most are. */
const statuses: Readonly<Record<string, DayStatus>> = { READY: 'ready', ESTIMATE: 'estimate', PROCESSING: 'processing' };

const DayMetrics = z
  .object({ date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/), data_status: z.string().catch(''), metrics: Metrics })
  .transform(({ date, data_status, metrics }) => {
    const status = statuses[data_status] ?? 'missing';
    return { day: date, status, values: toValues(isCounted({ status }) ? metrics : {}) };
  });

/** A response of `GET /user_account/analytics` or `GET /pins/{id}/analytics`. */
export const Analytics = z
  .record(
    z.string().max(64), // prettier-ignore
    z.object({ daily_metrics: z.array(DayMetrics).max(200) }), // prettier-ignore
  )
  .transform((series): readonly OwnSeries[] =>
    Object.entries(series).map(([name, { daily_metrics }]) => ({
      name,
      days: daily_metrics.toSorted((one, other) => (one.day < other.day ? -1 : 1)),
    })),
  );

const TopPin = z
  .object({ pin_id: digits, metrics: Metrics })
  .transform(({ pin_id, metrics }) => ({ id: pin_id, values: toValues(metrics) }));

/** A response of `GET /user_account/analytics/top_pins`. */
export const TopPins = z.object({ pins: z.array(TopPin).max(50) }).transform(({ pins }) => pins); // prettier-ignore

/** Pinterest writes times in UTC, with or without saying so. */
function parseTime(text: string | null): Date | null {
  const timeMs = Date.parse(/[Z+]|-\d\d:\d\d$/.test(text ?? '') ? (text ?? '') : `${text}Z`);
  return Number.isNaN(timeMs) ? null : new Date(timeMs);
}

/** A response of `GET /pins/{id}`. Unsafe image addresses are dropped. */
export const Pin = z
  .object({
    id: digits,
    board_id: digits.nullable().catch(null),
    pin_metrics: z
      .object({ '90d': z.object({ impression: nullableCount, pin_click: nullableCount, clickthrough: nullableCount }) })
      .nullable()
      .catch(null),
    title: z.string().nullable().catch(null),
    created_at: z.string().nullable().catch(null),
    media: z
      .object({ images: z.record(z.string(), z.object({ url: z.string() })).catch({}) })
      .nullable()
      .catch(null),
  })
  .transform(({ id, board_id, pin_metrics, title, created_at, media }): OwnPin => {
    const images = media?.images ?? {};
    // The figures that a pin carries have names of their own.
    const { impression = null, pin_click = null, clickthrough = null } = pin_metrics?.['90d'] ?? {};
    return {
      id,
      title: title?.trim() || null,
      created_at: parseTime(created_at),
      image: imageLink((images['400x300'] ?? images['600x'] ?? images['150x150'])?.url),
      board_id,
      values: toValues({ IMPRESSION: impression, PIN_CLICK: pin_click, OUTBOUND_CLICK: clickthrough }),
    };
  });

const Board = z
  .object({
    id: digits,
    name: z.string().trim().min(1),
    owner: z.object({ username: z.string() }).nullable().catch(null),
    pin_count: z.number().int().min(0).catch(0), // prettier-ignore
    follower_count: nullableCount,
    collaborator_count: nullableCount,
  })
  .transform(({ owner, ...board }): OwnBoard => ({ ...board, owner: owner?.username ?? null }));

/** One page of a list and where the next one begins; null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly bookmark: string | null;
}

const pageOf = <Item extends z.ZodType>(item: Item) =>
  z
    .object({ items: listOfValid(item), bookmark: z.string().max(2_000).nullish() }) // prettier-ignore
    .transform(({ items, bookmark }): Page<z.output<Item>> => ({ items, bookmark: bookmark || null }));

/** A response of `GET /pins`. */
export const PinPage = pageOf(Pin);

/** A response of `GET /boards`. */
export const BoardPage = pageOf(Board);

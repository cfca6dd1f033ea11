import { z } from 'zod';
import { cleanLink } from '#domain/catalog/import/links';
import type { OwnBoard, OwnPin, OwnSeries } from '#domain/linked-accounts/account-reader';
import { listOfValid } from '#server/linked-accounts/pinterest/keywords-contract';
import { type DayStatus, isCounted, type OwnMetric, ownMetrics, type OwnValues } from '#domain/linked-accounts/own-analytics';

/** Pinterest's names of the metrics. */
export const pinterestMetricNames = {
  impressions: 'IMPRESSION',
  saves: 'SAVE',
  pin_clicks: 'PIN_CLICK',
  outbound_clicks: 'OUTBOUND_CLICK',
  engagements: 'ENGAGEMENT',
} as const satisfies Record<OwnMetric, string>;

const digits = z.string().regex(/^\d{1,32}$/); // prettier-ignore
const nullableCount = z.number().int().min(0).nullish().catch(null); // prettier-ignore

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
const TopPinsResponse = z.object({ pins: z.array(z.object({ pin_id: digits, metrics: Metrics })).max(50) }); // prettier-ignore
const PinResponse = z.object({
  id: digits,
  board_id: digits.nullish().catch(null),
  pin_metrics: z
    .object({ '90d': z.object({ impression: nullableCount, pin_click: nullableCount, clickthrough: nullableCount }) })
    .nullish()
    .catch(null),
  title: z.string().nullish().catch(null),
  created_at: z.string().nullish().catch(null),
  media: z
    .object({ images: z.record(z.string(), z.object({ url: z.string() })).catch({}) })
    .nullish()
    .catch(null),
});

const BoardResponse = z.object({
  id: digits,
  name: z.string().trim().min(1),
  owner: z.object({ username: z.string() }).nullish().catch(null),
  pin_count: z.number().int().min(0).catch(0), // prettier-ignore
  follower_count: nullableCount,
  collaborator_count: nullableCount,
});
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: listOfValid(item), bookmark: z.string().max(2_000).nullish() }); // prettier-ignore
const PinsResponse = pageOf(PinResponse);
const BoardsResponse = pageOf(BoardResponse);

/** A status that Pinterest adds later is a reason for a gap, as most are. */
const statuses: Readonly<Record<string, DayStatus>> = { READY: 'ready', ESTIMATE: 'estimate', PROCESSING: 'processing' };

const toValues = (metrics: Readonly<Record<string, number | null>>): OwnValues =>
  Object.fromEntries(ownMetrics.map((metric) => [metric, metrics[pinterestMetricNames[metric]] ?? null])) as OwnValues;

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

/** Pinterest writes times in UTC, with or without saying so. */
function parseTime(text: string | null | undefined): Date | null {
  const timeMs = Date.parse(/[Z+]|-\d\d:\d\d$/.test(text ?? '') ? (text ?? '') : `${text}Z`);
  return Number.isNaN(timeMs) ? null : new Date(timeMs);
}

/** The figures that a pin carries, in names of their own. */
const toPinValues = (figures: NonNullable<z.output<typeof PinResponse>['pin_metrics']>['90d'] | undefined): OwnValues =>
  toValues({
    IMPRESSION: figures?.impression ?? null,
    PIN_CLICK: figures?.pin_click ?? null,
    OUTBOUND_CLICK: figures?.clickthrough ?? null,
  });

function toPin(pin: z.output<typeof PinResponse>): OwnPin {
  const images = pin.media?.images ?? {};
  const image = cleanLink((images['400x300'] ?? images['600x'] ?? images['150x150'])?.url);
  return {
    id: pin.id,
    title: pin.title?.trim() || null,
    created_at: parseTime(pin.created_at),
    image: image?.startsWith('https:') ? image : null,
    board_id: pin.board_id ?? null,
    values: toPinValues(pin.pin_metrics?.['90d']),
  };
}

/** Parses a response of `GET /pins/{id}`; null when it is invalid. Unsafe image addresses are dropped. */
export function parsePin(json: unknown): OwnPin | null {
  const { data } = PinResponse.safeParse(json);
  return data ? toPin(data) : null;
}

/** One page of a list and where the next one begins; null at the end. */
export interface ParsedPage<T> {
  readonly items: readonly T[];
  readonly bookmark: string | null;
}

/** Parses a response of `GET /pins`; null when it is invalid. */
export function parsePinPage(json: unknown): ParsedPage<OwnPin> | null {
  const { data } = PinsResponse.safeParse(json);
  return data ? { items: data.items.map(toPin), bookmark: data.bookmark || null } : null;
}

/** Parses a response of `GET /boards`; null when it is invalid. */
export function parseBoardPage(json: unknown): ParsedPage<OwnBoard> | null {
  const { data } = BoardsResponse.safeParse(json);
  if (!data) return null;
  const items = data.items.map(({ owner, follower_count, collaborator_count, ...board }) => ({
    ...board,
    owner: owner?.username ?? null,
    follower_count: follower_count ?? null,
    collaborator_count: collaborator_count ?? null,
  }));
  return { items, bookmark: data.bookmark || null };
}

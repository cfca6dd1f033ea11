import { z } from 'zod';
import { type Day, dayLabel, dayOf } from '#domain/days';
import { DAY_MS, MINUTE_MS } from '#domain/durations';
import {
  analyticsFilters,
  dayFactor,
  digestOf,
  isWithinReach,
  listParameter,
  PROCESSING_DAYS,
  sandboxMetricsOf,
  sandboxSeries,
} from '#server/linked-accounts/sandbox/accounts';
import { call, type CallContext } from '#server/linked-accounts/sandbox/calls';

const BOOKMARK_LIFETIME_MS = 10 * MINUTE_MS;
const DEFAULT_PAGE_SIZE = 25;

/** The parameters of every call that returns pages. */
export const pageParameters = {
  page_size: z.coerce.number().int().min(1).max(250).default(DEFAULT_PAGE_SIZE), // prettier-ignore
  bookmark: z.string().optional(),
};
type PageQuery = z.output<z.ZodObject<typeof pageParameters>>;

/** One page of a list; null for a bookmark that has expired or was invented. */
export function sandboxPage(items: readonly unknown[], { page_size, bookmark }: PageQuery, nowMs: number): unknown {
  const text = bookmark === undefined ? `0-${nowMs}` : Buffer.from(bookmark, 'base64url').toString();
  const [, from, madeMs] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  if (from === undefined || nowMs - Number(madeMs) > BOOKMARK_LIFETIME_MS) return null;
  const end = Number(from) + page_size;
  const next = Buffer.from(`${end}-${nowMs}`).toString('base64url');
  return { items: items.slice(Number(from), end), bookmark: end < items.length ? next : null };
}

const names = ['Fall outfits', 'Baking', 'Garden', 'Group: Home & craft'] as const;

const boardIdOf = (username: string, index: number): string =>
  String(digestOf(username, `board ${index % names.length}`).readBigUInt64BE(0));

/** The boards of a fictional account; the last one is a group board of another. */
const sandboxBoards = (username: string): readonly unknown[] =>
  names.map((name, index) => {
    const isGroup = name.startsWith('Group');
    return {
      id: boardIdOf(username, index),
      name: `${username}: ${name}`,
      description: null,
      owner: { username: isGroup ? 'north_light_home' : username },
      created_at: '2024-03-01T10:00:00',
      board_pins_modified_at: '2026-10-01T10:00:00',
      collaborator_count: isGroup ? 18 : 0,
      follower_count: digestOf(username, name).readUInt16BE(0) % 5_000,
      pin_count: 3 + (digestOf(username, name)[2] ?? 0),
      privacy: 'PUBLIC',
      is_ads_only: false,
      media: { image_cover_url: null, pin_thumbnail_urls: [] },
    };
  });

const PIN_COUNT = 14;
const FIGURES_DAYS = 90;
const topics = [
  'Fall outfits',
  'Sourdough for beginners',
  'Small balcony garden',
  'Paper flowers',
  'Weekend in Porto',
  'Cozy reading nook',
  'One-pan dinners',
];

interface SandboxPin {
  readonly id: string;
  readonly title: string;
  readonly impressions: number;
  readonly ageDays: number;
  readonly boardId: string;
  /** One pin is too old for the figures of 90 days. */
  readonly hasFigures: boolean;
}

/** The pins of a fictional account; their titles begin with its name. */
const pinsOf = (username: string): readonly SandboxPin[] =>
  Array.from({ length: PIN_COUNT }, (_, index) => {
    const digest = digestOf(username, `pin ${index}`);
    return {
      id: String(digest.readBigUInt64BE(0)),
      title: `${username}: ${topics[index % topics.length] ?? ''} ${index + 1}`,
      impressions: digest.readUInt16BE(8),
      ageDays: 5 + (digest.readUInt16BE(10) % 400),
      boardId: boardIdOf(username, index),
      hasFigures: index < PIN_COUNT - 1,
    };
  });

const findPin = (username: string, id: string) => pinsOf(username).find((pin) => pin.id === id);

const createdDay = (pin: SandboxPin, nowMs: number): Day => dayOf(new Date(nowMs)) - pin.ageDays;

/** Figures as pins carry them: `clickthrough` is Pinterest's name there for outbound clicks. */
function pinMetrics({ impressions, hasFigures }: SandboxPin): unknown {
  if (!hasFigures) return null;
  const { IMPRESSION: impression, PIN_CLICK: pin_click, OUTBOUND_CLICK: clickthrough } = sandboxMetricsOf(impressions);
  const recent = { impression, pin_click, clickthrough };
  return { '90d': recent, lifetime_metrics: { ...recent, reaction: 0, comment: 0 } };
}

const toPin = (username: string, pin: SandboxPin, hasMetrics: boolean, nowMs: number): unknown => ({
  id: pin.id,
  title: pin.title,
  description: `A fictional pin of ${username}.`,
  link: null,
  alt_text: null,
  board_id: pin.boardId,
  board_section_id: null,
  board_owner: { username },
  created_at: `${dayLabel(createdDay(pin, nowMs))}T00:00:00`,
  creative_type: 'REGULAR',
  dominant_color: null,
  has_been_promoted: false,
  is_owner: true,
  is_standard: true,
  parent_pin_id: null,
  media: { media_type: 'image', images: {} },
  pin_metrics: hasMetrics ? pinMetrics(pin) : null,
});

/** The pins that an account has made in the sandbox, as `GET /pins` returns them, the newest first. */
export const sandboxCreatedPins = ({ username, publishing, nowMs }: Pick<CallContext, 'username' | 'publishing' | 'nowMs'>) =>
  publishing.pinsOf(username).map(([id, { createdMs, fields }]) => {
    const { title = null, description = null, link = null, alt_text = null, board_id, board_section_id = null } = fields;
    const isVideo = fields.media_source.source_type === 'video_id';
    const pin = { id, title: '', impressions: 0, ageDays: 0, boardId: board_id ?? boardIdOf(username, 0), hasFigures: false };
    return {
      ...(toPin(username, pin, false, nowMs) as object),
      id,
      title,
      description,
      link,
      alt_text,
      board_section_id,
      created_at: new Date(createdMs).toISOString().slice(0, 19),
      creative_type: isVideo ? 'VIDEO' : 'REGULAR',
      media: { media_type: isVideo ? 'video' : 'image', images: {} },
    };
  });

const pinMetricTypes = ['IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK', 'SAVE', 'SAVE_RATE'] as const;
const pinQuery = { ad_account_id: analyticsFilters.ad_account_id, pin_metrics: z.enum(['true', 'false']).optional() };
const readsPins = { scopes: ['boards:read', 'pins:read'], rateClass: 'org_read' } as const;

/** The calls about the pins and boards of an account. */
export const pinCalls = [
  call(
    {
      part: 'top pins',
      path: /^user_account\/analytics\/top_pins$/,
      scopes: ['pins:read', 'user_accounts:read'],
      rateClass: 'org_analytics',
    },
    {
      ...analyticsFilters,
      sort_by: z.enum(['ENGAGEMENT', 'IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK', 'SAVE']),
      num_of_pins: z.coerce.number().int().min(1).max(50).default(10), // prettier-ignore
      created_in_last_n_days: z.literal('30').optional(),
    },
    (query, { username, nowMs }) => {
      if (!isWithinReach(query, nowMs)) return null;
      const pins = pinsOf(username)
        .filter(({ ageDays }) => query.created_in_last_n_days === undefined || ageDays <= 30)
        .toSorted((one, other) => other.impressions - one.impressions)
        .slice(0, query.num_of_pins);
      return {
        date_availability: { is_realtime: false, latest_available_timestamp: nowMs - 2 * DAY_MS },
        pins: pins.map(({ id, impressions }) => {
          const metrics = sandboxMetricsOf(impressions, query.metric_types);
          return { pin_id: id, metrics, data_status: Object.fromEntries(Object.keys(metrics).map((metric) => [metric, 'READY'])) };
        }),
        sort_by: query.sort_by,
      };
    },
  ),
  call(
    { part: 'pins', path: /^pins$/, ...readsPins },
    {
      ...pinQuery,
      ...pageParameters,
      pin_filter: z.enum(['exclude_native', 'exclude_repins', 'has_been_promoted']).optional(),
      include_protected_pins: z.enum(['true', 'false']).optional(),
      pin_type: z.literal('PRIVATE').optional(),
      creative_types: listParameter(z.enum(['REGULAR', 'VIDEO', 'SHOPPING', 'CAROUSEL', 'IDEA'])),
    },
    (query, context) => {
      const { username, nowMs } = context;
      const older = pinsOf(username).toSorted((one, other) => one.ageDays - other.ageDays);
      const items = older.map((pin) => toPin(username, pin, query.pin_metrics === 'true', nowMs));
      return sandboxPage([...sandboxCreatedPins(context), ...items], query, nowMs);
    },
  ),
  call({ part: 'pin', path: /^pins\/(?<id>\d+)$/, ...readsPins }, pinQuery, ({ pin_metrics }, context) => {
    const { username, id, nowMs } = context;
    const pin = findPin(username, id);
    return pin ? toPin(username, pin, pin_metrics === 'true', nowMs) : sandboxCreatedPins(context).find((created) => created.id === id);
  }),
  call(
    { part: 'pin analytics', path: /^pins\/(?<id>\d+)\/analytics$/, ...readsPins, rateClass: 'org_analytics' },
    {
      ad_account_id: analyticsFilters.ad_account_id,
      start_date: analyticsFilters.start_date,
      end_date: analyticsFilters.end_date,
      app_types: analyticsFilters.app_types,
      metric_types: listParameter(z.enum(pinMetricTypes)),
      split_field: z.enum(['NO_SPLIT', 'APP_TYPE']).optional(),
    },
    (query, { username, id, nowMs }) => {
      if (!isWithinReach(query, nowMs)) return null;
      const pin = findPin(username, id);
      if (!pin) return undefined;
      const series = sandboxSeries(query, (day) => {
        if (day < createdDay(pin, nowMs)) return { data_status: 'BEFORE_PIN_CREATED', metrics: {} };
        if (dayOf(new Date(nowMs)) - day < PROCESSING_DAYS) return { data_status: 'PROCESSING', metrics: {} };
        const impressions = Math.round((pin.impressions / FIGURES_DAYS) * dayFactor(id, day));
        return { data_status: 'READY', metrics: sandboxMetricsOf(impressions, query.metric_types ?? pinMetricTypes) };
      });
      return { all: { ...series, lifetime_metrics: {} } };
    },
  ),
  call(
    { part: 'boards', path: /^boards$/, scopes: ['boards:read'], rateClass: 'org_read' },
    {
      ...pageParameters,
      ad_account_id: analyticsFilters.ad_account_id,
      privacy: z.enum(['ALL', 'PUBLIC', 'PROTECTED', 'SECRET', 'PUBLIC_AND_SECRET']).optional(),
    },
    (query, { username, nowMs }) => sandboxPage(sandboxBoards(username), query, nowMs),
  ),
];

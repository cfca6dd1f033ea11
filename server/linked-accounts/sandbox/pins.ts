import { z } from 'zod';
import { DAY_MS } from '#domain/durations';
import { digestOf } from '#server/linked-accounts/sandbox/accounts';
import { analyticsFilters, metricsOf } from '#server/linked-accounts/sandbox/analytics';

const PIN_COUNT = 14;
const topics = [
  'Fall outfits',
  'Sourdough for beginners',
  'Small balcony garden',
  'Paper flowers',
  'Weekend in Porto',
  'Cozy reading nook',
  'One-pan dinners',
];

export const TopPinsQuery = z.strictObject({
  ...analyticsFilters,
  sort_by: z.enum(['ENGAGEMENT', 'IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK', 'SAVE']),
  num_of_pins: z.coerce.number().int().min(1).max(50).default(10), // prettier-ignore
  created_in_last_n_days: z.literal('30').optional(),
});
export const PinQuery = z.strictObject({
  ad_account_id: analyticsFilters.ad_account_id,
  pin_metrics: z.enum(['true', 'false']).optional(),
});

interface SandboxPin {
  readonly id: string;
  readonly title: string;
  readonly impressions: number;
  readonly ageDays: number;
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
    };
  });

/** The body of `GET /user_account/analytics/top_pins`. */
export function sandboxTopPins(username: string, query: z.output<typeof TopPinsQuery>, nowMs: number): unknown {
  const pins = pinsOf(username)
    .filter(({ ageDays }) => query.created_in_last_n_days === undefined || ageDays <= 30)
    .toSorted((one, other) => other.impressions - one.impressions)
    .slice(0, query.num_of_pins);
  return {
    date_availability: { is_realtime: false, latest_available_timestamp: nowMs - 2 * DAY_MS },
    pins: pins.map(({ id, impressions }) => {
      const metrics = metricsOf(impressions, query.metric_types);
      return { pin_id: id, metrics, data_status: Object.fromEntries(Object.keys(metrics).map((metric) => [metric, 'READY'])) };
    }),
    sort_by: query.sort_by,
  };
}

/** The body of `GET /pins/{id}`; undefined when the account has no such pin. */
export function sandboxPin(username: string, id: string, nowMs: number): unknown {
  const pin = pinsOf(username).find((each) => each.id === id);
  if (!pin) return undefined;
  return {
    id,
    title: pin.title,
    description: `A fictional pin of ${username}.`,
    link: null,
    alt_text: null,
    board_id: String(digestOf(username, 'board').readBigUInt64BE(0)),
    board_section_id: null,
    board_owner: { username },
    created_at: new Date(nowMs - (nowMs % DAY_MS) - pin.ageDays * DAY_MS).toISOString().slice(0, 19),
    creative_type: 'REGULAR',
    dominant_color: null,
    has_been_promoted: false,
    is_owner: true,
    is_standard: true,
    parent_pin_id: null,
    media: { media_type: 'image', images: {} },
    pin_metrics: null,
  };
}

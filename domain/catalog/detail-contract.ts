import { z } from 'zod';
import { type FilterName, filtersOf } from '#domain/catalog/filters/filters';
import { BoardRow, PinnerRow, PinRow, Title } from '#domain/catalog/list-contract';
import { metrics, periods } from '#domain/catalog/metrics';
import { confidences, momentumFlags, trends } from '#domain/catalog/momentum';
import { checkMarks, checkRules, type CheckRule } from '#domain/catalog/rows/checks';
import { type OrderBy, orderings } from '#domain/catalog/orders';
import { entityTypes, variants } from '#domain/catalog/variants';
import type { Output } from '#domain/endpoint';

const nullableText = z.string().nullable();
const count = z.int().nullable();

/** One field of the same type per name. */
const fieldsOf = <const K extends string, S extends z.ZodType>(names: readonly K[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<K, S>;

export const TimeSeries = z.object({ x: z.array(z.iso.date()), y: z.array(count) }).meta({
  id: 'TimeSeries',
  description:
    'A daily series: `x` has every UTC day from the first to the last with a reading, `y` the reading of each day, or null without one.',
});
export type TimeSeries = Output<typeof TimeSeries>;

export const MomentumReading = z
  .object({
    metric: z.enum(metrics),
    period: z.enum(periods),
    rank: count,
    previous_rank: count,
    score: z.number().nullable().describe('0 to 100 with one decimal; 50 is a pace of +10% in 30 days. Without a score, `flags` says why.'),
    raw: z.number().nullable().describe('Log growth per 30 days, signed: the sort key.'),
    trend: z.enum(trends).nullable(),
    confidence: z.enum(confidences),
    coverage: z.number().describe('Share of the period with readings, 0 to 1.'),
    largest_gap: z.number().describe('Longest time without a reading within the period, in days.'),
    points: z.int().describe('Days with a reading that the score is based on.'),
    flags: z.array(z.enum(momentumFlags)),
  })
  .meta({ id: 'MomentumReading', description: 'The momentum score of one metric over one period, with what it is based on.' });
export type MomentumReading = Output<typeof MomentumReading>;

const GrowthByPeriod = z
  .object(fieldsOf(periods, z.number().nullable()))
  .partial()
  .meta({ id: 'GrowthByPeriod', description: 'Growth in percent by period; null without an earlier reading to compare with.' });
export type GrowthByPeriod = Output<typeof GrowthByPeriod>;

const EntityAnalytics = z.object({
  growth: z
    .object(fieldsOf(metrics, GrowthByPeriod))
    .partial()
    .describe('By metric. `90_days` is for everyone; the other periods need Premium.'),
  momentum: z.array(MomentumReading).exactOptional().describe('Only with Premium: one reading per metric and period.'),
  history_limited: z.boolean().describe('True when the series is limited to its last 90 days, without Premium.'),
  history_from: z.iso.date().nullable().describe('The day of the first reading, also of a limited series; null without readings.'),
});
/** The analytics in every detail response. */
export type EntityAnalytics = Output<typeof EntityAnalytics>;

const Provenance = z.object({
  source: z.string().describe('The file or feed that the data comes from.'),
  last_crawled_at: z.iso.datetime().nullable().describe('The last crawl; null when it is only known from references by other entities.'),
  searchable: z.boolean().describe('False when the source reports it as gone.'),
});
/** Where an entity comes from and how far to trust it. */
export type Provenance = Output<typeof Provenance>;

export const VerdictLine = z
  .object({
    rule: z.enum([...new Set<CheckRule>(entityTypes.flatMap((entity): readonly CheckRule[] => checkRules[entity]))]),
    mark: z.enum(checkMarks),
    value: z.number().nullable().describe('The number that the rule looks at, such as days, percent, or saves; null when it is not known.'),
    text: z.string(),
  })
  .meta({ id: 'VerdictLine', description: 'One rule of a verdict. The page on momentum explains them.' });
export type VerdictLine = Output<typeof VerdictLine>;

const Note = z
  .object({
    source: z.string().describe('The tool, or the name of the file.'),
    date: z.iso.date(),
    values: z.array(z.object({ name: z.string(), value: z.string() })),
  })
  .meta({ id: 'Note', description: 'What another tool says about an entity, as of a day.' });

/** The fields that all three detail responses add to their list row. */
const details = {
  ...EntityAnalytics.shape,
  ...Provenance.shape,
  description: nullableText,
  topics: z.array(z.string()),
  notes: z
    .array(Note)
    .describe(
      'What files of other tools say about it, the newest first: their scores, positions, and other columns. Nothing of it is counted here.',
    ),
  verdict: z
    .array(VerdictLine)
    .describe(
      'Boards: is it worth joining? Pinners: are they worth following? Pins: is it worth making one like it? As of the last recompute, like `checks`.',
    ),
  verdict_by_period: z
    .object(fieldsOf(periods, z.array(VerdictLine)))
    .partial()
    .describe(
      'With Premium, of boards and pinners: the rules about growth over the other periods. They replace those of the same name in `verdict`.',
    ),
};

export const Board = BoardRow.extend({
  ...details,
  top_pins: z.array(PinRow).describe('Its most saved known pins, up to twelve.'),
  similar: z
    .array(BoardRow)
    .describe('Up to eight others that share topics, the most shared first, then the nearest size (followers, or saves of a pin).'),
  time_series: z.object({ followers: TimeSeries, collaborators: TimeSeries, pins: TimeSeries }),
}).meta({ id: 'Board', description: 'A board with its details.' });
export type Board = Output<typeof Board>;

export const Pin = PinRow.extend({
  ...details,
  similar: z
    .array(PinRow)
    .describe('Up to eight others that share topics, the most shared first, then the nearest size (followers, or saves of a pin).'),
  link: nullableText.describe('The destination, with the referral tag appended; null without one.'),
  domain: nullableText,
  board: z
    .object({ _id: z.string(), title: Title, name: nullableText })
    .nullable()
    .describe('The board that it is on; null if that is unknown or not in the index.'),
  queries: z.array(z.string()).describe('The keyword searches in which the pin was found.'),
  time_series: z.object({ saves: TimeSeries, repins: TimeSeries }),
}).meta({ id: 'Pin', description: 'A pin with its details.' });
export type Pin = Output<typeof Pin>;

export const Pinner = PinnerRow.extend({
  ...details,
  similar: z
    .array(PinnerRow)
    .describe('Up to eight others that share topics, the most shared first, then the nearest size (followers, or saves of a pin).'),
  profile_reach: count,
  domain_url: nullableText,
  website_url: nullableText,
  boards: z.array(BoardRow),
  pins: z.array(PinRow),
  time_series: z.object({ followers: TimeSeries, monthly_viewers: TimeSeries }),
}).meta({ id: 'Pinner', description: 'A pinner with their details, their largest boards and their most saved pins (up to 10 of each).' });
export type Pinner = Output<typeof Pinner>;

export const Comparison = z
  .object({ rows: z.array(z.union([Board, Pinner, Pin])) })
  .meta({ id: 'Comparison', description: 'Boards, pinners, or pins side by side, with their details.' });
export type Comparison = Output<typeof Comparison>;

export const CatalogTotals = z
  .object({
    boards: z.int(),
    pinners: z.int(),
    pins: z.int(),
    as_of: z.iso.datetime().nullable().describe('The last import or recompute; null before the first.'),
  })
  .meta({ id: 'CatalogTotals', description: 'The size of the catalog.' });
export type CatalogTotals = Output<typeof CatalogTotals>;

/** Every order of the three lists. */
const orderNames = [...new Set<OrderBy>(variants.flatMap((variant): readonly OrderBy[] => orderings[variant].map(({ value }) => value)))];

/** Every filter of the three lists. */
const filterNames = [...new Set<FilterName>(variants.flatMap((variant) => filtersOf(variant).map(([name]) => name)))];

const ScreenOrder = z.object({
  order_by: z.enum(orderNames),
  reason: nullableText.describe('Says which order it is, and why it is not the usual one; null if it is.'),
});

export const PopularPin = PinRow.pick({
  _id: true,
  title: true,
  image_url: true,
  saves: true,
  repin_count: true,
  saves_growth_last_90_days: true,
  saves_read_on: true,
}).meta({
  id: 'PopularPin',
  description: 'A pin on the wall of the home page.',
});
export type PopularPin = Output<typeof PopularPin>;

export const CatalogStats = CatalogTotals.extend({
  screen_orders: z
    .object(fieldsOf(variants, ScreenOrder))
    .describe('The order of each list on the website, which falls back where few rows have a value. The default of `order_by` does not.'),
  filters: z
    .object(fieldsOf(variants, z.array(z.enum(filterNames))))
    .describe('The filters that any row of the list has data for, as of the last import.'),
  recent_orders: z
    .object(fieldsOf(variants, z.array(z.enum(orderNames))))
    .describe(
      'The orders by growth under which a list on the website has `read=90d` by default, because at least 30 of its rows were read in that time. The default of `read` does not.',
    ),
  sparse_orders: z
    .object(fieldsOf(variants, z.array(z.enum(orderNames))))
    .describe('The orders that fewer than a tenth of the rows have a value for: the website leaves out their columns by default.'),
  numbers_as_of: z
    .object(fieldsOf(variants, z.iso.date().nullable()))
    .describe('By list, the day of the newest reading, if that is more than seven days ago; null while its numbers are fresh.'),
  has_group_boards: z.boolean().describe('Whether any board has collaborators.'),
  free_searches: z.int().describe('How many keyword searches a day (UTC) confirmed accounts without Premium have; 0 for none.'),
  popular_pins: z
    .array(PopularPin)
    .describe(
      'Up to ten pins with pictures, those with the most momentum first; none whose gain is "One jump". The most repinned where none grows. For everyone.',
    ),
}).meta({ id: 'CatalogStats', description: 'The size of the catalog, and what suits it; at most a minute old.' });
export type CatalogStats = Output<typeof CatalogStats>;

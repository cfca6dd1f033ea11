import { z } from 'zod';
import { parseComparedKeywords } from '#domain/keywords/compared-keywords';
import { competitionLevels } from '#domain/keywords/competition';
import { type KeywordFilterName, type KeywordFilterValues, namedKeywordFilters } from '#domain/keywords/keyword-filters';
import { keywordOrderNames } from '#domain/keywords/keyword-orders';
import { MAX_KEYWORD_LENGTH } from '#domain/keywords/keywords';
import { catalogSearch, filterParameter, oneOf } from '#domain/catalog/contract';
import { isStorable, NOT_STORABLE } from '#domain/catalog/filters/filter-values';
import { BoardRow, PinnerRow, PinRow } from '#domain/catalog/list-contract';
import { SPARKLINE_POINTS } from '#domain/catalog/rows/sparkline';
import { confidences, trends } from '#domain/catalog/momentum';
import type { Output } from '#domain/endpoint';
import { MAX_COMPARED } from '#domain/subscriptions/entitlements';

const { query, page, per_page } = catalogSearch('pins').shape;

type FilterParameters = { readonly [N in KeywordFilterName]: z.ZodOptional<z.ZodType<NonNullable<KeywordFilterValues[N]>, string>> };

const filterShape = Object.fromEntries(
  namedKeywordFilters.map(([name, filter]) => [name, filterParameter(filter)]),
) as unknown as FilterParameters;

/** The query string of the list of keywords. */
export const KeywordQuery = z.object({
  query: query.describe('Only keywords with a word that begins with each of these words: `ban` finds banana bread.'),
  order_by: oneOf(keywordOrderNames)
    .optional()
    .describe(
      'Highest first, but competition lowest first. By default `opportunity` with Premium where it is known of any keyword, else `pins`.',
    ),
  page,
  per_page,
  ...filterShape,
});
export type KeywordQuery = Output<typeof KeywordQuery>;

/** A keyword in a path, in any spelling. */
export const KeywordText = z
  .string()
  .min(1)
  .max(MAX_KEYWORD_LENGTH, `must be at most ${MAX_KEYWORD_LENGTH} characters`)
  .refine(isStorable, NOT_STORABLE)
  .describe('The keyword, in any spelling.');

const number = z.number().nullable();
const share = z.number().min(0).max(1).nullable();
const count = z.int();

export const KeywordRow = z
  .object({
    keyword: z.string().describe('The most frequent spelling, in lower case.'),
    pins: count.describe('The pins that have it as a topic, a search, or a word.'),
    boards: count.describe('The boards that have it as a topic, or in their name.'),
    saves: count.nullable().describe('The known saves of its pins together.'),
    saves_per_pin: number.describe('The median of the known saves of its pins.'),
    competition: number.describe('0 to 100, from the saves of its ten most saved pins.'),
    competition_level: z.enum(competitionLevels).nullable(),
    momentum_score: number.describe('0 to 100: the published score of the daily sum of saves of its pins, over 90 days.'),
    trend: z.enum(trends).nullable(),
    growth_percent: number.describe('The growth of this sum over 90 days.'),
    confidence: z.enum(confidences),
    peak_month: z
      .int()
      .min(1)
      .max(12)
      .nullable()
      .describe(
        'The month in which most of its pins were created, 1 for January; null where none stands out by more than chance in more than one year, or the creation of fewer than half, or of fewer than 50, is known.',
      ),
    fresh: share.describe(
      'The share of its pins that were created in the last 90 days; null where the creation of fewer than half is known.',
    ),
    sparkline: z
      .string()
      .length(SPARKLINE_POINTS)
      .nullable()
      .describe('This sum over the last 90 days, in the form of `sparkline` in lists of pins; null with fewer than two readings.'),
    volume: count
      .nullable()
      .describe('How often it is searched for a month, by the newest imported volume. Of another tool, and in no score.'),
    volume_source: z.string().nullable().describe('The tool that counted the volume.'),
    volume_region: z.string().nullable(),
    volume_on: z.iso.date().nullable().describe('The day of the volume.'),
    interest: z
      .string()
      .nullable()
      .describe(
        'Imported search interest of 52 weeks up to `interest_to`, oldest first, such as `12 15 - 20`: `-` is a week without a value.',
      ),
    interest_source: z.string().nullable().describe('The tool, or the file, of this curve: that with the most points.'),
    interest_region: z.string().nullable(),
    interest_to: z.iso.date().nullable().describe('The last day of this curve.'),
    rise_on: z.iso.date().nullable().describe('When its searches rise next, by its imported search interest; null without a season.'),
    publish_by: z.iso.date().nullable().describe('The day to publish pins by: the rise minus the lead time.'),
    opportunity: number.exactOptional().describe('0 to 100; only with Premium.'),
  })
  .meta({ id: 'KeywordRow', description: 'A keyword with its figures, counted in this catalog. Unknown values are null.' });
export type KeywordRow = Output<typeof KeywordRow>;

const as_of = z.iso.datetime().nullable().describe('When the keywords were counted; null before the first night.');

export const KeywordPage = z
  .object({
    keywords: z.array(KeywordRow),
    total: count,
    page: count,
    order_by: z.enum(keywordOrderNames),
    counted_pins: count.describe('The pins of the catalog when the keywords were counted.'),
    as_of,
  })
  .meta({ id: 'KeywordPage' });
export type KeywordPage = Output<typeof KeywordPage>;

const RelatedKeyword = KeywordRow.extend({
  common_pins: count,
  common_share: z.number().min(0).max(1).describe('The share of the pins of this page’s keyword that have both.'),
}).meta({ id: 'RelatedKeyword', description: 'A keyword that is on the same pins more often than chance says.' });

export const Keyword = KeywordRow.extend({
  known_pins: count.describe('The pins with known saves.'),
  measured_pins: count.describe('The pins with at least two readings, which momentum is measured with.'),
  competition_reason: z.string(),
  season: z
    .array(z.number())
    .length(12)
    .nullable()
    .describe(
      'The share of its pins by the month of their creation, January first; null where the creation of fewer than half, or of fewer than 50, is known.',
    ),
  related: z.array(RelatedKeyword).exactOptional().describe('The most surprising first; only with Premium.'),
  top_pins: z.array(PinRow).describe('Its most saved pins.'),
  top_boards: z.array(BoardRow).describe('The boards with the most saves on its pins.'),
  top_pinners: z.array(PinnerRow).describe('The pinners with the most saves on its pins.'),
  as_of,
}).meta({ id: 'Keyword', description: 'Everything that is counted of a keyword.' });
export type Keyword = Output<typeof Keyword>;

const UncountedKeyword = z
  .object({ pins: z.null() })
  .meta({ id: 'UncountedKeyword', description: 'A keyword of fewer than five pins that has imported search interest.' });

export const KeywordAnswer = z.union([Keyword, UncountedKeyword]);
export type KeywordAnswer = Output<typeof KeywordAnswer>;

const region = z.string().nullable().describe('Where it was searched for; null if the source does not say.');

const InterestCurve = z
  .object({
    region,
    points: z.array(z.object({ date: z.iso.date(), value: count })).describe('Oldest first.'),
    sources: z.array(z.object({ name: z.string().describe('What the file says, else its name.'), imported_at: z.iso.datetime() })),
  })
  .meta({ id: 'InterestCurve', description: 'The search interest of a keyword in one region, on the scale of one tool.' });

export type InterestCurve = Output<typeof InterestCurve>;

const KeywordVolume = z
  .object({
    source: z.string().describe('The tool that counted, or the name of the file.'),
    region,
    date: z.iso.date(),
    volume: count.nullable().describe('How often it is searched for a month, by this tool; null if it does not say.'),
    notes: z.array(z.object({ name: z.string(), value: z.string() })).describe('What else the tool says.'),
  })
  .meta({ id: 'KeywordVolume', description: 'What a tool says about a keyword in one region, as of a day.' });
export type KeywordVolume = Output<typeof KeywordVolume>;

const Season = z
  .object({
    state: z
      .enum(['known', 'even', 'short'])
      .describe('`even`: no week stands out. `short`: fewer than 50 weekly values in the newest 52 weeks.'),
    weeks: count.nullable().describe('The weekly values, where they are too few.'),
    region,
    source: z.string(),
    curve_to: z.iso.date().describe('The last day of the curve.'),
    rise_on: z.iso.date().nullable(),
    publish_by: z.iso.date().nullable(),
  })
  .meta({ id: 'KeywordSeason', description: 'When the searches for a keyword rise next, by its first curve.' });
export type KeywordSeason = Output<typeof Season>;

export const KeywordInterest = z
  .object({
    curves: z.array(InterestCurve).describe('The one with the most points first, then the one with the highest sum.'),
    volumes: z.array(KeywordVolume).describe('The newest first; older ones are kept.'),
    season: Season.nullable().describe('The season of the first curve; null without one.'),
    lead_days: count.describe('How many days before the rise pins are to be published.'),
  })
  .meta({
    id: 'KeywordInterest',
    description: 'What files say about how much a keyword is searched for. Nothing of it is counted in this catalog.',
  });
export type KeywordInterest = Output<typeof KeywordInterest>;
export type RelatedKeyword = Output<typeof RelatedKeyword>;

/** The keywords of a comparison, separated by commas. */
export const ComparedKeywordsQuery = z.object({
  keywords: z
    .string()
    .refine(isStorable, NOT_STORABLE)
    .transform(parseComparedKeywords)
    .refine(
      ({ length }) => length > 0 && length <= MAX_COMPARED,
      `must be 1 to ${MAX_COMPARED} keywords of at most ${MAX_KEYWORD_LENGTH} characters, separated by commas`,
    )
    .describe(`Up to ${MAX_COMPARED} keywords in any spelling, separated by commas; a comma within a keyword is written \`%2C\`.`),
});
export type ComparedKeywordsQuery = Output<typeof ComparedKeywordsQuery>;

export const KeywordComparison = z
  .object({
    keywords: z.array(
      z.object({
        keyword: z.string(),
        is_known: z.boolean().describe('Whether it was counted in this catalog, or imported.'),
        figures: KeywordRow.nullable().describe('Null: fewer than five pins have it.'),
        interest: KeywordInterest,
      }),
    ),
  })
  .meta({ id: 'KeywordComparison', description: 'Keywords side by side.' });
export type KeywordComparison = Output<typeof KeywordComparison>;

import { z } from 'zod';
import { type Metric, metricsOf, periods } from '#domain/catalog/metrics';
import {
  DEFAULT_PER_PAGE,
  DEFAULT_SORT,
  defaultOrder,
  entityOf,
  MAX_PER_PAGE,
  MOMENTUM_ORDER,
  type OrderBy,
  orderings,
  sorts,
  type Variant,
  variants,
} from '#domain/catalog/variants';
import { MAX_QUERY_WORDS, queryWords } from '#domain/catalog/search-terms';

export const MAX_QUERY_LENGTH = 100;
export const MAX_ID_LENGTH = 300;

const wholeNumberParameter = (max: number, fallback: number, description: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1')
    .default(String(fallback))
    .transform(Number)
    .refine((value) => value <= max, `must be at most ${max}`)
    .meta({ description, type: 'integer', minimum: 1, maximum: max });

const oneOf = <const T extends string>(values: readonly T[]) => z.enum(values, `must be one of ${values.join(', ')}`);

/** Text of people: no NUL, no lone surrogate, both of which no store takes. */
const isWellFormed = (text: string) =>
  !text.includes('\0') && !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);

const Keywords = z
  .string('must be one text')
  .max(MAX_QUERY_LENGTH, `must be at most ${MAX_QUERY_LENGTH} characters`)
  .refine(isWellFormed, 'has a character that is not text')
  .refine((text) => queryWords(text).length <= MAX_QUERY_WORDS, `must be at most ${MAX_QUERY_WORDS} words`)
  .transform((text) => (text.trim() === '' ? undefined : text))
  .optional()
  .describe(`Keywords, all of which must match; at most ${MAX_QUERY_WORDS} words.`);

/** The query string of a list; what it does not name keeps the spec's defaults, unknown parameters are ignored. */
export const catalogSearch = (variant: Variant) =>
  z.object({
    query: Keywords,
    order_by: oneOf<OrderBy>([...orderings[variant].map((ordering) => ordering.value), MOMENTUM_ORDER])
      .default(defaultOrder[variant])
      .describe('What the rows are ordered by.'),
    sort: oneOf(sorts).default(DEFAULT_SORT).describe('Highest or lowest first.'),
    per_page: wholeNumberParameter(MAX_PER_PAGE, DEFAULT_PER_PAGE, 'Rows on a page.'),
    page: wholeNumberParameter(9_999_999, 1, 'Which page.'),
    metric: oneOf<Metric>(metricsOf[entityOf[variant]])
      .optional()
      .describe(`What momentum is of; only order_by=${MOMENTUM_ORDER} reads it.`),
    period: oneOf(periods).optional().describe(`What momentum is over; only order_by=${MOMENTUM_ORDER} reads it.`),
    use_momentum: oneOf(['true', 'false']).optional().describe('The home lists send true; it changes nothing else.'),
  });

/** An entity's id in a path: any text without white space or control characters; ids of importers may hold `:` and `/`. */
export const EntityId = z
  .string()
  .min(1)
  .max(MAX_ID_LENGTH, `must be at most ${MAX_ID_LENGTH} characters`)
  .regex(/^[^\s\p{C}]+$/u, 'has a character that no id has')
  .describe('The `_id` of a row; colons and slashes in it are percent-encoded.');

/** Which of the lists, in a path. */
export const ListName = oneOf(variants).describe('Which list.');

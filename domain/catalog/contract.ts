import { z } from 'zod';
import { describeFilterValue, parseFilterValue, isStorable, NOT_STORABLE } from '#domain/catalog/filters/filter-values';
import { type FilterName, filtersOf, type FilterValues } from '#domain/catalog/filters/filters';
import type { Filter } from '#domain/catalog/filters/filter-kinds';
import { type Metric, metricsOf, periods } from '#domain/catalog/metrics';
import { MAX_QUERY_WORDS } from '#domain/catalog/keywords/search-terms';
import { queryWords } from '#domain/catalog/keywords/words';
import { BEST_MATCH_ORDER, DEFAULT_SORT, defaultOrder, MOMENTUM_ORDER, type OrderBy, orderings, sorts } from '#domain/catalog/orders';
import { DEFAULT_PER_PAGE, entityOf, MAX_PER_PAGE, MAX_QUERY_LENGTH, type Variant, variants } from '#domain/catalog/variants';
import type { Output } from '#domain/endpoint';
import { memoize } from '#domain/memoize';

/** One of these values; anything else names them. */
export const oneOf = <const T extends string>(values: readonly T[]) => z.enum(values, `must be one of ${values.join(', ')}`);

const wholeNumberParameter = (max: number, fallback: number, description: string) =>
  z
    .string()
    .refine((text) => /^[1-9]\d*$/.test(text) && Number(text) <= max, `must be a whole number from 1 to ${max}`)
    .default(String(fallback))
    .transform(Number)
    .meta({ description, type: 'integer', minimum: 1, maximum: max });

const Keywords = z
  .string('must be one text')
  .max(MAX_QUERY_LENGTH, `must be at most ${MAX_QUERY_LENGTH} characters`)
  .refine(isStorable, NOT_STORABLE)
  .refine((text) => queryWords(text).length <= MAX_QUERY_WORDS, `must be at most ${MAX_QUERY_WORDS} words`)
  .transform((text) => (text.trim() === '' ? undefined : text))
  .optional()
  .describe(`Keywords, all of which must match; up to ${MAX_QUERY_WORDS} words.`);

/** The parameter of a filter; invalid values are issues, and values that exclude nothing are undefined. */
export const filterParameter = (filter: Filter) =>
  z
    .string('must be one text')
    .transform((text, context) => {
      const parsed = parseFilterValue(filter, text);
      if ('value' in parsed) return parsed.value;
      context.addIssue({ code: 'custom', message: parsed.reason });
      return z.NEVER;
    })
    .optional()
    .describe([`${filter.label}.`, filter.description, describeFilterValue(filter)].filter(Boolean).join(' '));

type FilterParameters = { readonly [N in FilterName]: z.ZodOptional<z.ZodType<NonNullable<FilterValues[N]>, string>> };

/** The parameters of a list's filters. The type has those of all lists, since all are optional. */
export const filterShape = (variant: Variant) =>
  Object.fromEntries(filtersOf(variant).map(([name, filter]) => [name, filterParameter(filter)])) as unknown as FilterParameters;

/** Fields that rows have only if they are asked for. */
const rowExtras = ['sparkline', 'momentum_score', 'growth_last_30_days', 'snippet'] as const;
export type RowExtra = (typeof rowExtras)[number];

const RowExtrasParameter = z
  .string('must be one text')
  .transform((text) => [...new Set(text.split(','))].sort())
  .refine((names) => names.every((name) => rowExtras.some((extra) => extra === name)), `must be one or more of ${rowExtras.join(', ')}`)
  .transform((names) => names as RowExtra[])
  .optional()
  .describe(`Fields to add to the rows, with commas between them: ${rowExtras.join(', ')}. Only sparkline and snippet are free.`);

const BEST_MATCH_SENTENCE = `${BEST_MATCH_ORDER}, with keywords only, has the best match first whatever \`sort\` is: rows with the keywords as a phrase in the name, then with all of them in the name, then the others; among these, by the sum of the weights of the fields that each word is in (name 4, topics and queries 2, owner 2, description 1); equal matches by momentum, then by _id. Without keywords, it is the default order.`;

/**
 * The query string of a list. Missing parameters have the spec's defaults; unknown ones are ignored. Each is made once, because making one and
 * its first use take longer than reading a page.
 */
export const catalogSearch = memoize(
  (variant: Variant) =>
    z.object({
      query: Keywords,
      order_by: oneOf<OrderBy>([...orderings[variant].map(({ value }) => value), MOMENTUM_ORDER, BEST_MATCH_ORDER])
        .default(defaultOrder[variant])
        .describe(`The column that the rows are ordered by. ${BEST_MATCH_SENTENCE}`),
      sort: oneOf(sorts).default(DEFAULT_SORT).describe('Highest or lowest first.'),
      per_page: wholeNumberParameter(MAX_PER_PAGE, DEFAULT_PER_PAGE, 'Rows per page.'),
      page: wholeNumberParameter(9_999_999, 1, 'The page number.'),
      metric: oneOf<Metric>(metricsOf[entityOf[variant]])
        .optional()
        .describe(`The metric of order_by=${MOMENTUM_ORDER} and of the filter momentum.`),
      period: oneOf(periods).optional().describe(`The period of order_by=${MOMENTUM_ORDER} and of the filter momentum.`),
      with: RowExtrasParameter,
      use_momentum: oneOf(['true', 'false']).optional().describe('Sent by the home page; has no other effect.'),
      ...filterShape(variant),
    }),
  variants.length,
);
export type CatalogSearch = Output<ReturnType<typeof catalogSearch>>;

/** The name of a list in a path. */
export const ListName = oneOf(variants).describe('The list.');

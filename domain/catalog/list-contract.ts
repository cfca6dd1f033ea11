import { z } from 'zod';
import { type Column, type ColumnKind, type KindOf, type ListedField, listedFields } from '#domain/catalog/columns';
import { snippetFields } from '#domain/catalog/keywords/snippet';
import { MAX_BOARD_PICTURES } from '#domain/catalog/picture';
import { checkMarks, checkRules, type CheckRule } from '#domain/catalog/rows/checks';
import { SPARKLINE_POINTS } from '#domain/catalog/rows/sparkline';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import type { Output } from '#domain/endpoint';

const allCheckRules = [...new Set<CheckRule>(entityTypes.flatMap((entity): readonly CheckRule[] => checkRules[entity]))];

const nullableText = z.string().nullable();
const nullableTime = z.iso.datetime().nullable();

const valueSchemas = {
  id: nullableText,
  text: nullableText,
  texts: z.array(z.string()),
  boolean: z.boolean(),
  integer: z.int().nullable(),
  percent: z.number().nullable(),
  number: z.number().nullable(),
  share: z.number().min(0).max(1).nullable(),
  day: z.iso.date().nullable(),
  checks: z.partialRecord(z.enum(allCheckRules), z.enum(checkMarks)).nullable(),
  time: nullableTime,
  notes: z.record(z.string(), z.unknown()).nullable(),
} as const satisfies Record<ColumnKind, z.ZodType>;

type RowShape<E extends EntityType> = { [N in ListedField<E>]: (typeof valueSchemas)[KindOf<E, N>] };

/** The listed columns of an entity as the fields of its rows, except its owner's. */
function rowShape<E extends EntityType>(entity: E): RowShape<E> {
  const describe = ({ kind, description }: Column) => (description ? valueSchemas[kind].describe(description) : valueSchemas[kind]);
  return Object.fromEntries(listedFields(entity).map(([name, column]) => [name, describe(column)])) as RowShape<E>;
}

export const Title = z
  .string()
  .describe(
    'What to call it: its name; else the username, or the first sentence of the description up to 80 characters; else where a pin leads, its board, or the owner; else the id of an influencer or its end, or “Untitled …”.',
  );

const momentum_score = z
  .number()
  .nullable()
  .exactOptional()
  .describe('Only in lists by momentum and with `with=momentum_score`: with Premium and on the home page.');

const is_gone = z.boolean().exactOptional().describe('True if its source says that it is no longer on Pinterest; else left out.');

const TextRanges = z
  .array(z.tuple([z.int().min(0), z.int().min(0)]))
  .describe('The parts that match, each as its start and end in UTF-16 code units.');

const Snippet = z
  .object({
    title: TextRanges,
    elsewhere: z
      .object({ field: z.enum(snippetFields), text: z.string(), ranges: TextRanges })
      .nullable()
      .describe('The first text with a word that the title does not have, cut to the words around it; null if the title has all of them.'),
  })
  .meta({ id: 'Snippet', description: 'Where a row matches the keywords.' });

/** The fields of `with`. */
const extras = {
  sparkline: z
    .string()
    .length(SPARKLINE_POINTS)
    .nullable()
    .exactOptional()
    .describe(
      'Only with `with=sparkline`: the followers (of a pin, the saves) of the last 90 days, one character for the last reading of each three days. A is the lowest height, then B to Z, a to z, 0 to 9, - and _, the highest; a space is no reading. Null with fewer than two.',
    ),
  sparkline_text: z
    .string()
    .nullable()
    .exactOptional()
    .describe(
      'Only with `with=sparkline`: its first and last reading and its best day in words, without failed crawls (“Aug 27: 1,204; Nov 24: 1,530; best day Nov 3: +57”). Null with fewer than two readings.',
    ),
  growth_last_30_days: z
    .number()
    .nullable()
    .exactOptional()
    .describe('Only with `with=growth_last_30_days`: the growth of followers (of a pin, of saves) in percent.'),
  snippet: Snippet.exactOptional().describe('Only with `with=snippet` and keywords.'),
};

export const Owner = z
  .object({ _id: nullableText, username: nullableText })
  .meta({ id: 'Owner', description: 'The creator of a board or a pin. Unknown values are null.' });
export type Owner = Output<typeof Owner>;

const pictures = z
  .array(z.string())
  .max(MAX_BOARD_PICTURES)
  .describe('The pictures of its most saved pins, at most four, if it has no `image_url`; else empty.');

export const BoardRow = z
  .object({ _id: z.string(), title: Title, ...rowShape('board'), pinner: Owner, pictures, momentum_score, is_gone, ...extras })
  .meta({ id: 'BoardRow', description: 'A board in a list. Times are ISO 8601 in UTC; unknown values are null.' });
export type BoardRow = Output<typeof BoardRow>;

export const PinnerRow = z
  .object({ _id: z.string(), title: Title, ...rowShape('pinner'), momentum_score, is_gone, ...extras })
  .meta({ id: 'PinnerRow', description: 'A pinner in a list. Times are ISO 8601 in UTC; unknown values are null.' });
export type PinnerRow = Output<typeof PinnerRow>;

export const PinRow = z
  .object({ _id: z.string(), title: Title, ...rowShape('pin'), pinner: Owner, momentum_score, is_gone, ...extras })
  .meta({ id: 'PinRow', description: 'A pin in a list. Times are ISO 8601 in UTC; unknown values are null.' });
export type PinRow = Output<typeof PinRow>;

export const KeywordMatch = z
  .object({
    how: z
      .enum(['whole', 'beginning', 'nearest'])
      .describe(
        '`whole`: every word matched exactly. `beginning`: the last word matched as a prefix, which covers the most frequent words with that prefix: 5 for one letter, 15 for two, 50 for more. `nearest`: nothing matched, so the closest known words were searched.',
      ),
    searched_for: z.string().describe('The words that were searched.'),
  })
  .meta({
    id: 'KeywordMatch',
    description: 'How the keywords matched.',
  });
export type KeywordMatch = Output<typeof KeywordMatch>;

const Page = z.object({
  total: z.int(),
  page: z.int(),
  as_of: nullableTime.describe('When the list was ordered; null when it is ordered for each request.'),
  match: KeywordMatch.exactOptional().describe('Only with keywords.'),
});
/** The fields of a list response besides its rows. */
export type Page = Output<typeof Page>;

export const BoardPage = Page.extend({ boards: z.array(BoardRow) }).meta({ id: 'BoardPage' });
export type BoardPage = Output<typeof BoardPage>;

export const PinnerPage = Page.extend({ pinners: z.array(PinnerRow) }).meta({ id: 'PinnerPage' });
export type PinnerPage = Output<typeof PinnerPage>;

export const PinPage = Page.extend({ pins: z.array(PinRow) }).meta({ id: 'PinPage' });
export type PinPage = Output<typeof PinPage>;

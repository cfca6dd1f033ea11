import { z } from 'zod';
import { KeywordRow, KeywordText } from '#domain/keywords/contract';
import { oneOf } from '#domain/catalog/contract';
import { EntityId } from '#domain/catalog/rows/row-ids-contract';
import { isStorable, NOT_STORABLE } from '#domain/catalog/filters/filter-values';
import { BoardRow } from '#domain/catalog/list-contract';
import { entityTypes, variants } from '#domain/catalog/variants';
import { MAX_SAVED_KEYWORDS_PER_REQUEST } from '#domain/watching/watch-limits';
import { MAX_SEARCH_LENGTH } from '#domain/watching/saved-searches';
import { DEFAULT_LIST, MAX_LIST_NAME_LENGTH, MAX_NOTE_LENGTH } from '#domain/watching/watchlists';
import type { Output } from '#domain/endpoint';
import { oneLine } from '#domain/site/one-line';

/** Text that a user typed. */
const typedText = (maxLength: number, clean = (text: string) => text) =>
  z
    .string('must be a text')
    .refine(isStorable, NOT_STORABLE)
    .transform((text) => clean(text).trim())
    .refine((text) => text.length <= maxLength, `must be at most ${maxLength} characters`)
    .meta({ maxLength });

const ListTitle = typedText(MAX_LIST_NAME_LENGTH, oneLine)
  .refine((name) => name !== '', 'must not be empty')
  .describe('The name of the list.');

const Note = typedText(MAX_NOTE_LENGTH).describe(`Your note, up to ${MAX_NOTE_LENGTH} characters.`);

const idMessage = 'must be the id of a watchlist';
export const WatchlistId = z.uuid(idMessage).describe('The `_id` of a watchlist.');
export const WatchlistIdOrDefault = z.union([z.literal(DEFAULT_LIST), z.uuid(idMessage)], idMessage).meta({
  description: `The \`_id\` of a watchlist, or \`${DEFAULT_LIST}\` for your oldest one, which is created if you have none.`,
  examples: [DEFAULT_LIST],
});
export const WatchedItemId = z.uuid('must be the id of a watched item').describe('The `_id` of an item of the list.');

export const WatchlistName = z.strictObject({ name: ListTitle });
export type WatchlistName = z.infer<typeof WatchlistName>;

export const ItemToWatch = z.strictObject({
  entity: oneOf(entityTypes).describe('What it is.'),
  entity_id: EntityId.describe('The `_id` of the board, pinner, or pin.'),
  note: Note.default(''),
});
export type ItemToWatch = z.infer<typeof ItemToWatch>;

export const ItemNote = z.strictObject({ note: Note });
export type ItemNote = z.infer<typeof ItemNote>;

export const WatchedItemKey = z
  .object({ _id: z.string(), watchlist_id: z.string(), entity: z.enum(entityTypes), entity_id: z.string() })
  .meta({ id: 'WatchedItemKey', description: 'Says that an entity is in a watchlist.' });
export type WatchedItemKey = Output<typeof WatchedItemKey>;

export const Watchlist = z
  .object({ _id: z.string(), name: z.string(), items: z.array(WatchedItemKey) })
  .meta({ id: 'Watchlist', description: 'A list of what you watch.' });
export type Watchlist = Output<typeof Watchlist>;

const nullableCount = z.int().nullable();

export const WatchedItem = z
  .object({
    _id: z.string(),
    entity: z.enum(entityTypes),
    entity_id: z.string(),
    title: z.string(),
    owner: z.string().nullable().describe('The username of its creator; null for an influencer, or if it is unknown.'),
    image_url: z.string().nullable(),
    pictures: BoardRow.shape.pictures,
    sparkline: BoardRow.shape.sparkline.unwrap().describe('`value` over the last 90 days, as in lists with `with=sparkline`.'),
    value: nullableCount.describe('Followers; saves of a pin.'),
    growth_last_90_days: z.number().nullable().describe('The growth of `value` in percent.'),
    read_on: z.iso.date().nullable().describe('The UTC day of the last reading of `value`; its growth is up to this day.'),
    momentum_score: z.number().nullable().exactOptional().describe('Only with Premium.'),
    note: z.string(),
    added_on: z.iso.date().describe('The UTC day on which you added it.'),
    added_value: nullableCount.describe('`value` on that day.'),
    is_gone: z.boolean().describe('True when it is no longer found on Pinterest or in the catalog; then it has no figures.'),
  })
  .meta({ id: 'WatchedItem', description: 'Something you watch, with its current figures.' });
export type WatchedItem = Output<typeof WatchedItem>;

export const WatchlistDetail = z
  .object({ _id: z.string(), name: z.string(), items: z.array(WatchedItem) })
  .meta({ id: 'WatchlistDetail', description: 'A watchlist, the newest items first.' });
export type WatchlistDetail = Output<typeof WatchlistDetail>;

export const Watching = z
  .object({
    watchlists: z.array(Watchlist),
    limits: z.object({ lists: z.int(), items_per_list: z.int() }).describe('What your plan allows.'),
  })
  .meta({ id: 'Watching', description: 'All your watchlists.' });
export type Watching = Output<typeof Watching>;

export const SavedSearchId = z.uuid('must be the id of a saved search').describe('The `_id` of a saved search.');

export const SearchToSave = z.strictObject({
  name: ListTitle.describe('The name of the search.'),
  variant: oneOf(variants).describe('The list.'),
  query: typedText(MAX_SEARCH_LENGTH).describe(
    'The query string of the list, such as `topic=recipes&order_by=saves`; the page is ignored.',
  ),
});
export type SearchToSave = z.infer<typeof SearchToSave>;

export const SavedSearch = z
  .object({
    _id: z.string(),
    name: z.string(),
    variant: z.enum(variants),
    query: z.string().describe('The query string of the list.'),
    seen_at: z.iso.datetime().describe('When you last opened it.'),
    new_count: z
      .int()
      .nullable()
      .describe('The number of matching rows that were added since then; null if your plan no longer includes the search.'),
  })
  .meta({ id: 'SavedSearch', description: 'A search that you saved.' });
export type SavedSearch = Output<typeof SavedSearch>;

export const KeywordsToSave = z.strictObject({
  keywords: z
    .array(KeywordText, 'must be a list of keywords')
    .min(1, 'must name a keyword')
    .max(MAX_SAVED_KEYWORDS_PER_REQUEST, `must be at most ${MAX_SAVED_KEYWORDS_PER_REQUEST} keywords`),
});
export type KeywordsToSave = Output<typeof KeywordsToSave>;

export const SavedKeywordList = z
  .object({
    keywords: z.array(
      z.object({
        keyword: z.string(),
        saved_at: z.iso.datetime(),
        figures: KeywordRow.nullable().describe('Null while fewer than five pins have it.'),
      }),
    ),
    limit: z.int().describe('How many you may save.'),
  })
  .meta({ id: 'SavedKeywordList', description: 'Your saved keywords, the newest first.' });
export type SavedKeywordList = Output<typeof SavedKeywordList>;

import { z } from 'zod';
import { KeywordRow } from '#domain/keywords/contract';
import { SavedKeywordList, SavedSearch, WatchedItem } from '#domain/watching/contract';
import { MAX_SITE_LENGTH, MAX_TOPIC_LENGTH, MAX_TOPICS } from '#domain/watching/today/interests';
import { MAX_DAYS_BACK, PUBLISH_SOON_DAYS } from '#domain/watching/today/today';
import { isStorable, NOT_STORABLE } from '#domain/catalog/filters/filter-values';
import { BoardRow, PinnerRow, PinRow } from '#domain/catalog/list-contract';
import { parseDay } from '#domain/days';
import type { Output } from '#domain/endpoint';

const Topic = z
  .string('must be texts')
  .max(MAX_TOPIC_LENGTH, `must be at most ${MAX_TOPIC_LENGTH} characters each`)
  .refine(isStorable, NOT_STORABLE)
  .refine((topic) => topic.trim() !== '', 'must not be empty');

export const TopicsToSave = z.strictObject({
  topics: z.array(Topic, 'must be a list of topics').max(MAX_TOPICS, `must be at most ${MAX_TOPICS}`).describe('What you pin about.'),
});
export type TopicsToSave = z.infer<typeof TopicsToSave>;

export const UserTopics = z
  .object({ topics: z.array(z.string()).describe('As the filter `topic` compares them.') })
  .meta({ id: 'UserTopics', description: 'What you pin about.' });
export type UserTopics = Output<typeof UserTopics>;

export const TopicSuggestions = z
  .object({
    topics: z.array(
      z.object({
        topic: z.string(),
        pins: z.int().describe('Of the 50,000 most saved pins, how many have it.'),
        pictures: z.array(z.string()).describe('Of its most saved pins; at most three.'),
      }),
    ),
  })
  .meta({ id: 'TopicSuggestions', description: 'The topics that most pins have.' });
export type TopicSuggestions = Output<typeof TopicSuggestions>;

export const SiteToSave = z.strictObject({
  site: z
    .string('must be a text')
    .max(MAX_SITE_LENGTH, `must be at most ${MAX_SITE_LENGTH} characters`)
    .refine(isStorable, NOT_STORABLE)
    .describe('The address of your site, or your Pinterest user name; an empty text removes it.'),
});
export type SiteToSave = z.infer<typeof SiteToSave>;

export const OwnSite = z
  .object({
    site: z
      .string()
      .nullable()
      .describe('The host of your site, or a user name after `@`; null if you gave none and no linked account has one.'),
    pins: z.int().describe('The pins of the catalog that lead to it, or that are yours.'),
    saves: z.int().nullable().describe('Their known saves together.'),
    top_pins: z.array(PinRow).describe('The most saved ones; at most five.'),
  })
  .meta({ id: 'OwnSite', description: 'Your own pins in the catalog.' });
export type OwnSite = Output<typeof OwnSite>;

export const FollowSuggestions = z
  .object({
    boards: z.array(BoardRow).describe('Boards that pass the most checks, of your topics; at most five.'),
    pinners: z.array(PinnerRow).describe('At most five: first up to three that are similar to you.'),
    rivals: z.int().describe('How many of these influencers are similar to you.'),
    are_of_topics: z.boolean().describe('False without topics: then the others are of the whole catalog.'),
  })
  .meta({ id: 'FollowSuggestions', description: 'What you could follow.' });
export type FollowSuggestions = Output<typeof FollowSuggestions>;

export const TodayQuery = z.object({
  since: z
    .string()
    .refine((text) => parseDay(text) !== null, 'must be a day such as 2026-08-23')
    .optional()
    .describe(`The UTC day from which changes are counted, of the last ${MAX_DAYS_BACK} days; else seven days ago.`),
});
export type TodayQuery = Output<typeof TodayQuery>;

const TodayItem = WatchedItem.omit({ _id: true, note: true, added_on: true, added_value: true })
  .extend({
    change: z.number().nullable().describe('The change since the day, in percent; null without a reading on both sides of it.'),
    jumped_on: z.iso.date().nullable().describe('The day of the largest step of "One jump", else null.'),
  })
  .meta({ id: 'TodayItem', description: 'Something that you watch, with its change since a day.' });
export type TodayItem = Output<typeof TodayItem>;

const count = z.int();

export const Today = z
  .object({
    is_new: z.boolean().describe('True until you have chosen topics, or chosen none, or watch something.'),
    since: z.iso.date().describe('The UTC day from which changes are counted.'),
    watched: z.object({
      total: count,
      rising: count,
      falling: count,
      unchanged: count,
      unknown: count,
      old: count.describe('Over 90 days: those that were not read in these.'),
      gone: count,
      is_over_90_days: z
        .boolean()
        .describe('True where nothing was read since the day: then the counts are those of the growth over 90 days.'),
      alerts: count.describe('The alerts since the day.'),
      movers: z.array(TodayItem).describe('What moved most; at most five.'),
    }),
    topics: UserTopics.shape.topics,
    rising_pins: z.array(PinRow).describe('Pins with your topics that rise: by momentum with Premium, else by growth.'),
    other_pins: z.array(PinRow).describe('Where none is known to rise: the most repinned pins with your topics and a picture.'),
    keywords: z
      .array(
        KeywordRow.extend({ peak_month: z.int().min(1).max(12).nullable().describe('The month of most pins; null without a season.') }),
      )
      .describe('Keywords of your topics that are not locked and in or before their season; at most five.'),
    site: OwnSite,
    saved_searches: z.array(SavedSearch),
    saved_keywords: SavedKeywordList.shape.keywords.describe(
      `Those to publish within ${PUBLISH_SOON_DAYS} days, then those whose saves changed most; at most five.`,
    ),
    linked_accounts: count,
  })
  .meta({ id: 'Today', description: 'What is new for you.' });
export type Today = Output<typeof Today>;

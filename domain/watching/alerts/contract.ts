import { z } from 'zod';
import { oneOf } from '#domain/catalog/contract';
import { directions, type Measure, measures, ruleFaults, thresholdBounds } from '#domain/watching/alerts/rules';
import { SavedSearchId, WatchedItemId, WatchlistId } from '#domain/watching/contract';
import { periods } from '#domain/catalog/metrics';
import { entityTypes } from '#domain/catalog/variants';
import type { Output } from '#domain/endpoint';

const ruleId = 'must be the id of an alert rule';
export const AlertRuleId = z.uuid(ruleId).describe('The `_id` of an alert rule.');

/** How many alerts are shown. */
export const MAX_SHOWN_ALERTS = 50;

/** What each measure looks at, in the API documentation. */
const measureMeanings: Readonly<Record<Measure, string>> = {
  growth: "the growth of followers, or of a pin's saves",
  momentum: "the momentum of followers, or of a pin's saves",
  count: 'the followers of boards and influencers, or the saves of pins',
  stale: 'the days in which a board did not change',
  jump: 'gains that are "One jump"',
  gone: 'what is no longer on Pinterest or in the catalog',
  new_match: 'the new rows of a saved search',
};
const measureMeaning = `${measures.map((measure) => `\`${measure}\`: ${measureMeanings[measure]}`).join('; ')}.`;
const measuresWithoutThreshold = measures.filter((measure) => thresholdBounds[measure] === null).map((measure) => `\`${measure}\``);

export const AlertRuleInput = z
  .strictObject({
    measure: oneOf(measures).describe(`What the rule looks at. ${measureMeaning}`),
    direction: oneOf(directions).optional().describe('`above` (default): rises to the threshold or beyond; `below`: falls to it.'),
    threshold: z
      .number('must be a number')
      .optional()
      .describe(`Percent, a score, a count, or days; not for ${measuresWithoutThreshold.join(', ')}.`),
    period: oneOf(periods).optional().describe('For `growth` only.'),
    watchlist_id: WatchlistId.optional().describe('The list whose items it is about; not for `new_match`.'),
    watched_item_id: WatchedItemId.optional().describe('Instead of a list: the one item that it is about.'),
    saved_search_id: SavedSearchId.optional().describe('The search; for `new_match` only.'),
  })
  .superRefine((input, context) => {
    for (const { field, message } of ruleFaults(input)) context.addIssue({ code: 'custom', path: [field], message });
  });
export type AlertRuleInput = z.infer<typeof AlertRuleInput>;

export const AlertRule = z
  .object({
    _id: z.string(),
    measure: z.enum(measures).describe(measureMeaning),
    direction: z.enum(directions),
    threshold: z.number().nullable(),
    period: z.enum(periods).nullable(),
    watchlist_id: z.string().nullable(),
    watched_item_id: z.string().nullable(),
    saved_search_id: z.string().nullable(),
    target_name: z.string().describe('The name of the list or search, or the title of the item.'),
    sentence: z.string().describe('When you are told, as a sentence.'),
  })
  .meta({ id: 'AlertRule', description: 'When you are told about what you watch.' });
export type AlertRule = Output<typeof AlertRule>;

export const AlertRules = z
  .object({ rules: z.array(AlertRule), limit: z.int().describe('How many your plan allows.') })
  .meta({ id: 'AlertRules', description: 'Your alert rules.' });
export type AlertRules = Output<typeof AlertRules>;

const AlertId = z.uuid('must be the id of an alert');

export const Alert = z
  .object({
    _id: z.string(),
    entity: z.enum(entityTypes),
    entity_id: z.string().nullable().describe('Null for an alert about a saved search.'),
    title: z.string().describe('The title of the entity, or the name of the search.'),
    text: z.string().describe('What happened.'),
    path: z.string().nullable().describe('The path of its screen; null when it is gone.'),
    day: z.iso.date().describe('The UTC day whose figures it is about.'),
    is_read: z.boolean(),
  })
  .meta({ id: 'Alert', description: 'Something that one of your rules told you.' });
export type Alert = Output<typeof Alert>;

export const Alerts = z
  .object({
    alerts: z.array(Alert).describe(`The last ${MAX_SHOWN_ALERTS}, newest first.`),
    unread_count: z.int().describe('How many of them are unread.'),
  })
  .meta({ id: 'Alerts', description: 'Your alerts.' });
export type Alerts = Output<typeof Alerts>;

export const AlertsToMark = z.strictObject({
  alert_ids: z
    .array(AlertId, 'must be a list of ids')
    .min(1, 'must not be empty')
    .max(MAX_SHOWN_ALERTS, `must have at most ${MAX_SHOWN_ALERTS} ids`)
    .describe('The `_id`s of the alerts. Unknown ones are ignored.'),
});
export type AlertsToMark = z.infer<typeof AlertsToMark>;

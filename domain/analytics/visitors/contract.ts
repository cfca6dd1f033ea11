import { z } from 'zod';
import { isStorable, NOT_STORABLE } from '#domain/catalog/filters/filter-values';
import { eventMetadataError, eventMetadataLimits } from '#domain/analytics/visitors/event-metadata';
import type { Output } from '#domain/endpoint';

const { keys, depth, bytes } = eventMetadataLimits;

/** The period of the site analytics. */
export const AnalyticsQuery = z.object({
  days: z
    .enum(['7', '30', '90'], 'must be 7, 30 or 90')
    .default('30')
    .describe('The number of days, including today.')
    .transform((days) => Number(days) as 7 | 30 | 90),
});
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;
export type AnalyticsDays = AnalyticsQuery['days'];

const Key = z.string('must be given once').max(200, 'must be at most 200 characters').refine(isStorable, NOT_STORABLE).optional();

/** A page or a source, by day. */
export const DailyCountsQuery = AnalyticsQuery.extend({
  page: Key.describe('A path of `top_pages`.'),
  source: Key.describe('A host of `top_referrers`; an empty one stands for direct visits.'),
}).refine(({ page, source }) => (page === undefined) !== (source === undefined), {
  path: ['page'],
  message: 'or source must be given, and not both',
});
export type DailyCountsQuery = z.infer<typeof DailyCountsQuery>;

/** `path` and `referrer` are interpreted; other keys are stored as they are. */
const Metadata = z
  .looseObject(
    {
      path: z
        .string('must be text')
        .max(1_000, 'must be at most 1000 characters')
        .startsWith('/', 'must begin with /')
        .optional()
        .describe('The viewed page.'),
      referrer: z
        .string('must be text')
        .max(1_500, 'must be at most 1500 characters')
        .optional()
        .describe('The page that linked there; only its host is stored.'),
    },
    'must be an object',
  )
  .superRefine((metadata, context) => {
    const message = eventMetadataError(metadata);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** An event that a page reports. */
export const ReportedEvent = z.strictObject({
  name: z
    .string('must be text')
    .regex(/^[a-z][a-z0-9_.:-]{0,63}$/, 'must be a lower-case word')
    .meta({ description: 'The name of the event.', examples: ['page_view'] }),
  _metadata: Metadata.optional().describe(`More about the event: up to ${keys} keys, ${depth} levels and ${bytes} bytes.`),
});
export type ReportedEvent = z.infer<typeof ReportedEvent>;

export const PeriodSummary = z
  .object({ total_events: z.int(), unique_visitors: z.int(), registered_users: z.int().describe('Sign-ups.') })
  .meta({ id: 'PeriodSummary', description: 'The totals of a period.' });
export type PeriodSummary = Output<typeof PeriodSummary>;

export const EventDay = z
  .object({ date: z.iso.date().meta({ examples: ['2026-11-21'] }), count: z.int(), visitors: z.int(), registrations: z.int() })
  .meta({ id: 'EventDay', description: 'The totals of one UTC day.' });
export type EventDay = Output<typeof EventDay>;

export const SiteAnalytics = z
  .object({
    days: z.literal([7, 30, 90]).meta({ type: 'integer' }),
    summary: PeriodSummary,
    previous: PeriodSummary.extend({
      estimated: z.boolean().describe("True when the data doesn't go back far enough and the figures are estimates."),
    }).describe('The same number of days before.'),
    events_by_type: z.record(z.string(), z.int()),
    events_by_day: z.array(EventDay),
    previous_days: z.array(EventDay).describe('The same number of days before; empty where they are estimated.'),
    top_pages: z
      .array(
        z.object({
          path: z.string(),
          title: z.string().nullable().describe('The title of the board, pinner, or pin whose page it is; null for other pages.'),
          count: z.int(),
        }),
      )
      .describe('The most viewed pages, up to 100.'),
    top_referrers: z
      .array(z.object({ referrer: z.string(), count: z.int() }))
      .describe('Hosts that sent visitors, up to 100; an empty one stands for direct visits.'),
    as_of: z.iso.datetime().describe('When the events were last aggregated.'),
  })
  .meta({
    id: 'SiteAnalytics',
    description: 'Visitor events of the requested days: today (UTC) and the days before, including days without events.',
  });
export type SiteAnalytics = Output<typeof SiteAnalytics>;

const DayCount = EventDay.pick({ date: true, count: true }).meta({ id: 'DayCount', description: 'A count of one UTC day.' });
export type DayCount = Output<typeof DayCount>;

export const DailyCounts = z
  .object({
    by_day: z.array(DayCount).describe('The requested days, without those before our first event.'),
    previous_days: z.array(DayCount).describe("The same number of days before; empty when the data doesn't go back that far."),
  })
  .meta({ id: 'DailyCounts', description: 'The views of a page, or the visits from a source.' });
export type DailyCounts = Output<typeof DailyCounts>;

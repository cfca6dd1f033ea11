import { z } from 'zod';
import { eventMetadataError, eventMetadataLimits } from '#domain/analytics/visitors/event-metadata';
import { periods } from '#domain/catalog/metrics';

/** The periods of the site analytics, in days. */
export const AnalyticsQuery = z.object({
  days: z
    .enum(['7', '30', '90'], 'must be 7, 30 or 90')
    .default('30')
    .describe('How many days, today among them.')
    .transform((days) => Number(days) as 7 | 30 | 90),
});
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;
export type AnalyticsDays = AnalyticsQuery['days'];

/** `path` and `referrer` have a meaning of their own; the rest is kept as it is. */
const Metadata = z
  .looseObject(
    {
      path: z
        .string('must be text')
        .max(1_000, 'must be at most 1000 signs')
        .startsWith('/', 'must begin with /')
        .optional()
        .describe('The page that was seen.'),
      referrer: z
        .string('must be text')
        .max(1_500, 'must be at most 1500 signs')
        .optional()
        .describe('The page that led there; only its host is kept.'),
    },
    'must be an object',
  )
  .superRefine((metadata, context) => {
    const fault = eventMetadataError(metadata);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  });

/** What a page reports: a name and what belongs to it. */
export const ReportedEvent = z.strictObject({
  name: z
    .string('must be text')
    .regex(/^[a-z][a-z0-9_.:-]{0,63}$/, 'must be a lower-case word')
    .meta({ description: 'What happened.', examples: ['page_view'] }),
  _metadata: Metadata.optional().describe(
    `What belongs to it; at most ${eventMetadataLimits.keys} keys, ${eventMetadataLimits.depth} levels and ${eventMetadataLimits.bytes} bytes.`,
  ),
});
export type ReportedEvent = z.infer<typeof ReportedEvent>;

const growthMetrics = ['follower_count', 'collaborator_count', 'pin_count', 'profile_views', 'saves', 'repin_count'] as const;

/** What the best performers are asked for by. */
export const GrowthQuery = z.object({
  entity_type: z.enum(['board', 'pinner', 'pin'], 'must be board, pinner or pin').default('board').describe('What kind of performer.'),
  period: z
    .enum(periods, `must be one of ${periods.join(', ')}`)
    .default('30_days')
    .describe('Growth over how long.'),
  metric: z
    .enum(growthMetrics, `must be one of ${growthMetrics.join(', ')}`)
    .default('follower_count')
    .describe('Growth of what; each kind has its own.'),
  limit: z.enum(['10', '20', '50', '100'], 'must be 10, 20, 50 or 100').default('100').describe('How many performers.').transform(Number),
});
export type GrowthQuery = z.infer<typeof GrowthQuery>;

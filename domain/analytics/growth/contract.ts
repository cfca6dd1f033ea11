import { z } from 'zod';
import { BoardRow, Title } from '#domain/catalog/list-contract';
import { DEFAULT_REPORT_PERIOD, metrics, periods } from '#domain/catalog/metrics';
import { confidences } from '#domain/catalog/momentum';
import { entityTypes } from '#domain/catalog/variants';
import type { Output } from '#domain/endpoint';

/** Which top performers to list. */
export const GrowthQuery = z.object({
  entity_type: z.enum(entityTypes, 'must be board, pinner, or pin').default('board').describe('The type of performer.'),
  period: z
    .enum(periods, `must be one of ${periods.join(', ')}`)
    .default(DEFAULT_REPORT_PERIOD)
    .describe('The period of growth.'),
  metric: z
    .enum(metrics, `must be one of ${metrics.join(', ')}`)
    .default('follower_count')
    .describe('The metric of growth; each type has its own.'),
  limit: z
    .enum(['10', '20', '50', '100'], 'must be 10, 20, 50 or 100')
    .default('100')
    .describe('The number of performers.')
    .transform(Number),
});
export type GrowthQuery = z.infer<typeof GrowthQuery>;

export const TopPerformer = z
  .object({
    _id: z.string(),
    title: Title,
    name: z.string().nullable(),
    pinner_username: z.string().nullable().describe('The user name of the owner of a board or a pin; null for a pinner.'),
    image_url: z.string().nullable(),
    pictures: BoardRow.shape.pictures,
    current_value: z.int().nullable(),
    momentum_score: z.number().nullable(),
    growth_percent: z.number().nullable(),
    current_rank: z.int(),
    previous_rank: z.int().nullable().describe('The rank one period earlier; null if unranked then.'),
    confidence: z.enum(confidences),
    jump_share: z
      .number()
      .nullable()
      .describe('How the default metric grew over 90 days, as in lists: more than 0.5 is "One jump"; null with too few readings.'),
    jumped_on: z.iso.date().nullable().describe('The day of the largest step of "One jump", else null.'),
  })
  .meta({ id: 'TopPerformer', description: 'One of the fastest growing entities, by momentum.' });
export type TopPerformer = Output<typeof TopPerformer>;

export const QualityCounts = z
  .object({
    suspicious_count: z.int(),
    spam_count: z.int(),
    deleted_count: z.int(),
    never_crawled: z.int(),
    all_zero: z.int(),
    stale: z.int(),
  })
  .meta({ id: 'QualityCounts', description: 'Data-quality issues, summed over boards, pinners, and pins.' });
export type QualityCounts = Output<typeof QualityCounts>;

export const GrowthAnalytics = z
  .object({
    total_entities: z.int(),
    database_stats: z.object({
      boards: z.object({ total: z.int(), collaborative: z.int() }),
      pinners: z.object({ total: z.int() }),
      pins: z.object({ total: z.int() }),
    }),
    momentum_insights: z.object({
      average_momentum: z
        .number()
        .nullable()
        .describe('The mean momentum score of the requested type, metric, and period; null without any score.'),
      top_performers: z.array(TopPerformer),
    }),
    data_quality: QualityCounts,
    as_of: z.string().nullable().describe('The UTC day of the scores; null before the first computation.'),
  })
  .meta({ id: 'GrowthAnalytics', description: 'The fastest growing entities and the state of the catalog.' });
export type GrowthAnalytics = Output<typeof GrowthAnalytics>;

import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { TopPerformer } from '#domain/analytics/growth/contract';
import { type Metric, type Period, scoreColumnOf } from '#domain/catalog/metrics';
import { confidences } from '#domain/catalog/momentum';
import { titleOf, type TitleSource } from '#domain/catalog/title';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { type Day, dayLabel } from '#domain/days';
import { boardPicturesSql, tablesOf, titleSourceSql } from '#server/database/catalog-tables';

/** The value of a metric at the last crawl; a pin's followers are its owner's. */
const currentValueSql = (entity: EntityType, metric: Metric): string =>
  entity === 'pin' && metric === 'follower_count'
    ? '(select o.follower_count from pinner_metrics o where o._id = t.pinner_id)'
    : `m.${metric}`;

/**
 * The top performers of a score column: $1 entity, $2 score column, $3 limit. The joins leave out deleted entities, and the next ones move
 * up. Entity and metric are from fixed lists, so they are safe in the text.
 */
export function performersQuery(entity: EntityType, metric: Metric): { readonly name: string; readonly text: string } {
  const { text, metrics } = tablesOf(variantOf[entity]);
  const isPinner = entity === 'pinner';
  return {
    name: `performers-${entity}-${metric}`,
    text: `select t._id, ${isPinner ? 'coalesce(t.name, t.username)' : 't.name'} "name", ${isPinner ? 't.username, null' : 't.pinner_username'} pinner_username, ${titleSourceSql[entity]}, t.image_url,
        ${entity === 'board' ? boardPicturesSql : `'{}'::text[] pictures`}, ${currentValueSql(entity, metric)} current_value, top.score momentum_score,
        top.growth growth_percent, top.place::int current_rank, top.previous_rank, top.confidence,
        m.jump_share, m.jumped_on
      from top_performers top join ${text} t on t._id = top._id join ${metrics} m on m._id = top._id
      where top.entity = $1 and top.slot = $2 order by top.place limit $3`,
  };
}

export const averageQuery = `select average from momentum_averages where entity = $1 and slot = $2 and scored > 0`;
const figuresQuery = `select variant, total, changed_at, scored_day from catalog_stats`;
/** An index-only scan. */
export const collaborativeQuery = `select count(*)::int boards from board_metrics m where m.collaborator_count > 0`;

/** The totals of the catalog. */
interface ScoredTotals {
  readonly boards: number;
  readonly collaborative: number;
  readonly pinners: number;
  readonly pins: number;
  /** The day of the scores; null before the first recompute. */
  readonly scored_day: Day | null;
}

/** A performer as stored, with what its title is made from. */
interface PerformerRow
  extends Omit<TopPerformer, 'title' | 'confidence' | 'jumped_on'>, Omit<TitleSource, '_id' | 'name' | 'pinner_username'> {
  readonly confidence: number;
  readonly jumped_on: Day | null;
}

interface StatsRow {
  readonly variant: string;
  readonly total: number;
  readonly changed_at: Date | null;
  readonly scored_day: Day | null;
}

/** The precomputed top performers and averages, read by primary key. */
export class TopLists {
  /** The number of collaborative boards by the time of the last change of boards. */
  readonly #collaborativeBoards = new LRUCache<number, number>({
    max: 1,
    fetchMethod: () => this.#countCollaborative(),
    ignoreFetchAbort: true,
  });

  constructor(private readonly pool: Pool) {}

  /** The first entities by rank as of the last full recompute, without those deleted since. */
  async listTop(entity: EntityType, metric: Metric, period: Period, limit: number): Promise<readonly TopPerformer[]> {
    const { rows } = await this.pool.query<PerformerRow>({
      ...performersQuery(entity, metric),
      values: [entity, scoreColumnOf(entity, metric, period), limit],
    });
    return rows.map(({ username, description, link, domain, board_name, owner_name, ...row }) => ({
      ...row,
      title: titleOf(entity, {
        _id: row._id,
        name: row.name,
        username,
        pinner_username: row.pinner_username,
        description,
        link,
        domain,
        board_name,
        owner_name,
      }),
      confidence: confidences[row.confidence] ?? 'low',
      jumped_on: row.jumped_on === null ? null : dayLabel(row.jumped_on),
    }));
  }

  /** The mean score of all entities that have one; null when there is none. */
  async averageScore(entity: EntityType, metric: Metric, period: Period): Promise<number | null> {
    const { rows } = await this.pool.query<{ average: number | null }>({
      name: 'momentum-average',
      text: averageQuery,
      values: [entity, scoreColumnOf(entity, metric, period)],
    });
    return rows[0]?.average ?? null;
  }

  async totals(): Promise<ScoredTotals> {
    const { rows } = await this.pool.query<StatsRow>({ name: 'catalog-figures', text: figuresQuery });
    const statsOf = (variant: string) => rows.find((row) => row.variant === variant);
    const days = rows.map((row) => row.scored_day);
    const scoredDay = days.every((day) => day !== null) ? Math.min(...days) : null;
    return {
      boards: statsOf('boards')?.total ?? 0,
      collaborative: await this.#collaborativeBoards.forceFetch(statsOf('boards')?.changed_at?.getTime() ?? 0),
      pinners: statsOf('pinners')?.total ?? 0,
      pins: statsOf('pins')?.total ?? 0,
      scored_day: scoredDay,
    };
  }

  async #countCollaborative(): Promise<number> {
    const { rows } = await this.pool.query<{ boards: number }>(collaborativeQuery);
    return rows[0]?.boards ?? 0;
  }
}

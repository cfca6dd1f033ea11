import { type EntityType, orderings, variantOf } from '#domain/catalog/variants';
import type { ScopedPool } from '#server/database/scoped-pool';

/** Minimum share of changed rows for which a table is analyzed after an import, as autovacuum would. */
const MIN_CHANGED_SHARE_TO_ANALYZE = 0.1;

/** The columns that queries look rows up or order them by; statistics of the others cost more than they help. */
const analyzeTargets: Readonly<Record<EntityType, readonly string[]>> = {
  board: ['boards (_id, terms, pinner_id)', 'board_metrics', 'board_series (_id)'],
  pinner: ['pinners (_id, terms)', 'pinner_metrics', 'pinner_series (_id)'],
  pin: ['pins (_id, terms, pinner_id)', 'pin_metrics', 'pin_series (_id)'],
};

/** Updates a list's totals, keyword index and planner statistics after an import changed `changedCount` of its entities. */
export async function refreshListStats(pool: ScopedPool, entity: EntityType, changedCount: number): Promise<void> {
  const variant = variantOf[entity];
  const { rows } = await pool.query<{ total: number; has_read_model: boolean }>(
    `update catalog_stats set changed_at = now() where variant = $1 returning total, generation is not null has_read_model`,
    [variant],
  );
  const { total = 0, has_read_model: hasReadModel = false } = rows[0] ?? {};
  const targets = changedCount >= total * MIN_CHANGED_SHARE_TO_ANALYZE ? analyzeTargets[entity] : [];
  const results = await Promise.allSettled([pool.query(`select gin_clean_pending_list('${variant}_terms')`), analyze(pool, targets)]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  // The totals of a list with a read model are published with its next generation.
  if (hasReadModel) return;
  // Momentum scores were counted when they were published; counts of the columns are replaced.
  const knownCounts = orderings[variant].map(({ value }) => `'${value}', count(${value})`).join(', ');
  await pool.query(
    `update catalog_stats set total = (select count(*) from ${variant}),
       known = known || (select jsonb_build_object(${knownCounts}) from ${entity}_metrics)
     where variant = $1`,
    [variant],
  );
}

async function analyze(pool: ScopedPool, targets: readonly string[]): Promise<void> {
  for (const target of targets) await pool.query(`analyze ${target}`);
}

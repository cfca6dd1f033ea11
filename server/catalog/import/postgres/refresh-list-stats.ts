import { filtersOf } from '#domain/catalog/filters/filters';
import type { Filter } from '#domain/catalog/filters/filter-kinds';
import { filterDataKey, needsDataKey } from '#domain/catalog/website/offered-filters';
import { orderings } from '#domain/catalog/orders';
import { type EntityType, entityOf, type Variant, variantOf } from '#domain/catalog/variants';
import { columns, type Column } from '#domain/catalog/columns';
import { tablesOf } from '#server/database/catalog-tables';
import type { ScopedPool } from '#server/database/scoped-pool';

/** Minimum share of changed rows for which a table is analyzed after an import, as autovacuum would. */
const MIN_CHANGED_SHARE_TO_ANALYZE = 0.1;

/** The columns that queries look rows up or order them by; statistics of the others cost more than they help. */
export const analyzeTargets: Readonly<Record<EntityType, readonly string[]>> = {
  board: ['boards (_id, terms, pinner_id)', 'board_metrics', 'board_histories'],
  pinner: ['pinners (_id, terms)', 'pinner_metrics', 'pinner_histories'],
  pin: ['pins (_id, terms, pinner_id)', 'pin_metrics', 'pin_histories'],
};

/**
 * Updates a list's totals, keyword index and planner statistics after an import changed `changedCount` of its entities, those of two batches
 * counted twice. The table `changedIds` lists them; without one, all may have changed.
 */
export async function refreshListStats(pool: ScopedPool, entity: EntityType, changedCount: number, changedIds?: string): Promise<void> {
  const variant = variantOf[entity];
  const { rows } = await pool.query<{ total: number; has_read_model: boolean }>(
    `update catalog_stats set changed_at = now() where variant = $1 returning total, generation is not null has_read_model`,
    [variant],
  );
  const { total = 0, has_read_model: hasReadModel = false } = rows[0] ?? {};
  const analyze = async () => {
    if (changedCount >= total * MIN_CHANGED_SHARE_TO_ANALYZE)
      for (const target of analyzeTargets[entity]) await pool.query(`analyze ${target}`);
  };
  const results = await Promise.allSettled([
    pool.query(`select gin_clean_pending_list('${variant}_terms')`),
    analyze(),
    refreshKnownCounts(pool, entity, hasReadModel, changedIds),
  ]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function refreshKnownCounts(pool: ScopedPool, entity: EntityType, hasReadModel: boolean, changedIds?: string): Promise<void> {
  const variant = variantOf[entity];
  await pool.query(updateFilterDataSql(variant, changedIds), [variant]);
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

/** Looks for data of filters again at the next refresh, after rows were removed. */
export async function forgetFilterData(pool: ScopedPool, entity: EntityType): Promise<void> {
  const keys = filtersOf(variantOf[entity]).map(([name]) => filterDataKey(name));
  await pool.query('update catalog_stats set known = known - $2::text[] where variant = $1', [variantOf[entity], keys]);
}

/**
 * Records whether any row has data for each filter that no order counts. Data that was there is not looked for again; where there was none,
 * only changed rows can have some, which are read once for all filters.
 */
function updateFilterDataSql(variant: Variant, changedIds: string | undefined): string {
  const filters = filtersOf(variant)
    .filter(([, filter]) => needsDataKey(variant, filter))
    .map(([name, filter]) => ({ key: filterDataKey(name), ...filterDataOf(variant, filter) }));
  const { text, metrics } = tablesOf(variant);
  const inChanged = `select ${filters.map(({ key, condition }) => `bool_or(${condition}) ${key}`).join(', ')}
    from ${changedIds} join ${text} using (_id) join ${metrics} using (_id) where entity = '${entityOf[variant]}'`;
  const values = filters.map(({ key, table, condition }) => {
    const inAll = `exists (select 1 from ${table} where ${condition})`;
    const found = changedIds === undefined ? inAll : `case when known ? '${key}' then (select ${key} from in_changed) else ${inAll} end`;
    return `'${key}', case when known ->> '${key}' = '1' or ${found} then 1 else 0 end`;
  });
  return `${changedIds === undefined ? '' : `with in_changed as materialized (${inChanged})`}
    update catalog_stats set known = known || jsonb_build_object(${values.join(', ')}) where variant = $1`;
}

/** The table of the data that a filter reads, and whether a row of it has some. */
function filterDataOf(variant: Variant, filter: Filter): { readonly table: string; readonly condition: string } {
  const { text, metrics } = tablesOf(variant);
  if (filter.kind === 'flag') {
    const texts = 'texts' in filter.has ? filter.has.texts : [];
    return { table: text, condition: `coalesce(${texts.join(', ')}) is not null` };
  }
  const column = Object.entries<Column>(columns[entityOf[variant]]).find(([name]) => name === filter.reads)?.[1];
  const table = filter.kind === 'days' || column?.table === 'metrics' ? metrics : text;
  return { table, condition: column?.kind === 'texts' ? `cardinality(${filter.reads}) > 0` : `${filter.reads} is not null` };
}

import type { Pool } from 'pg';
import { countsOf, type Metric, metricsOf, periods } from '#domain/analytics/metrics';
import { rowTerms } from '#domain/catalog/terms';
import { entityOf, type Variant } from '#domain/catalog/variants';
import { tablesOf } from '#server/catalog/tables';

/** What a test cares about; the rest is filled in. Metric columns and text columns by their own names. */
export interface Given {
  readonly _id?: string;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly topics?: readonly string[];
  readonly series?: { readonly at: readonly number[] } & Partial<Record<Metric, readonly (number | null)[]>>;
  /** The momentum score and raw value in every slot. */
  readonly momentum?: number | null;
  readonly [column: string]: unknown;
}

const metricColumns: Readonly<Record<Variant, readonly string[]>> = {
  boards: [...countsOf.board, 'follower_growth_last_90_days', 'collaborator_growth_last_90_days', 'board_order_modified_at', 'created_at'],
  pinners: [...countsOf.pinner, 'follower_growth_last_90_days', 'viewer_growth_last_90_days', 'created_at'],
  pins: [...countsOf.pin, 'saves_growth_last_90_days', 'created_at'],
};

let counter = 0;

async function insert(pool: Pool, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = Object.keys(row);
  await pool.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, place) => `$${place + 1}`).join(', ')})`,
    Object.values(row),
  );
}

/** Puts one entity into all its tables, as an import would leave it; answers its id. */
export async function stored(pool: Pool, variant: Variant, given: Given = {}): Promise<string> {
  const { text, metrics, series, scores } = tablesOf(variant);
  const entity = entityOf[variant];
  const _id = given._id ?? `made-${++counter}`;
  const { series: crawls, momentum, _id: _, ...columns } = given;
  const isMetric = (column: string) => metricColumns[variant].includes(column);
  const texts = Object.fromEntries(Object.entries(columns).filter(([column]) => !isMetric(column)));
  const name = given.name === undefined ? `Row ${_id}` : given.name;
  const owner = (given['pinner_username'] ?? given['username']) as string | undefined;
  const terms = rowTerms([name, given.description, ...(given.topics ?? []), ...((given['queries'] as string[] | undefined) ?? []), owner]);
  await insert(pool, text, { imported_at: new Date(0), last_crawled_at: new Date(0), source: 'test', ...texts, _id, name, terms });
  await insert(pool, metrics, { ...Object.fromEntries(Object.entries(columns).filter(([column]) => isMetric(column))), _id });
  if (crawls) {
    const counts = countsOf[entity].map((metric) => [metric, crawls[metric] ?? crawls.at.map(() => null)] as const);
    await insert(pool, series, { _id, at: crawls.at, ...Object.fromEntries(counts) });
  }
  if (momentum !== undefined) {
    const slots = metricsOf[entity].flatMap(() => periods);
    const filled = (value: number | null) => slots.map(() => value);
    await insert(pool, scores, {
      _id,
      growth: filled(momentum),
      score: filled(momentum),
      raw: filled(momentum),
      confidence: filled(2),
      flags: filled(0),
    });
  }
  return _id;
}

/** Totals as an import leaves them. */
export async function counted(pool: Pool): Promise<void> {
  for (const variant of ['boards', 'pinners', 'pins'] as const) {
    const known = metricColumns[variant].map((column) => `'${column}', count(${column})`).join(', ');
    await pool.query(
      `update catalog_stats set changed_at = now(), total = (select count(*) from ${variant}),
         known = (select jsonb_build_object(${known}) from ${tablesOf(variant).metrics}) where variant = '${variant}'`,
    );
  }
}

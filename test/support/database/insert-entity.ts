import type { Pool } from 'pg';
import { columnsWith } from '#domain/catalog/columns';
import { termsOfRow } from '#domain/catalog/keywords/row-terms';
import { type Metric, metricsOf, periods } from '#domain/catalog/metrics';
import { entityOf, type Variant } from '#domain/catalog/variants';
import { tablesOf } from '#server/database/catalog-tables';
import { writeSeries } from './stored-history';

/** The columns that a test cares about, by name; the others get defaults. */
export interface EntityFields {
  readonly _id?: string;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly topics?: readonly string[];
  readonly series?: { readonly at: readonly number[] } & Partial<Record<Metric, readonly (number | null)[]>>;
  /** The momentum score and raw value in every score column. */
  readonly momentum?: number | null;
  readonly [column: string]: unknown;
}

const metricColumns: Readonly<Record<Variant, readonly string[]>> = {
  boards: columnsWith('board', { table: 'metrics' }),
  pinners: columnsWith('pinner', { table: 'metrics' }),
  pins: columnsWith('pin', { table: 'metrics' }),
};

let insertedCount = 0;

async function insertRow(pool: Pool, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = Object.keys(row);
  await pool.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}

/** Inserts one entity into all its tables, as an import would leave it, and returns its id. */
export async function insertEntity(pool: Pool, variant: Variant, fields: EntityFields = {}): Promise<string> {
  const { text, metrics, scores } = tablesOf(variant);
  const entity = entityOf[variant];
  const _id = fields._id ?? `made-${++insertedCount}`;
  const { series: seriesFields, momentum, _id: _, ...columns } = fields;
  const isMetric = (column: string) => column === 'last_crawled_at' || metricColumns[variant].includes(column);
  const texts = Object.fromEntries(Object.entries(columns).filter(([column]) => !isMetric(column)));
  const name = fields.name === undefined ? `Row ${_id}` : fields.name;
  const indexed = termsOfRow(entity, _id, { ...fields, name });
  const terms = { terms: [...indexed.keys()], term_occurrences: [...indexed.values()] };
  await insertRow(pool, text, { imported_at: new Date(0), source: 'test', ...texts, _id, name, ...terms });
  await insertRow(pool, metrics, {
    last_crawled_at: new Date(0),
    ...Object.fromEntries(Object.entries(columns).filter(([column]) => isMetric(column))),
    _id,
  });
  if (seriesFields) await writeSeries(pool, entity, [{ _id, ...seriesFields }]);
  if (momentum !== undefined) {
    const scoreColumns = metricsOf[entity].flatMap(() => periods);
    const filled = (value: number | null) => scoreColumns.map(() => value);
    await insertRow(pool, scores, {
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

/** Updates the totals as an import does. */
export async function updateCatalogStats(pool: Pool): Promise<void> {
  for (const variant of ['boards', 'pinners', 'pins'] as const) {
    const knownCounts = metricColumns[variant].map((column) => `'${column}', count(${column})`).join(', ');
    await pool.query(
      `update catalog_stats set changed_at = now(), total = (select count(*) from ${variant}),
         known = (select jsonb_build_object(${knownCounts}) from ${tablesOf(variant).metrics}) where variant = '${variant}'`,
    );
  }
}

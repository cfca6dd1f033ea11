import type { ClientBase } from 'pg';
import type { Variant } from '#domain/catalog/variants';

/** The totals of a list's next generation. */
interface NextStats {
  readonly total: number;
  /** The number of rows with a value, by list order; and a day, by `recentDayKey`. */
  readonly knownCounts: Readonly<Record<string, number>>;
  /** What the generation consists of; null without a read model. */
  readonly structure: string | null;
}

/** Records the totals of a list's next generation in catalog_stats_next. */
export async function recordNextStats(client: ClientBase, variant: Variant, { total, knownCounts, structure }: NextStats): Promise<void> {
  await client.query(
    `create table if not exists catalog_stats_next
       (variant text primary key, total integer not null, known jsonb not null, ordered_at timestamptz not null, structure text)`,
  );
  await client.query(
    `insert into catalog_stats_next (variant, total, known, ordered_at, structure) values ($1, $2, $3, now(), $4)
     on conflict (variant) do update
     set total = excluded.total, known = excluded.known, ordered_at = excluded.ordered_at, structure = excluded.structure`,
    [variant, total, knownCounts, structure],
  );
}

/**
 * Publishes the recorded totals and increments the lists' generations; part of the transaction that swaps their tables. What imports have
 * counted stays.
 */
export async function publishNextStats(client: ClientBase, variants: readonly Variant[]): Promise<void> {
  await client.query(
    `update catalog_stats present set total = next.total, known = present.known || next.known, ordered_at = next.ordered_at, behind = false,
       structure = next.structure, generation = case when next.structure is not null then coalesce(present.generation, 0) + 1 end
     from catalog_stats_next next where next.variant = present.variant and present.variant = any($1)`,
    [variants],
  );
  await client.query('drop table catalog_stats_next');
}

import type { ClientBase } from 'pg';
import type { Variant } from '#domain/catalog/variants';
import { readModelTablesOf, textIndexTablesOf } from '#server/database/catalog-tables';

/** The totals of a list's next generation. */
interface NextStats {
  readonly total: number;
  /** The number of rows with a value, by list order; and a day, by `recentDayKey`. */
  readonly knownCounts: Readonly<Record<string, number>>;
  /** What the generation consists of; null without a read model. */
  readonly structure: string | null;
  /** Whether the tables that are made of texts stay those of the current generation. */
  readonly keepsTexts: boolean;
}

/** Records the totals of a list's next generation in catalog_stats_next. */
export async function recordNextStats(
  client: ClientBase,
  variant: Variant,
  { total, knownCounts, structure, keepsTexts }: NextStats,
): Promise<void> {
  await client.query(
    `create table if not exists catalog_stats_next
       (variant text primary key, total integer not null, known jsonb not null, ordered_at timestamptz not null, structure text, keeps_texts boolean not null)`,
  );
  await client.query(
    `insert into catalog_stats_next (variant, total, known, ordered_at, structure, keeps_texts) values ($1, $2, $3, now(), $4, $5)
     on conflict (variant) do update set total = excluded.total, known = excluded.known, ordered_at = excluded.ordered_at,
       structure = excluded.structure, keeps_texts = excluded.keeps_texts`,
    [variant, total, knownCounts, structure, keepsTexts],
  );
}

/** Returns the tables of these lists' read models that have a next generation, according to their recorded totals. */
export async function listNextReadModelTables(client: ClientBase, variants: readonly Variant[]): Promise<string[]> {
  const { rows } = await client.query<{ variant: Variant; keeps_texts: boolean }>(
    'select variant, keeps_texts from catalog_stats_next where variant = any($1)',
    [variants],
  );
  return rows.flatMap(({ variant, keeps_texts: keepsTexts }) => {
    const kept = keepsTexts ? textIndexTablesOf(variant) : [];
    return readModelTablesOf(variant).filter((table) => !kept.includes(table));
  });
}

/** Records that texts of lists have changed, or rows have come or gone: the next generation of their read models has new words, posting lists, and facets. */
export const markTextsChanged = (client: ClientBase, variants: readonly Variant[]) =>
  client.query('update catalog_stats set text_rows = null where variant = any($1) and text_rows is not null', [variants]);

/**
 * Publishes the recorded totals and increments the lists' generations; part of the transaction that swaps their tables. What imports have
 * counted stays.
 */
export async function publishNextStats(client: ClientBase, variants: readonly Variant[]): Promise<void> {
  await client.query(
    `update catalog_stats present set total = next.total, known = present.known || next.known, ordered_at = next.ordered_at, behind = false,
       structure = next.structure, text_rows = next.total, generation = case when next.structure is not null then coalesce(present.generation, 0) + 1 end
     from catalog_stats_next next where next.variant = present.variant and present.variant = any($1)`,
    [variants],
  );
  await client.query('drop table catalog_stats_next');
}

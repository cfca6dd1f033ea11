import type { PoolClient } from 'pg';
import { indexTexts } from '#domain/catalog/keywords/search-terms';
import { orderings } from '#domain/catalog/orders';
import { type EntityType, variantOf, variants } from '#domain/catalog/variants';
import { markTextsChanged } from '#server/database/catalog-stats';
import { forgetChangesSql, rereadImportsSql, tablesOf } from '#server/database/catalog-tables';
import { deleteHistoriesSql } from '#server/database/history/history-sql';

/** Copies a pinner's username to works that do not have it, and to their search terms. */
async function copyUsername(client: PoolClient, table: 'boards' | 'pins', ids: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ _id: string; username: string }>(
    'select _id, username from pinners where _id = any($1) and username is not null',
    [ids],
  );
  const works = await client.query<{ pinner_id: string }>(
    `select distinct pinner_id from ${table} where pinner_id = any($1) and pinner_username is null`,
    [ids],
  );
  const nameless = new Set(works.rows.map(({ pinner_id }) => pinner_id));
  for (const { _id, username } of rows.filter((pinner) => nameless.has(pinner._id))) {
    const terms = indexTexts([{ field: 'owner', text: username }]);
    // A term that the row has already keeps its occurrence.
    await client.query(
      `update ${table} w set pinner_username = $2, terms = w.terms || added.terms,
         term_occurrences = w.term_occurrences || case when cardinality(w.term_occurrences) = cardinality(w.terms) then added.occurrences end
       from ${table} before cross join lateral (
         select coalesce(array_agg(term), '{}') terms, coalesce(array_agg(occurrence), '{}') occurrences
         from unnest($3::text[], $4::integer[]) u(term, occurrence) where term <> all (before.terms)) added
       where before._id = w._id and w.pinner_id = $1 and w.pinner_username is null`,
      [_id, username, [...terms.keys()], [...terms.values()]],
    );
  }
}

/** Detaches boards and pins from pinners that are about to be deleted: they keep the username as text and lose the reference. */
async function detachWorks(client: PoolClient, pinnerIds: readonly string[]): Promise<void> {
  for (const entity of ['board', 'pin'] as const) {
    const table = variantOf[entity];
    await copyUsername(client, table, pinnerIds);
    await client.query(forgetChangesSql(entity, `select _id from ${table} where pinner_id = any($1)`), [pinnerIds]);
    const { rowCount } = await client.query(`update ${table} set pinner_id = null where pinner_id = any($1)`, [pinnerIds]);
    // Their pages link to pinners.
    if (rowCount) await client.query('update catalog_stats set changed_at = clock_timestamp() where variant = $1', [table]);
  }
}

/** Deletes entities with all of their data and updates the totals. */
export async function removeEntities(client: PoolClient, entity: EntityType, ids: readonly string[]): Promise<void> {
  const variant = variantOf[entity];
  const { text, metrics, scores } = tablesOf(variant);
  await client.query(rereadImportsSql);
  await markTextsChanged(client, entity === 'pinner' ? variants : [variant]);
  if (entity === 'pinner') await detachWorks(client, ids);
  // Taking an import back leaves entities as a cleanup left them.
  for (const statement of [
    forgetChangesSql(entity, 'select unnest($1::text[])'),
    `delete from ${scores} where _id = any($1)`,
    ...deleteHistoriesSql(entity),
  ])
    await client.query(statement, [ids]);
  const columns = orderings[variant].map(({ value }) => value);
  const { rows } = await client.query<Record<string, number>>(
    `with gone as (delete from ${metrics} where _id = any($1) returning *)
     select ${columns.map((column) => `count(${column})::int ${column}`).join(', ')} from gone`,
    [ids],
  );
  const removed = await client.query(`delete from ${text} where _id = any($1)`, [ids]);
  // The counts of known values belong to the read model's generation, if there is one.
  const knownCountsSql = columns.map(
    (column) => `'${column}', greatest(0, (known ->> '${column}')::int - ($3::jsonb ->> '${column}')::int)`,
  );
  await client.query(
    `update catalog_stats set total = greatest(0, total - $2), changed_at = clock_timestamp(),
       known = case when generation is null then known || jsonb_build_object(${knownCountsSql.join(', ')}) else known end
     where variant = $1`,
    [variant, removed.rowCount ?? 0, JSON.stringify(rows[0] ?? {})],
  );
}

import type { PoolClient } from 'pg';
import { indexTexts } from '#domain/catalog/keywords/search-terms';

/** Copies a pinner's username to works that do not have it, and to their search terms. */
async function copyUsername(client: PoolClient, table: 'boards' | 'pins', ids: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ _id: string; username: string }>(
    `select _id, username from pinners p where _id = any($1) and username is not null
       and exists (select from ${table} w where w.pinner_id = p._id and w.pinner_username is null)`,
    [ids],
  );
  for (const { _id, username } of rows) {
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
export async function detachWorks(client: PoolClient, pinnerIds: readonly string[]): Promise<void> {
  for (const table of ['boards', 'pins'] as const) {
    await copyUsername(client, table, pinnerIds);
    await client.query(`update ${table} set pinner_id = null where pinner_id = any($1)`, [pinnerIds]);
  }
}

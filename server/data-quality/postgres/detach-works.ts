import type { PoolClient } from 'pg';
import { rowTerms } from '#domain/catalog/keywords/search-terms';

/** Copies a pinner's username to works that do not have it, and to their search terms. */
async function copyUsername(client: PoolClient, table: 'boards' | 'pins', ids: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ _id: string; username: string }>(
    `select _id, username from pinners p where _id = any($1) and username is not null
       and exists (select from ${table} w where w.pinner_id = p._id and w.pinner_username is null)`,
    [ids],
  );
  for (const { _id, username } of rows) {
    await client.query(
      `update ${table} set pinner_username = $2, terms = terms || array(select unnest($3::text[]) except select unnest(terms))
       where pinner_id = $1 and pinner_username is null`,
      [_id, username, rowTerms([username])],
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

import type { Release } from '#domain/operations/releases';
import type { ConnectionPool } from '#server/database/scoped-pool';

type Queryable = Pick<ConnectionPool, 'query'>;

/** Stores the newest release of the feed, for all servers. */
export async function saveNewestRelease(pool: Queryable, release: Release | null): Promise<void> {
  await pool.query(`insert into settings values ('newest_release', $1) on conflict (name) do update set value = excluded.value`, [
    JSON.stringify(release),
  ]);
}

/** The newest release when the feed was last asked; null if it never was, or knew none that was newer. */
export async function readNewestRelease(pool: Queryable): Promise<Release | null> {
  const { rows } = await pool.query<{ value: string }>(`select value from settings where name = 'newest_release'`);
  return rows[0] ? (JSON.parse(rows[0].value) as Release | null) : null;
}

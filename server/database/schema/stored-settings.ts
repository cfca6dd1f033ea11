import type { ConnectionPool } from '#server/database/scoped-pool';

type Queryable = Pick<ConnectionPool, 'query'>;

/** The setting with the port that the server listened on last, which may differ from the configured one, for links that commands print. */
export const SERVED_PORT = 'served_port';

/** The setting with the newest release that the feed of releases named when it was last asked: JSON, null if none is newer. */
export const NEWEST_RELEASE = 'newest_release';

/** Returns what this installation has stored about itself under a name, in the table `settings`; null if nothing. */
export async function readSetting(queryable: Queryable, name: string): Promise<string | null> {
  const { rows } = await queryable.query<{ value: string }>('select value from settings where name = $1', [name]);
  return rows[0]?.value ?? null;
}

/** Stores a value in place of the one that the name has. */
export async function saveSetting(queryable: Queryable, name: string, value: string): Promise<void> {
  await queryable.query('insert into settings values ($1, $2) on conflict (name) do update set value = excluded.value', [name, value]);
}

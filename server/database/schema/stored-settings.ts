import type { ConnectionPool } from '#server/database/scoped-pool';

type Queryable = Pick<ConnectionPool, 'query'>;

/** The setting with the port that the server listened on last, which may differ from the configured one, for links that commands print. */
export const SERVED_PORT = 'served_port';

/** The setting with the newest release at the last look at the release feed: JSON, null if none is newer. */
export const NEWEST_RELEASE = 'newest_release';

/** Returns what this installation has stored about itself under a name, in the table `settings`; null if nothing. */
export async function readSetting(queryable: Queryable, name: string): Promise<string | null> {
  const { rows } = await queryable.query<{ value: string }>('select value from settings where name = $1', [name]);
  return rows[0]?.value ?? null;
}

/** Stores a value under a name; an earlier one is replaced. */
export async function saveSetting(queryable: Queryable, name: string, value: string): Promise<void> {
  await queryable.query('insert into settings values ($1, $2) on conflict (name) do update set value = excluded.value', [name, value]);
}

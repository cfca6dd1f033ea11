import type { ClientBase } from 'pg';
import { migrations } from '#migrations/index';

/** A row of the table of migrations. */
export interface AppliedMigration {
  readonly timestamp: number;
  readonly name: string;
}

/** The names of the migrations of this release, oldest first. */
export const knownMigrations: readonly string[] = migrations.map(({ name }) => name);

const knownNames: ReadonlySet<string> = new Set(knownMigrations);

/** The migrations that this release does not know: a newer one has applied them. */
export const unknownMigrations = (applied: readonly AppliedMigration[]): AppliedMigration[] =>
  applied.filter(({ name }) => !knownNames.has(name));

/** The applied migrations, oldest first; none in an empty database. */
export async function listAppliedMigrations(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(`select to_regclass('migrations') is not null "exists"`);
  if (!found[0]?.exists) return [];
  const { rows } = await client.query<AppliedMigration>('select "timestamp"::float8 "timestamp", name from migrations order by id');
  return rows;
}

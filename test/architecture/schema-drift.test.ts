import { DataSource } from 'typeorm';
import { migrations } from '#migrations/index';
import { dataSourceOptionsFor } from '#server/database/data-source';
import { knownTables } from '#server/database/schema/schemas';
import { isArchived } from '#server/operations/backup/archived-tables';
import { useTestDatabase } from '../support/database/test-database';

describe('the migrations and the schemas', () => {
  const database = useTestDatabase();

  /** Statements that would change a table; hand-made indexes, unique and foreign keys are the migrations' own. */
  const isRelevantChange = (sql: string) =>
    !/^(DROP|CREATE)( UNIQUE)? INDEX|DROP CONSTRAINT "(job_runs_job_scheduled_for_key|\w+_fkey)"/.test(sql);

  it('describe the same tables', async () => {
    const source = await new DataSource(dataSourceOptionsFor(database.url)).initialize();
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    await source.destroy();
    expect(upQueries.map((query) => query.query).filter(isRelevantChange)).toEqual([]);
  });

  it('know every table, so that a restore takes none for that of another program', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select relname "name" from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    expect(rows.map(({ name }) => name).filter((name) => isArchived(name) && !knownTables.has(name))).toStrictEqual([]);
  });

  it('go down to an empty schema and up again to the same one', async () => {
    const source = await new DataSource(dataSourceOptionsFor(database.url)).initialize();
    const columns = () =>
      source.query(
        `select table_name, column_name, data_type, is_nullable, column_default, collation_name from information_schema.columns
         where table_schema = 'public' and table_name not in ('migrations', 'typeorm_metadata') order by 1, 2`,
      );
    const before = await columns();
    for (const _ of migrations) await source.undoLastMigration();
    expect(await columns()).toEqual([]);
    await source.runMigrations();
    expect(await columns()).toEqual(before);
    await source.destroy();
  });
});

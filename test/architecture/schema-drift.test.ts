import { DataSource } from 'typeorm';
import { migrations } from '#migrations/index';
import { History1790000030000 } from '#migrations/1790000030000-history';
import { dayOf } from '#domain/days';
import { dataSourceOptionsFor } from '#server/database/data-source';
import { knownTables } from '#server/database/schema/schemas';
import { isArchived } from '#server/operations/backup/archived-tables';
import { readSeries, writeSeries } from '../support/database/stored-history';
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

  it('move all readings of a history, down and up', async () => {
    const at = Array.from({ length: 70 }, (_, index) => (dayOf(new Date()) - index * 2) * 1440 + index).toReversed();
    const series = [
      {
        _id: 'b1',
        at,
        follower_count: at.map((_, index) => index * 7),
        collaborator_count: at.map(() => null),
        pin_count: at.map(() => 5),
      },
      { _id: 'b2', at: at.slice(0, 2), follower_count: [null, 3], collaborator_count: [1, null], pin_count: [null, null] },
    ];
    await writeSeries(database.pool, 'board', series);
    const source = await new DataSource(dataSourceOptionsFor(database.url)).initialize();
    const down = migrations.length - migrations.indexOf(History1790000030000);
    for (let undone = 0; undone < down; undone++) await source.undoLastMigration();
    const { rows } = await database.pool.query('select * from board_series order by _id');
    expect(rows).toEqual(series.map((row) => ({ ...row, digest: null })));
    await source.runMigrations();
    await source.destroy();
    expect(await readSeries(database.pool, 'board')).toEqual(series);
  });
});

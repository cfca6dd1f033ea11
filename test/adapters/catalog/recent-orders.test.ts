import { WriterScope } from '#domain/jobs/write-lock';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readCatalogStats } from '#server/catalog/postgres/read-catalog-stats';
import { readConfig } from '#server/config/config';
import { useTestDatabase } from '../../support/database/test-database';

const config = readConfig({ NODE_ENV: 'test' });

describe('the day since which 30 rows with known growth were read', () => {
  const database = useTestDatabase();
  beforeAll(async () => {
    // Board n was read on day 1000 + n; every second one is a group board.
    await database.pool.query(
      `with n as (select n, 'b' || n id from generate_series(1, 80) n),
         text as (insert into boards (_id, name, source, imported_at) select id, id, 'test', now() from n)
       insert into board_metrics (_id, followers_read_on, collaborators_read_on, collaborator_count,
         follower_growth_last_90_days, collaborator_growth_last_90_days)
       select id, 1000 + n, case when n <= 58 then 1000 + n end, n % 2, 1, 1 from n`,
    );
  });

  const countedDays = async () => {
    await new PostgresReadModel(database.postgres, config).rebuild(new WriterScope(), ['boards', 'pins']);
    const { boards, pins } = (await readCatalogStats(database.pool)).known;
    return [
      boards['recent_follower_growth_last_90_days'],
      boards['recent_collaborator_growth_last_90_days'],
      pins['recent_saves_growth_last_90_days'],
    ];
  };

  it('is counted among group boards where there are any, and is 0 where fewer were read', async () => {
    expect(await countedDays()).toEqual([1021, 0, 0]);
    await database.pool.query('update board_metrics set collaborator_count = 0');
    expect(await countedDays()).toEqual([1051, 1029, 0]);
    // A reading without growth leaves a list by growth empty.
    await database.pool.query('update board_metrics set follower_growth_last_90_days = null where followers_read_on > 1070');
    expect(await countedDays()).toEqual([1041, 1029, 0]);
  });
});

import { DataSource } from 'typeorm';
import { NamesFromIds1790000050000 } from '#migrations/1790000050000-names-from-ids';
import { dataSourceOptionsFor } from '#server/database/data-source';
import { insertEntity } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';

const UNNAMED_COUNT = 5_200;

describe('the migration to names from ids', () => {
  const database = useTestDatabase();
  const queryRows = async (sql: string) => (await database.pool.query<Record<string, unknown>>(sql)).rows;
  const storedTerms = () => queryRows('select _id, terms, term_occurrences from pinners order by _id');

  async function migrateUp(): Promise<void> {
    const source = await new DataSource(dataSourceOptionsFor(database.url)).initialize();
    await new NamesFromIds1790000050000().up(source.createQueryRunner());
    await source.destroy();
  }

  it('gives stored influencers the terms that imports give new ones, in batches, and has their list built again', async () => {
    await insertEntity(database.pool, 'pinners', { _id: 'instagram:lulaoficial', name: null, description: 'Oficial', topics: ['Brasil'] });
    await insertEntity(database.pool, 'pinners', { _id: 'instagram:named', name: 'Ada' });
    await insertEntity(database.pool, 'pinners', { _id: 'instagram:user', name: ' ', username: 'ada' });
    const imported = await storedTerms();
    // As the release before left them.
    await database.pool.query(`update pinners set terms = '{ofici,brasil}', term_occurrences = '{8,2}' where name is null`);
    await database.pool.query(
      `insert into pinners (_id, source, imported_at) select '~user_' || n, 'test', now() from generate_series(1, $1::int) n`,
      [UNNAMED_COUNT],
    );
    await database.pool.query(`insert into pinner_words values ('brasil', 7);
      update catalog_stats set generation = 1, behind = false where variant in ('pinners', 'pins')`);

    await migrateUp();

    const migrated = await storedTerms();
    expect(migrated.filter(({ _id }) => !String(_id).startsWith('~'))).toEqual(imported);
    expect(migrated.filter(({ terms }) => String(terms).startsWith('user'))).toHaveLength(UNNAMED_COUNT);
    // Of the first batch; the next build of the read model counts them all.
    expect(await queryRows(`select term, total from pinner_words where term !~ '^\\d' order by term`)).toEqual([
      { term: 'brasil', total: 7 },
      { term: 'instagram', total: 1 },
      { term: 'lulaofici', total: 1 },
      { term: 'ofici', total: 1 },
      { term: 'user', total: 4_999 },
    ]);
    expect(await queryRows('select variant from catalog_stats where behind')).toEqual([{ variant: 'pinners' }]);
  });
});

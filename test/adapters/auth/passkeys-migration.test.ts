import { Passkeys1790000028920 } from '#migrations/1790000028920-passkeys';
import { connectDataSource } from '#server/database/data-source';
import { createTestDatabase } from '../../support/database/test-database';

describe('the migration to passkeys', () => {
  it('keeps the recovery codes of confirmed second factors, and gives them back', async () => {
    const database = await createTestDatabase();
    const source = await connectDataSource(database.url);
    try {
      const runner = source.createQueryRunner();
      const migration = new Passkeys1790000028920();
      await migration.down(runner);
      await database.pool.query(
        `with people as (insert into users (email, is_confirmed, created_at) values ('on@people.test', true, now()), ('begun@people.test', true, now()) returning id, email)
         insert into second_factors (user_id, sealed_key, created_at, confirmed_at, recovery_hashes)
           select id, 'sealed', now(), case when email like 'on%' then now() end, case when email like 'on%' then '{a,b}'::text[] else '{}' end from people`,
      );
      const factors = async () => (await database.pool.query('select * from second_factors order by confirmed_at')).rows as unknown[];
      const before = await factors();
      await migration.up(runner);
      const { rows } = await database.pool.query('select email, hashes from recovery_codes join users on id = user_id');
      expect(rows).toEqual([{ email: 'on@people.test', hashes: ['a', 'b'] }]);
      await migration.down(runner);
      expect((await factors()).map((row) => JSON.stringify(row))).toEqual(before.map((row) => JSON.stringify(row)));
      await migration.up(runner);
      await runner.release();
    } finally {
      await source.destroy();
      await database.close();
    }
  });
});

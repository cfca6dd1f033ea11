import { freshDatabase } from './database';
it('connects', async () => {
  const db = await freshDatabase();
  expect((await db.pool.query('select count(*)::int n from catalog_stats')).rows[0]).toEqual({ n: 3 });
  await db.close();
});

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Free searches count for an address, as a keyed hash in place of the user: they outlive the account until the end of the day. */
export class FreeSearchers1790000028600 implements MigrationInterface {
  name = 'FreeSearchers1790000028600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table free_searches drop constraint free_searches_user_id_fkey');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from free_searches where user_id not in (select id from users);
      alter table free_searches add constraint free_searches_user_id_fkey foreign key (user_id) references users (id) on delete cascade
    `);
  }
}

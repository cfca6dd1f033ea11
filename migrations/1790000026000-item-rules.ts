import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Alert rules about one watched item. */
export class ItemRules1790000026000 implements MigrationInterface {
  name = 'ItemRules1790000026000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table alert_rules add column watched_item_id uuid references watched_items (_id) on delete cascade;
      create index alert_rules_watched_item on alert_rules (watched_item_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from alert_rules where watched_item_id is not null;
      alter table alert_rules drop column watched_item_id;
    `);
  }
}

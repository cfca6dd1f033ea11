import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By table, the indexes that only served the order of lists. Those of the main counts and of collaborators also serve other reads. */
const orderIndexes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  board_metrics: {
    follower_growth: 'follower_growth_last_90_days',
    collaborator_growth: 'collaborator_growth_last_90_days',
    modified: 'board_order_modified_at',
    created: 'created_at',
    checks_order: 'checks_order',
  },
  pinner_metrics: {
    views: 'profile_views',
    follower_growth: 'follower_growth_last_90_days',
    viewer_growth: 'viewer_growth_last_90_days',
    created: 'created_at',
    checks_order: 'checks_order',
  },
  pin_metrics: {
    repins: 'repin_count',
    save_growth: 'saves_growth_last_90_days',
    created: 'created_at',
    checks_order: 'checks_order',
  },
};

/** Lists without a read model are short enough to be sorted for each page, so that an import keeps 14 indexes fewer. */
export class FewerOrderIndexes1790000029510 implements MigrationInterface {
  name = 'FewerOrderIndexes1790000029510';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, indexes] of Object.entries(orderIndexes))
      await runner.query(`drop index ${Object.keys(indexes).map((name) => `${table}_${name}`).join(', ')}`); // prettier-ignore
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, indexes] of Object.entries(orderIndexes))
      for (const [name, column] of Object.entries(indexes))
        await runner.query(`create index ${table}_${name} on ${table} (${column} desc nulls last, _id)`);
  }
}

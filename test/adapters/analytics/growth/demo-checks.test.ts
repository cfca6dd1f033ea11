import { anonymous } from '#domain/auth/viewer';
import { checksText } from '#domain/catalog/rows/checks';
import { entityOf, variants } from '#domain/catalog/variants';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { ViewEntity } from '#server/catalog/view-entity';
import { readConfig } from '#server/config/config';
import { copyDemoDatabase, readDemoDay } from '../../../support/database/demo-database';
import { openForTests } from '../../../support/database/test-database';

const READERS_COUNT = 6;
const config = readConfig({ NODE_ENV: 'test' });

describe('the stored checks of the demo', () => {
  const database = openForTests(copyDemoDatabase);
  let clock: { now(): Date };
  beforeAll(async () => {
    const today = await readDemoDay(database.pool);
    clock = { now: () => today };
  });

  // Comparisons show the checks of details.
  it.each(variants)('of all %s are those that details and comparisons show', async (variant) => {
    const entity = entityOf[variant];
    // Similar entities take most of the time of a detail, and have no checks.
    const catalog = Object.assign(new PostgresCatalog(database.postgres, config, clock), { findSimilar: () => Promise.resolve([]) });
    const view = new ViewEntity(catalog, clock);
    const { rows } = await database.pool.query<{ _id: string; checks: string | null; passed: number | null }>(
      `select _id, checks, checks_passed passed from ${entity}_metrics`,
    );
    expect(rows.length).toBeGreaterThan(1_000);
    expect(new Set(rows.map(({ passed }) => passed)).size).toBeGreaterThan(3);
    const readAll = async () => {
      for (let row = rows.pop(); row; row = rows.pop()) {
        const { verdict } = await view[entity](anonymous, row._id);
        const judged = verdict.filter(({ mark }) => mark !== 'unknown');
        const passed = judged.length === 0 ? null : judged.filter(({ mark }) => mark === 'pass').length;
        expect([row._id, row.checks, row.passed]).toEqual([row._id, checksText(entity, verdict), passed]);
      }
    };
    await Promise.all(Array.from({ length: READERS_COUNT }, readAll));
  });
});

import { anonymous } from '#domain/auth/viewer';
import { checksText } from '#domain/catalog/rows/checks';
import { entityOf, variants } from '#domain/catalog/variants';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { ViewEntity } from '#server/catalog/view-entity';
import { readConfig } from '#server/config/config';
import { copyDemoDatabase, readDemoDay } from '../../../support/database/demo-database';
import { openForTests } from '../../../support/database/test-database';

const READERS_COUNT = 6;
/** Of rows whose checks are equal these are read, and one of so many rows besides. */
const ROWS_OF_SAME_CHECKS_COUNT = 10;
const ROWS_PER_SAMPLE_COUNT = 12;
const config = readConfig({ NODE_ENV: 'test' });

describe('the stored checks of the demo', () => {
  const database = openForTests(copyDemoDatabase);
  let clock: { now(): Date };
  beforeAll(async () => {
    const today = await readDemoDay(database.pool);
    clock = { now: () => today };
  });

  // Comparisons show the checks of details.
  it.each(variants)('of %s, of every kind, are those that details and comparisons show', async (variant) => {
    const entity = entityOf[variant];
    // Similar entities take most of the time of a detail, and have no checks.
    const catalog = Object.assign(new PostgresCatalog(database.postgres, config, clock), { findSimilar: () => Promise.resolve([]) });
    const view = new ViewEntity(catalog, clock);
    const { rows } = await database.pool.query<{ _id: string; checks: string | null; passed: number | null }>(
      `select _id, checks, passed from (
         select _id, checks, checks_passed passed, row_number() over (order by _id) place,
           row_number() over (partition by checks order by _id) place_of_same from ${entity}_metrics) every
       where place_of_same <= ${ROWS_OF_SAME_CHECKS_COUNT} or place % ${ROWS_PER_SAMPLE_COUNT} = 0`,
    );
    expect(rows.length).toBeGreaterThan(300);
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

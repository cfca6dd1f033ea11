import fc from 'fast-check';
import { entityTypes, variantOf } from '#domain/catalog/variants';
import { issues } from '#domain/data-quality/issues';
import { issueConditionSql } from '#server/data-quality/postgres/issue-sql';
import { PostgresCatalogQuality } from '#server/data-quality/postgres/catalog-quality';
import { useTestDatabase } from '../../support/database/test-database';
import { arbitraryInspectedRow, insertInspectedRow } from '../../support/database/inspected-rows';

const NOW = new Date('2026-08-23T12:00:00Z');
const ROW_COUNT = 400;

describe('the SQL conditions of issues', () => {
  const database = useTestDatabase();

  it.each(entityTypes)('agree with the domain on random rows of a %s, and so do the counts of a scan', async (entity) => {
    const rows = fc.sample(arbitraryInspectedRow(entity, NOW), ROW_COUNT);
    const ids = [];
    for (const row of rows) ids.push(await insertInspectedRow(database.pool, entity, row));
    const known = issues.filter((issue) => (issue.entities as readonly string[]).includes(entity));
    const columns = known.map(({ name }) => `coalesce(${issueConditionSql(name, entity, '$1')}, false) ${name}`);
    const { rows: found } = await database.pool.query<Record<string, unknown>>(
      `select t._id, ${columns.join(', ')} from ${variantOf[entity]} t join ${entity}_metrics m using (_id) left join ${entity}_scores s using (_id)
       where $1::timestamptz is not null`,
      [NOW],
    );
    const byId = new Map(found.map((row) => [row['_id'], row]));
    const totals = new Map<string, number>();
    for (const [index, row] of rows.entries()) {
      const expected = Object.fromEntries(known.map((issue) => [issue.name, issue.holds(row, entity, NOW)]));
      expect({ row, found: byId.get(ids[index]) }).toEqual({ row, found: { _id: ids[index], ...expected } });
      for (const [name, holds] of Object.entries(expected)) totals.set(name, (totals.get(name) ?? 0) + Number(holds));
    }
    for (const { name } of known) expect(totals.get(name)).toBeGreaterThan(0);
    const counted = await new PostgresCatalogQuality(database.postgres, { now: () => NOW }).countIssues(NOW);
    expect(counted[entity]).toEqual(Object.fromEntries(issues.map(({ name }) => [name, totals.get(name) ?? 0])));
  });
});

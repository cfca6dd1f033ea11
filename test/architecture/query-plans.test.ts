import { orderings, sorts, type Variant, variants } from '#domain/catalog/variants';
import { boundedCount, keywordPage, plainPage, type Statement, walkedPage } from '#server/catalog/live-lists';
import { rankedKeywordPage, rankedPage } from '#server/catalog/ranked-lists';
import { listOrder, rowColumns, tablesOf } from '#server/catalog/tables';
import { freshDatabase, type TestDatabase } from '../support/database';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

const ROWS = 20_000;

describe('the plans of hot queries', () => {
  let database: TestDatabase;

  /** Twenty thousand rows of each kind: enough for the planner to prefer an index where one serves. */
  beforeAll(async () => {
    database = await freshDatabase();
    for (const variant of variants) {
      const { text, metrics, words } = tablesOf(variant);
      await database.pool.query(
        `insert into ${text} (_id, name, imported_at, source, terms)
         select i::text, 'Row ' || i, now(), 'test', array['w' || i % 500, 'v' || i % 7] from generate_series(1, ${ROWS}) i`,
      );
      const columns = orderings[variant].map((ordering) => ordering.value);
      const value = (column: string, place: number) =>
        column.endsWith('_at')
          ? `timestamptz '2020-01-01' + (i * ${place + 7} % 9973) * interval '1 hour'`
          : `(i::bigint * ${place + 7919}) % 9973`;
      await database.pool.query(
        `insert into ${metrics} (_id, ${columns.join(', ')}) select i::text, ${columns.map(value).join(', ')} from generate_series(1, ${ROWS}) i`,
      );
      await database.pool.query(`insert into ${words} select term, count(*) from ${text}, unnest(terms) term group by 1`);
      await database.pool.query(`vacuum analyze ${text}`);
      await database.pool.query(`vacuum analyze ${metrics}`);
    }
    await database.pool.query(`update catalog_stats set total = ${ROWS}`);
  });
  afterAll(() => database.close());

  async function plan({ text, values }: Pick<Statement, 'text' | 'values'>): Promise<Plan[]> {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({
      text: `explain (format json) ${text}`,
      values: [...values],
    });
    const found = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (!found) throw new Error('no plan');
    return nodes(found);
  }
  const scansWhole = (plans: readonly Plan[]) =>
    plans.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'catalog_stats');
  const indexes = (plans: readonly Plan[]) => plans.flatMap((node) => node['Index Name'] ?? []);

  const cases = variants.flatMap((variant) =>
    orderings[variant].flatMap(({ value }) => sorts.map((sort) => [variant, value, sort] as const)),
  );

  it.each(cases)('%s by %s, %s, walk the index of the order', async (variant, order, sort) => {
    const plans = await plan(plainPage(variant, listOrder(variant, order), sort, 20, 10));
    expect(scansWhole(plans)).toEqual([]);
    expect(plans.map((node) => node['Node Type'])).not.toContain('Sort');
    expect(indexes(plans).some((name) => name.startsWith(tablesOf(variant).metrics))).toBe(true);
  });

  it.each(variants)('keywords of %s use the index of terms', async (variant) => {
    const terms = { all: ['w7', 'v3'], any: null };
    const order = listOrder(variant, orderings[variant][0].value);
    for (const statement of [keywordPage(variant, order, 'desc', terms, 0, 10), boundedCount(variant, terms)]) {
      const plans = await plan(statement);
      expect(indexes(plans)).toContain(`${variant}_terms`);
      expect(scansWhole(plans)).toEqual([]);
    }
    for (const sort of sorts) expect(scansWhole(await plan(walkedPage(variant, order, sort, terms, 0, 10)))).toEqual([]);
  });

  it.each(variants)('rows of %s come by their keys', async (variant: Variant) => {
    const { text, metrics } = tablesOf(variant);
    const statement = {
      text: `select ${rowColumns[variant]} from ${text} t join ${metrics} m using (_id) where t._id = any($1)`,
      values: [['1', '2', '3']],
    };
    expect(scansWhole(await plan(statement))).toEqual([]);
  });

  it.each(variants)('the ordered read model of %s is read by its keys', async (variant) => {
    const order = listOrder(variant, orderings[variant][0].value);
    const { order: blocks, postings } = tablesOf(variant);
    await database.pool.query(`insert into ${blocks} select 1, i, array['1'] from generate_series(0, 5000) i`);
    await database.pool.query(`analyze ${blocks}`);
    const allowed = new Set<string | undefined>([postings]); // empty here, so any way to read it is as good
    const terms = { all: ['w7'], any: null };
    for (const sort of sorts) {
      for (const statement of [rankedPage(variant, order, sort, 990, 10), rankedKeywordPage(variant, order, sort, terms, 0, 10)]) {
        expect(scansWhole(await plan(statement)).filter((node) => !allowed.has(node['Relation Name']))).toEqual([]);
      }
    }
  });
});

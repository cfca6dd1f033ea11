import { catalogSearch } from '#domain/catalog/contract';
import { appliedFilters } from '#domain/catalog/filters/applied-filters';
import { metricsOf } from '#domain/catalog/metrics';
import { BEST_MATCH_ORDER, orderings, sorts } from '#domain/catalog/orders';
import { entityOf, entityTypes, type Variant, variantOf, variants } from '#domain/catalog/variants';
import { averageQuery, collaborativeQuery, performersQuery } from '#server/analytics/growth/postgres/top-lists';
import { ownersSql, ownPinsSql } from '#server/watching/postgres/today';
import { visitorFiguresSql } from '#server/analytics/visitors/postgres/visitor-event-store';
import { chunkEndStatement, keyedEntitiesStatement, entitySummaryStatement } from '#server/catalog/postgres/page-entities';
import { newRowsStatement } from '#server/catalog/postgres/new-rows';
import { resolveListOrder } from '#server/catalog/postgres/lists/list-order';
import { listRowColumns, selectListRows } from '#server/catalog/postgres/list-rows';
import type { Statement } from '#server/catalog/postgres/lists/list-statement';
import { livePage } from '#server/catalog/postgres/lists/live-page-sql';
import { idsAtRanks, rankedPage } from '#server/catalog/postgres/lists/ranked-page-sql';
import { differencesSql } from '#server/catalog/import/postgres/staging-tables';
import { similarSql, topPinsSql } from '#server/catalog/postgres/related-rows';
import { boardPicturesSql, tablesOf } from '#server/database/catalog-tables';
import { issueCountSql } from '#server/data-quality/postgres/issue-sql';
import { issues } from '#domain/data-quality/issues';
import { useTestDatabase } from '../support/database/test-database';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

const planNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(planNodes)];

const ROW_COUNT = 20_000;

describe('the plans of hot queries', () => {
  const database = useTestDatabase();

  /** Twenty thousand rows per list: enough for the planner to prefer a usable index. */
  beforeAll(async () => {
    for (const variant of variants) {
      const { text, metrics, words, scores } = tablesOf(variant);
      await database.pool.query(
        `insert into ${text} (_id, name, imported_at, source, terms)
         select i::text, 'Row ' || i, now(), 'test', array['w' || i % 500, 'v' || i % 7] from generate_series(1, ${ROW_COUNT}) i`,
      );
      // The order by checks has its own column.
      const columns = [...orderings[variant].map((ordering) => ordering.value), 'checks_order'];
      const columnValueSql = (column: string, index: number) =>
        column.endsWith('_at')
          ? `timestamptz '2020-01-01' + (i * ${index + 7} % 9973) * interval '1 hour'`
          : `(i::bigint * ${index + 7919}) % 9973`;
      await database.pool.query(
        `insert into ${metrics} (_id, ${columns.join(', ')}) select i::text, ${columns.map(columnValueSql).join(', ')} from generate_series(1, ${ROW_COUNT}) i`,
      );
      await database.pool.query(`insert into ${words} select term, count(*) from ${text}, unnest(terms) term group by 1`);
      await database.pool.query(
        `insert into ${scores} (_id, growth, score, raw, confidence, flags)
         select i::text, '{1}', '{1}', '{1}', '{2}', array_fill(0, array[15]) from generate_series(1, ${ROW_COUNT}) i`,
      );
      for (const table of [text, metrics, scores]) await vacuumTable(table);
    }
    await database.pool.query(`update catalog_stats set total = ${ROW_COUNT}`);
  });

  /**
   * Vacuums and analyzes a table. Repeats while an autovacuum worker's snapshot keeps updated rows alive: until those
   * are removed, the planner finds index-only scans expensive. The last few, in 2 % of the pages, a vacuum would leave for good
   * unless it must clean the indexes.
   */
  async function vacuumTable(table: string): Promise<void> {
    for (;;) {
      await database.pool.query(`vacuum (analyze, index_cleanup on) ${table}`);
      const { rows } = await database.pool.query<{ settled: boolean }>(
        `select relallvisible >= relpages settled from pg_class where oid = $1::regclass`,
        [table],
      );
      if (rows[0]?.settled === true) return;
    }
  }

  async function explainPlans({ text, values }: Pick<Statement, 'text' | 'values'>): Promise<Plan[]> {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({
      text: `explain (format json) ${text}`,
      values: [...values],
    });
    const found = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (!found) throw new Error('no plan');
    return planNodes(found);
  }
  const sequentialScans = (plans: readonly Plan[]) =>
    plans.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'catalog_stats');
  const usedIndexes = (plans: readonly Plan[]) => plans.flatMap((node) => node['Index Name'] ?? []);

  it('own pins and the owners of topics use the indexes of sites, owners, and topics', async () => {
    const own = await explainPlans({ text: ownPinsSql, values: [['blog.example', 'www.blog.example'], 'mira'] });
    expect(usedIndexes(own)).toEqual(expect.arrayContaining(['pins_domain', 'pins_pinner', 'pinners_username']));
    const owners = await explainPlans({ text: ownersSql, values: [['recipes']] });
    expect(usedIndexes(owners)).toContain('pins_topics');
    expect(sequentialScans([...own, ...owners])).toEqual([]);
  });

  it.each(variants)('keyword searches in %s use the index of terms', async (variant) => {
    const terms = { all: ['w7', 'v3'], any: null };
    const order = resolveListOrder(variant, orderings[variant][0].value);
    const plans = await explainPlans(livePage(variant, { order, sort: 'desc', offset: 0, limit: 10, terms }));
    expect(usedIndexes(plans)).toContain(`${variant}_terms`);
    expect(sequentialScans(plans)).toEqual([]);
  });

  it.each(variants)('the best matches in %s are found by the index of terms, and their ties by the key', async (variant) => {
    const request = { order: resolveListOrder(variant, BEST_MATCH_ORDER), sort: 'desc', offset: 0, limit: 10 } as const;
    for (const terms of [
      { all: ['w7', 'v3'], any: null },
      { all: [], any: ['w7', 'w8'] },
    ]) {
      const plans = await explainPlans(livePage(variant, { ...request, terms }));
      expect(usedIndexes(plans)).toEqual(expect.arrayContaining([`${variant}_terms`, `${tablesOf(variant).scores}_pkey`]));
      expect(sequentialScans(plans)).toEqual([]);
    }
  });

  function explainFilteredPage(variant: Variant, query: string): Promise<Plan[]> {
    const search = catalogSearch(variant).parse(Object.fromEntries(new URLSearchParams(query)));
    const filters = { applied: appliedFilters(variant, search), today: 20_000, scoreColumn: 0 };
    const terms = search.query ? { all: ['w7'], any: null } : undefined;
    const order = resolveListOrder(variant, orderings[variant][0].value);
    return explainPlans(livePage(variant, { order, sort: 'desc', offset: 0, limit: 10, filters, terms }));
  }

  it.each([
    ['boards', 'owner=owner7', 'boards_pinner'],
    ['pins', 'owner=owner7', 'pins_pinner'],
    ['pins', 'board=board7', 'pins_board'],
    ['boards', 'owner=owner7&followers=100..&topic=recipes&query=w7', 'boards_pinner'],
  ] as const)('%s of one owner or board use its index: %s', async (variant, query, index) => {
    const { text } = tablesOf(variant);
    await database.pool.query(`update ${text} set pinner_id = 'owner' || _id::int % 2000`);
    if (variant === 'pins') await database.pool.query(`update pins set board_id = 'board' || _id::int % 2000`);
    await vacuumTable(text);
    const plans = await explainFilteredPage(variant, query);
    expect(sequentialScans(plans)).toEqual([]);
    expect(usedIndexes(plans)).toContain(index);
  });

  it.each([
    ['boards', 'followers=100..101'],
    ['boards', 'collaborators=100..101&topic=recipes'],
    ['pinners', 'followers=100..101'],
    ['pins', 'saves=100..101&topic=recipes&query=w7'],
  ] as const)('%s in a narrow range are found by the index of their main count or of collaborators: %s', async (variant, query) => {
    const plans = await explainFilteredPage(variant, query);
    expect(sequentialScans(plans)).toEqual([]);
    expect(usedIndexes(plans).some((name) => name.startsWith(tablesOf(variant).metrics))).toBe(true);
  });

  it.each([
    ['boards', 'topic=recipes'],
    ['pinners', 'topic=recipes,decor&followers=10..'],
    ['pins', 'topic=recipes&saves=10..&growth=1..'],
  ] as const)('%s of a topic are found by the index of topics: %s', async (variant, query) => {
    const { text } = tablesOf(variant);
    await database.pool.query(
      `update ${text} set topics = array['Topic ' || _id::int % 3000, case _id::int % 2000 when 0 then 'Recipes' end]`,
    );
    await vacuumTable(text);
    const plans = await explainFilteredPage(variant, query);
    expect(sequentialScans(plans)).toEqual([]);
    expect(usedIndexes(plans)).toContain(`${variant}_topics`);
  });

  it.each([
    ['boards', 'followers=10..'],
    ['pins', 'saves=10..&growth=1..'],
  ] as const)('%s in a wide range read no table more than once: %s', async (variant, query) => {
    const plans = await explainFilteredPage(variant, query);
    const { text, metrics } = tablesOf(variant);
    const reads = (table: string) => plans.filter((node) => node['Relation Name'] === table).length;
    expect([reads(text), reads(metrics)]).toEqual([1, 1]);
    // The inner table of a loop is read by its key.
    const isLoop = plans.some((node) => node['Node Type'] === 'Nested Loop');
    expect(sequentialScans(plans).length).toBeLessThanOrEqual(isLoop ? 1 : 2);
  });

  it.each(variants)('new rows of a saved search in %s are counted along the index of their first import', async (variant) => {
    const filters = { applied: [], today: 20_000, scoreColumn: 0 };
    const plans = await explainPlans(newRowsStatement(variant, filters, { all: [], any: null }, { since: new Date('2100-01-01') }));
    expect(sequentialScans(plans)).toEqual([]);
    expect(usedIndexes(plans)).toContain(`${variant}_added`);
  });

  it.each(entityTypes)('rows of a file are compared with those %ss alone', async (entity) => {
    const values = [Array.from({ length: 500 }, (_, index) => `${index}`), Array.from({ length: 500 }, () => 1)];
    const plans = await explainPlans({ text: differencesSql(entity), values });
    const lookups = plans.filter((node) => node['Index Cond'] !== undefined);
    expect(usedIndexes(lookups)).toEqual([`${entity}_metrics_pkey`, `${variantOf[entity]}_pkey`]);
    expect(sequentialScans(plans)).toEqual([]);
  });

  it.each(entityTypes)('heads of pages and sitemaps of a %s use its key', async (entity) => {
    const statements = [entitySummaryStatement(entity, '7'), chunkEndStatement(entity, '7', 500), keyedEntitiesStatement(entity, '7', 500)];
    for (const statement of statements) {
      const plans = await explainPlans(statement);
      expect(sequentialScans(plans)).toEqual([]);
      expect(usedIndexes(plans)).toContain(`${variantOf[entity]}_pkey`);
      expect(plans.map((node) => node['Node Type'])).not.toContain('Sort');
    }
  });

  it.each(variants)('rows of %s are read by their keys', async (variant: Variant) => {
    const { text, metrics } = tablesOf(variant);
    const statement = {
      text: `select ${listRowColumns[variant]} from ${text} t join ${metrics} m using (_id) where t._id = any($1)`,
      values: [['1', '2', '3']],
    };
    expect(sequentialScans(await explainPlans(statement))).toEqual([]);
  });

  it('pictures of boards without a cover are found by the index of their pins', async () => {
    await database.pool.query(`update pins set board_id = (_id::int % 2000)::text, image_url = 'https://i.pinimg.com/' || _id`);
    await vacuumTable('pins');
    const plans = await explainPlans({
      text: `select t._id, ${boardPicturesSql} from boards t where t._id = any($1)`,
      values: [Array.from({ length: 100 }, (_, index) => String(index))],
    });
    expect(sequentialScans(plans)).toEqual([]);
    expect(new Set(usedIndexes(plans))).toEqual(new Set(['boards_pkey', 'pins_board', 'pin_metrics_pkey']));
  });

  it.each(variants)('what is similar in the list of %s is read by the index of its size', async (variant) => {
    const plans = await explainPlans({ text: similarSql(variant), values: ['1'] });
    expect(sequentialScans(plans)).toEqual([]);
    expect(planNodes(plans[0]!).filter((node) => node['Node Type'] === 'Sort').length).toBeLessThanOrEqual(2);
  });

  it('the most saved pins of a board are read by the index of its pins', async () => {
    const plans = await explainPlans({ text: topPinsSql, values: ['1'] });
    expect(sequentialScans(plans)).toEqual([]);
    expect(usedIndexes(plans)).toContain('pins_board');
  });

  it.each(variants)('the read model of %s is read by its keys', async (variant) => {
    const order = resolveListOrder(variant, orderings[variant][0].value);
    const { order: blocks } = tablesOf(variant);
    await database.pool.query(`insert into ${blocks} select 1, i, array['1'] from generate_series(0, 5000) i`);
    await database.pool.query(`analyze ${blocks}`);
    const selections = [undefined, selectListRows(variant, 0, { forScreen: true })];
    const pages = sorts.flatMap((sort) => selections.map((rows) => rankedPage(variant, { order, sort, offset: 990, limit: 10, rows })));
    for (const statement of [...pages, idsAtRanks(variant, order.orderKey, [1, 7, 990])])
      expect(sequentialScans(await explainPlans(statement))).toEqual([]);
  });

  it.each(entityTypes)('the top performers of %ss are read by their keys', async (entity) => {
    const { scores } = tablesOf(variantOf[entity]);
    await database.pool.query(
      `insert into top_performers (entity, slot, place, _id, confidence) select $1, slot, place, place::text, 1 from generate_series(0, 14) slot, generate_series(1, 1000) place`,
      [entity],
    );
    await database.pool.query(`insert into momentum_averages select $1, slot, 1, 1 from generate_series(0, 14) slot`, [entity]);
    for (const table of ['top_performers', 'momentum_averages']) await vacuumTable(table);
    for (const metric of metricsOf[entity]) {
      const plans = await explainPlans({ text: performersQuery(entity, metric).text, values: [entity, 3, 100] });
      expect(sequentialScans(plans)).toEqual([]);
      expect(usedIndexes(plans)).toContain('top_performers_pkey');
    }
    expect(
      sequentialScans(await explainPlans({ text: averageQuery, values: [entity, 3] })).map((node) => node['Relation Name']),
    ).not.toContain(scores);
  });

  it('collaborative boards are counted from the index of collaborators', async () => {
    await database.pool.query(`update board_metrics set collaborator_count = 0 where _id::int % 10 > 0`);
    await vacuumTable('board_metrics');
    expect(usedIndexes(await explainPlans({ text: collaborativeQuery, values: [] }))).toEqual(['board_metrics_collaborators']);
  });

  const counted = variants.flatMap((variant) => issues.map(({ name }) => [name, variant] as const));

  it.each(counted)('%s among %s is counted from an index', async (issue, variant) => {
    const entity = entityOf[variant];
    const { text, metrics } = tablesOf(variant);
    await database.pool.query(
      `update ${text} set searchable = _id::int % 70 > 0;
       update ${metrics} set last_crawled_at = case when _id::int % 50 = 0 then null when _id::int % 20 = 0 then now() - interval '200 days' else now() end`,
    );
    for (const table of [text, metrics]) await vacuumTable(table);
    const statement = { text: `select ${issueCountSql(issue, entity, '$1')} where $1::timestamptz is not null`, values: [new Date()] };
    expect(sequentialScans(await explainPlans(statement))).toEqual([]);
  });

  it('site analytics are read by their keys', async () => {
    await database.pool.query(`
      insert into event_days select d, 'name_' || n, 5 from generate_series(20000, 20999) d, generate_series(1, 20) n;
      insert into page_days select d, '/page/' || n, 5 from generate_series(20000, 20999) d, generate_series(1, 100) n;
      insert into referrer_days select d, 'host' || n, 5 from generate_series(20000, 20999) d, generate_series(1, 50) n;
      insert into page_windows select w, '/page/' || n, n from unnest(array[7, 30, 90]) w, generate_series(1, 20000) n;
      insert into referrer_windows select w, 'host' || n, n from unnest(array[7, 30, 90]) w, generate_series(1, 20000) n;
      insert into visitors_last_seen select d, 5 from generate_series(18000, 20999) d;
      insert into visitor_windows select d, w, 5 from generate_series(18000, 20998) d, unnest(array[1, 7, 30, 90]) w;
      insert into users (email, created_at) select n || '@site.test', timestamptz '2010-01-01' + n * interval '5 hours' from generate_series(1, 20000) n;
      update event_aggregation set closed_day = 20998, first_day = 18000;
      analyze`);
    const plans = await explainPlans({ text: visitorFiguresSql, values: [90, 20999] });
    const whole = plans.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
    expect(whole).toEqual(['event_aggregation']);
    expect(new Set(usedIndexes(plans))).toEqual(
      new Set([
        'event_days_pkey',
        'page_days_pkey',
        'page_windows_count',
        'page_windows_pkey',
        'referrer_days_pkey',
        'referrer_windows_count',
        'referrer_windows_pkey',
        'users_created_at',
        'visitor_windows_pkey',
        'visitors_last_seen_pkey',
      ]),
    );
  });
});

import { type Metric, metricName, scoreColumnOf } from '#domain/catalog/metrics';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { TopLists } from '#server/analytics/growth/postgres/top-lists';
import { buildNextTopLists, topListTables } from '#server/analytics/growth/postgres/ranking';
import { tablesOf } from '#server/database/catalog-tables';
import { nextTableName, swapTables } from '#server/database/table-swap';
import { singleSample } from '../sample-stats.js';
import { type Finding, toFinding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { BenchContext, Benchmark } from '../benchmark.js';

const PERIOD = '30_days';
const PERFORMER_COUNT = 100;
const mainMetric = { board: 'follower_count', pinner: 'follower_count', pin: 'saves' } as const satisfies Record<EntityType, Metric>;

/** The same rows by sorting the scores themselves. */
function scanAndSortSql(entity: EntityType): string {
  const { text, metrics, scores } = tablesOf(variantOf[entity]);
  const scoreColumn = scoreColumnOf(entity, mainMetric[entity], PERIOD) + 1;
  return `select t._id, t.name, m.${mainMetric[entity]} current_value, s.* from (
      select _id, raw[${scoreColumn}], score[${scoreColumn}], growth[${scoreColumn}], previous_rank[${scoreColumn}], confidence[${scoreColumn}] from ${scores}
      order by raw[${scoreColumn}] desc nulls last, _id limit ${PERFORMER_COUNT}) s
    join ${text} t using (_id) join ${metrics} m using (_id) order by s.raw desc nulls last, t._id`;
}

/** Builds the lists of an entity and returns the seconds. */
async function fillLists(bench: BenchContext, entity: EntityType): Promise<number> {
  const client = await bench.postgres.jobPool.connect();
  try {
    const scores = tablesOf(variantOf[entity]).scores;
    await client.query(`create view ${nextTableName(scores)} as select * from ${scores}`);
    const startedAt = performance.now();
    await buildNextTopLists(client, [entity]);
    const seconds = (performance.now() - startedAt) / 1_000;
    await client.query(`drop view ${nextTableName(scores)}`);
    await swapTables(client, topListTables);
    await client.query('vacuum analyze top_performers');
    return seconds;
  } finally {
    client.release();
  }
}

async function measureEntity(bench: BenchContext, entity: EntityType): Promise<Finding[]> {
  const seconds = await fillLists(bench, entity);
  const topLists = new TopLists(bench.postgres.pool);
  const metric = mainMetric[entity];
  const [ours = [], theirs = []] = await interleave(
    [
      { run: () => topLists.listTop(entity, metric, PERIOD, PERFORMER_COUNT) },
      { run: () => bench.postgres.jobPool.query(scanAndSortSql(entity)) },
    ],
    bench.rounds * 2,
  );
  const operation = `the first ${PERFORMER_COUNT} of ${variantOf[entity]} by ${metricName(entity, metric)}`;
  return [
    toFinding({ operation, unit: 'ms', ours, other: { name: 'sequential scan and sort', samples: theirs }, goal: { ratio: 1 / 50 } }),
    {
      operation: `all lists and averages of ${variantOf[entity]}, built`,
      unit: 's',
      ours: singleSample(seconds),
      other: null,
      ratio: null,
      goal: null,
      met: null,
    },
  ];
}

/** The top performers of the administrators' dashboard. */
export const topPerformers: Benchmark = {
  title: 'Top performers, through their port',
  measure: async (bench) => {
    const found: Finding[] = [];
    for (const entity of entityTypes) found.push(...(await measureEntity(bench, entity)));
    return found;
  },
};
